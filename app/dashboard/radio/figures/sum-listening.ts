// Listening by day and by show. Pure: minutes and sittings in, sums out.
import { localDay } from '#app/language/format-time.ts';

export interface ListenerMinute {
  minute: string;
  listeners: number;
  show: { title: string } | null;
}

export interface Sitting {
  started_at: string;
  seconds: number;
  visitor: string;
}

export interface DaySum {
  day: string;
  /** Different listeners, each counted once a day. */
  listeners: number;
  /** Minutes listened by all of them together. */
  minutes: number;
  /** The most at the same time. */
  peak: number;
}

export interface ShowSum {
  title: string;
  minutes: number;
  peak: number;
}

export function sumByDay(
  days: readonly string[],
  sittings: readonly Sitting[],
  minutes: readonly ListenerMinute[],
  zone: string,
): DaySum[] {
  const sums = new Map(days.map((day) => [day, { seconds: 0, peak: 0, visitors: new Set<string>() }]));
  for (const { started_at, seconds, visitor } of sittings) {
    const sum = sums.get(localDay(new Date(started_at), zone));
    sum?.visitors.add(visitor);
    if (sum) sum.seconds += seconds;
  }
  for (const { minute, listeners } of minutes) {
    const sum = sums.get(localDay(new Date(minute), zone));
    if (sum) sum.peak = Math.max(sum.peak, listeners);
  }
  return [...sums].map(([day, { seconds, peak, visitors }]) => ({
    day,
    peak,
    listeners: visitors.size,
    minutes: Math.round(seconds / 60),
  }));
}

/** The most listened first; what played between two shows is music. */
export function sumByShow(minutes: readonly ListenerMinute[]): ShowSum[] {
  const sums = new Map<string, ShowSum>();
  for (const { listeners, show } of minutes) {
    const title = show?.title ?? 'Between two shows';
    const sum = sums.get(title) ?? { title, minutes: 0, peak: 0 };
    sums.set(title, { title, minutes: sum.minutes + listeners, peak: Math.max(sum.peak, listeners) });
  }
  return [...sums.values()].sort((a, b) => b.minutes - a.minutes || a.title.localeCompare(b.title));
}
