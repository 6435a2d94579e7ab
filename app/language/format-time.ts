// Times as the studio says them: in its own zone, in one order, the same on server and browser.

const LOCALE = 'en-GB';
const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone}|${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: zone });
    formats.set(key, found);
  }
  return found;
}

/** "18:00" */
export function clockTime(moment: Date, zone: string): string {
  return format(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment);
}

/** "2026-11-17" in the studio's zone. */
export function localDay(moment: Date, zone: string): string {
  const parts = format(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(moment);
  const part = (type: string) => parts.find((p) => p.type === type)?.value;
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** "today", "tonight", "tomorrow" or "Wed 18", seen from now. */
export function dayName(moment: Date, now: Date, zone: string): string {
  const day = localDay(moment, zone);
  if (day === localDay(now, zone))
    return Number(clockTime(moment, zone).slice(0, 2)) >= 18 ? 'tonight' : 'today';
  if (day === localDay(new Date(now.getTime() + 86_400_000), zone)) return 'tomorrow';
  return format(zone, { weekday: 'short', day: 'numeric' }).format(moment).replace(',', '');
}

/** "12 Nov" */
export function shortDate(moment: Date, zone: string): string {
  return format(zone, { day: 'numeric', month: 'short' }).format(moment);
}

/** Weekday of the studio's calendar, Monday is 1. */
export function localWeekday(moment: Date, zone: string): number {
  const name = format(zone, { weekday: 'short' }).format(moment);
  return ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name) + 1;
}

/** Minutes since midnight on the studio's clock. */
export function localMinutes(moment: Date, zone: string): number {
  const [hours, minutes] = clockTime(moment, zone).split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

/** The next midnight on the studio's clock. */
export function nextMidnight(now: Date, zone: string): Date {
  const today = localDay(now, zone);
  // A day has 23 to 25 hours: step until the date turns, then walk back to the minute it did.
  let moment = new Date(now.getTime() + (1440 - localMinutes(now, zone)) * 60_000);
  moment.setUTCSeconds(0, 0);
  while (localDay(moment, zone) === today) moment = new Date(moment.getTime() + 3_600_000);
  while (localDay(new Date(moment.getTime() - 60_000), zone) !== today)
    moment = new Date(moment.getTime() - 60_000);
  return moment;
}
