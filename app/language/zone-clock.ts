// The local time of a time zone. Formatting is in format-time.ts.

// All offsets begin and end on a quarter of an hour, so one result is valid for the whole quarter.
const QUARTER_MS = 15 * 60_000;
const MAX_CACHED_QUARTERS = 5000;

interface Zone {
  format: Intl.DateTimeFormat;
  offsets: Map<number, number>;
}

/** The offsets of a zone over a span of time: pairs of the moment from which an offset is valid, and the offset. */
export interface UtcOffsets {
  zone: string;
  until: number;
  offsets: [fromMs: number, offsetMs: number][];
}

const zones = new Map<string, Zone>();
const offsetsByZone = new Map<string, UtcOffsets>();

/** The first look into the runtime's own calendar takes a browser as long as drawing a page: what is known spares it. */
export function learnZone(known: UtcOffsets): void {
  offsetsByZone.set(known.zone, known);
}

/** The moment as a Date whose UTC fields are the zone's local time. */
export function wallTime(moment: Date, zone: string): Date {
  const ms = moment.getTime();
  return new Date(ms + offsetMs(ms, zone));
}

export function offsetMs(ms: number, name: string): number {
  return learntOffset(ms, name) ?? lookUpOffset(ms, name);
}

function learntOffset(ms: number, name: string): number | undefined {
  const known = offsetsByZone.get(name);
  if (!known || ms >= known.until) return undefined;
  return known.offsets.findLast(([from]) => from <= ms)?.[1];
}

function lookUpOffset(ms: number, name: string): number {
  const zone = zones.get(name) ?? openZone(name);
  const quarter = Math.floor(ms / QUARTER_MS);
  const known = zone.offsets.get(quarter);
  if (known !== undefined) return known;
  if (zone.offsets.size >= MAX_CACHED_QUARTERS) zone.offsets.clear();
  const found = askOffset(zone.format, new Date(quarter * QUARTER_MS));
  zone.offsets.set(quarter, found);
  return found;
}

function openZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  const zone = { format, offsets: new Map<number, number>() };
  zones.set(name, zone);
  return zone;
}

/** The offset comes as "GMT", "GMT+01:00" or, before standard time, "GMT-00:36:45". */
function askOffset(format: Intl.DateTimeFormat, moment: Date): number {
  const offset = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(offset) ?? [];
  const size = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -size : size;
}
