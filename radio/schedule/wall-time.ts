// Converts between instants and the wall time of a zone. Clock changes are the difficult part.
export interface WallTime {
  /** "YYYY-MM-DD" */
  date: string;
  /** Minutes since midnight on the wall. */
  minute: number;
  /** 1 Monday to 7 Sunday. */
  weekday: number;
}

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

// Clocks change at a quarter of an hour of UTC, so one answer holds for the whole quarter. Asking the platform is slow.
const QUARTER_MS = 900_000;
const MAX_OFFSETS = 5000;
const offsets = new Map<string, Map<number, number>>();

/** Milliseconds by which the wall is ahead of UTC. */
function offsetMs(atMs: number, zone: string): number {
  const quarter = Math.floor(atMs / QUARTER_MS);
  const known = offsets.get(zone) ?? new Map<number, number>();
  const offset = known.get(quarter) ?? readOffsetMs(quarter * QUARTER_MS, zone);
  if (known.size >= MAX_OFFSETS) known.clear();
  offsets.set(zone, known.set(quarter, offset));
  return offset;
}

function readOffsetMs(atMs: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
}

export function wallTimeAt(atMs: number, zone: string): WallTime {
  const wall = new Date(atMs + offsetMs(atMs, zone));
  return {
    date: wall.toISOString().slice(0, 10),
    minute: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    weekday: ((wall.getUTCDay() + 6) % 7) + 1,
  };
}

/**
 * The instant of a wall time. A time skipped in spring counts from before the change (02:30 becomes 03:30);
 * one that occurs twice in autumn means the first.
 */
export function instantOf(date: string, minute: number, zone: string): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + minute * 60_000;
  const before = offsetMs(wall - DAY_MS, zone);
  const after = offsetMs(wall + DAY_MS, zone);
  // The earlier guess is right unless the clock changed before it.
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (offsetMs(wall - offset, zone) === offset) return wall - offset;
  }
  return wall - before;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** "18:30" or "18:30:00" as minutes since midnight. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
