// Which event of the hour clock comes next, when what plays now ends at a given time. Pure.
import { type ClockEvent, clockEventsBetween } from './hour-clock.ts';
import type { Programme } from './programme.ts';

/** A track boundary so shortly before a soft event is its boundary. */
export const SOFT_EARLY_MS = 30_000;
// So shortly before a hard event no soft one begins: it would be cut off.
const SOFT_ROOM_MS = 20_000;
const MAX_LATE_MS = 60 * 60_000;

export interface EventMemory {
  /** Keys of events that played or were dropped, newest last. */
  events: string[];
  /** A stop set that has begun, and when its last track did. */
  stopSet: { itemId: string; atMs: number; left: number } | null;
}

export interface DueEvent extends ClockEvent {
  /** When it begins. */
  startsMs: number;
  /** What plays before is ended for it. */
  isCut: boolean;
}

/**
 * `startsMs`: when what plays now ends by itself. A hard event before that ends it; one that was missed, because
 * someone was live or the station was off, comes at the next boundary like a soft one.
 */
export function dueEvent(
  programme: Programme,
  memory: EventMemory,
  { nowMs, startsMs }: { nowMs: number; startsMs: number },
): DueEvent | undefined {
  if (programme.clocks.length === 0) return undefined;
  const done = new Set(memory.events);
  const open = clockEventsBetween(
    programme,
    Math.min(nowMs, startsMs) - MAX_LATE_MS,
    startsMs + Math.max(SOFT_EARLY_MS, SOFT_ROOM_MS) + 1,
  ).filter(({ key }) => !done.has(key));
  // Of two at one time the second follows the first.
  const isHard = ({ item, atMs }: ClockEvent) => item.mode === 'hard' && (atMs > nowMs || atMs === startsMs);
  const hard = open.find(isHard);
  if (hard && hard.atMs <= startsMs) return { ...hard, startsMs: hard.atMs, isCut: hard.atMs < startsMs };
  if (memory.stopSet || (hard && hard.atMs - startsMs < SOFT_ROOM_MS)) return undefined;
  const soft = open.find(
    (event) =>
      !isHard(event) &&
      event.atMs <= startsMs + SOFT_EARLY_MS &&
      startsMs - event.atMs <= event.item.maxLateMin * 60_000,
  );
  return soft && { ...soft, startsMs, isCut: false };
}
