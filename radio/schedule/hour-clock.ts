// The hour clock: a template of what belongs to which minute of the hour, for the station or for one show. Here it becomes
// events at instants: a pure function of programme and time. An event belongs to the hour on the wall: an hour that a clock
// change skips has none, one that comes twice has them twice.
import { cachePerProgramme } from './cache-per-programme.ts';
import type { ClockItem, HourClock } from './clock-template.ts';
import { airingAt } from './grid.ts';
import type { Programme } from './programme.ts';
import { wallTimeAt } from './wall-time.ts';

export interface ClockEvent {
  /** Of this item at this instant. */
  key: string;
  item: ClockItem;
  atMs: number;
}

// Offsets from UTC are whole quarters of an hour, and change at one.
const PART_MS = 15 * 60_000;
const HOUR_SECONDS = 3600;
const MAX_PARTS = 4 * 24 * 8;

/** The clock of the show that is on, or the station's; none while a recording is played. */
export function clockAt(programme: Programme, atMs: number): HourClock | undefined {
  const { clocks } = programme;
  if (clocks.length === 0) return undefined;
  const airing = airingAt(programme, atMs);
  // A recording has its own order; nothing cuts into it.
  if (airing?.episodeId) return undefined;
  const showId = airing?.showId;
  return (
    clocks.find((clock) => clock.showId !== null && clock.showId === showId) ??
    clocks.find((clock) => clock.showId === null)
  );
}

/** Events from the first instant up to, and without, the second one, in order. */
export function clockEventsBetween(programme: Programme, fromMs: number, toMs: number): ClockEvent[] {
  const events: ClockEvent[] = [];
  if (programme.clocks.length === 0) return events;
  for (let part = Math.floor(fromMs / PART_MS); part * PART_MS < toMs; part++)
    for (const event of eventsOfPart(programme, part))
      if (event.atMs >= fromMs && event.atMs < toMs) events.push(event);
  return events;
}

const eventsOfPart = cachePerProgramme(MAX_PARTS, (programme, part): ClockEvent[] => {
  const startMs = part * PART_MS;
  const { zone } = programme.station;
  const startSecond = (wallTimeAt(startMs, zone).minute % 60) * 60;
  const events: ClockEvent[] = [];
  for (const clock of programme.clocks) {
    for (const item of clock.items) {
      const atMs = startMs + ((item.second - startSecond + HOUR_SECONDS) % HOUR_SECONDS) * 1000;
      if (atMs >= startMs + PART_MS || clockAt(programme, atMs) !== clock) continue;
      const { minute, weekday } = wallTimeAt(atMs, zone);
      if (item.hours && !item.hours.includes(Math.floor(minute / 60))) continue;
      if (item.weekdays && !item.weekdays.includes(weekday)) continue;
      events.push({ key: `${item.id} ${atMs}`, item, atMs });
    }
  }
  return events.sort((a, b) => a.atMs - b.atMs || (a.item.id < b.item.id ? -1 : 1));
});
