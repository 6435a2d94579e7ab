// The arithmetic of the calendar: which days and hours it shows, where a session is drawn, where a drop lands. Pure
// wall time.
import { addDays } from '#app/language/calendar-day.ts';
import { weekStartOf } from '#app/language/week-start.ts';
import { minuteOf } from '../sessions/board-session.ts';
import { type HourScale, type Hours, shareOf, type Timed } from './hour-scale.ts';

const EARLIEST = 9 * 60;
const LATEST = 22 * 60;
const DAY = 1440;

export const VIEWS = ['day', 'week', 'month'] as const;
export type View = (typeof VIEWS)[number];

/** The days that a view shows: one, a week, or the whole weeks around a month. */
export function daysShown(view: View, day: string): string[] {
  if (view === 'day') return [day];
  const first = view === 'week' ? weekStartOf(day) : weekStartOf(`${day.slice(0, 7)}-01`);
  const last = view === 'week' ? addDays(first, 6) : addDays(weekStartOf(lastOfMonth(day)), 6);
  const days: string[] = [];
  for (let one = first; one <= last; one = addDays(one, 1)) days.push(one);
  return days;
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The same day a view earlier or later; a month too short for it ends earlier. */
export function stepDay(view: View, day: string, by: -1 | 1): string {
  if (view !== 'month') return addDays(day, by * (view === 'week' ? 7 : 1));
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

/** The day of a month to list first: the requested one if it is today or has sessions, otherwise the first with sessions. */
export function firstShown(
  day: string,
  dates: readonly Pick<Timed, 'local_date'>[],
  { today }: { today: string },
): string {
  if (day === today || dates.some(({ local_date }) => local_date === day)) return day;
  return dates.find(({ local_date }) => local_date.startsWith(day.slice(0, 7)))?.local_date ?? day;
}

/** From 9:00 to 22:00, extended to whole hours where sessions need it. */
export function hoursShown(dates: readonly Timed[]): Hours {
  const starts = dates.map(({ local_time }) => minuteOf(local_time));
  const ends = dates.map((date) => minuteOf(date.local_time) + date.duration_min);
  return {
    from: Math.floor(Math.min(EARLIEST, ...starts) / 60) * 60,
    to: Math.min(DAY, Math.ceil(Math.max(LATEST, ...ends) / 60) * 60),
  };
}

export interface Place {
  top: number;
  height: number;
  left: number;
  width: number;
}

/** Position of each session of one day, in percent. Overlapping sessions share the width, each over the lanes free beside it. */
export function placeDay(dates: readonly Timed[], scale: HourScale): Map<string, Place> {
  const spans = dates
    .map((date) => {
      const start = minuteOf(date.local_time);
      return { id: date.id, start, end: start + date.duration_min, lane: 0 };
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const places = new Map<string, Place>();
  let cluster: typeof spans = [];
  let laneEnds: number[] = [];
  const settle = () => {
    for (const span of cluster) {
      const beside = cluster.filter(
        (other) => other.lane > span.lane && other.start < span.end && span.start < other.end,
      );
      const free = Math.min(laneEnds.length, ...beside.map(({ lane }) => lane)) - span.lane;
      const top = shareOf(span.start, scale) * 100;
      places.set(span.id, {
        top,
        height: shareOf(Math.min(span.end, scale.to), scale) * 100 - top,
        left: (span.lane / laneEnds.length) * 100,
        width: (free / laneEnds.length) * 100,
      });
    }
    cluster = [];
    laneEnds = [];
  };
  for (const span of spans) {
    if (laneEnds.every((end) => end <= span.start)) settle();
    const free = laneEnds.findIndex((end) => end <= span.start);
    span.lane = free < 0 ? laneEnds.length : free;
    laneEnds[span.lane] = span.end;
    cluster.push(span);
  }
  settle();
  return places;
}

/** Width of each day, in fr: near days and days with overlapping sessions are wider. */
export function dayWidths(
  days: readonly string[],
  dates: readonly Timed[],
  { today, scale }: { today: string; scale: HourScale },
): number[] {
  return days.map((day) => {
    const own = dates.filter(({ local_date }) => local_date === day);
    const narrowest = Math.min(100, ...[...placeDay(own, scale).values()].map(({ width }) => width));
    const columnCount = Math.round(100 / narrowest);
    const near = day === today ? 0.6 : day < today ? -0.2 : 0;
    return own.length === 0 ? 0.6 + near / 2 : 0.6 + columnCount * 0.5 + near;
  });
}

/** Start and length of a span drawn from one point of a day to another, downwards or upwards. */
export function spanBetween(from: number, to: number): { from: number; minutes: number } {
  return { from: Math.min(from, to), minutes: Math.abs(to - from) };
}
