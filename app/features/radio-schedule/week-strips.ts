// The weekly schedule as seven strips, one per day, with elastic hours: long shows are compressed, hours with a show of
// their own are expanded. Pure: slots in, positions in percent out; an hour has the same position on every day.
import { type GridSlot, minuteOfWeek, wallClock } from './merge-slots.ts';

interface StripBlock<T extends GridSlot> {
  show: T['show'];
  from: string;
  until: string;
  /** Minutes since the day's midnight. */
  start: number;
  end: number;
  left: number;
  width: number;
}

export interface DayStrip<T extends GridSlot> {
  /** Monday is 1. */
  weekday: number;
  blocks: StripBlock<T>[];
}

const DAY_MIN = 1440;

/** Seven strips, beginning with the given weekday. */
export function weekStrips<T extends GridSlot>(slots: T[], firstWeekday: number): DayStrip<T>[] {
  const segments = slots.flatMap(splitAtMidnight);
  const edges = hourEdges(segments);
  return Array.from({ length: 7 }, (_, index) => {
    const weekday = ((firstWeekday - 1 + index) % 7) + 1;
    const blocks = segments
      .filter((segment) => segment.weekday === weekday)
      .sort((a, b) => a.start - b.start)
      .map(({ show, start, end }) => {
        const left = placeOf(start, edges);
        return {
          show,
          from: wallClock(start),
          until: wallClock(end),
          start,
          end,
          left,
          width: rounded(placeOf(end, edges) - left),
        };
      });
    return { weekday, blocks };
  });
}

const MARK_EVERY = 4.5;

/** Full hours for an axis beside the strips, as many as have room. */
export function hourMarks(slots: GridSlot[]): { label: string; place: number }[] {
  const edges = hourEdges(slots.flatMap(splitAtMidnight));
  const marks: { label: string; place: number }[] = [];
  for (let hour = 1; hour < 24; hour++) {
    const place = placeOf(hour * 60, edges);
    if (place - (marks.at(-1)?.place ?? 0) >= MARK_EVERY) marks.push({ label: wallClock(hour * 60), place });
  }
  return marks;
}

interface Segment<T extends GridSlot> {
  weekday: number;
  start: number;
  end: number;
  show: T['show'];
}

function splitAtMidnight<T extends GridSlot>(slot: T): Segment<T>[] {
  const segments: Segment<T>[] = [];
  let start = minuteOfWeek(slot);
  const end = start + slot.duration_min;
  while (start < end) {
    const midnight = (Math.floor(start / DAY_MIN) + 1) * DAY_MIN;
    const dayStart = midnight - DAY_MIN;
    const weekday = (Math.floor(start / DAY_MIN) % 7) + 1;
    segments.push({
      weekday,
      start: start - dayStart,
      end: Math.min(end, midnight) - dayStart,
      show: slot.show,
    });
    start = midnight;
  }
  return segments;
}

// An hour of a show that lasts n hours weighs 1/√n; the day that needs it widest decides.
function hourEdges(segments: { start: number; end: number }[]): number[] {
  const weights = Array.from({ length: 24 }, (_, hour) => {
    const touching = segments.filter(({ start, end }) => start < (hour + 1) * 60 && end > hour * 60);
    return Math.max(0.4, ...touching.map(({ start, end }) => 1 / Math.sqrt((end - start) / 60)));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const edges = [0];
  for (const weight of weights) edges.push((edges.at(-1) ?? 0) + (weight / total) * 100);
  return edges;
}

function placeOf(minutes: number, edges: number[]): number {
  const hour = Math.min(23, Math.floor(minutes / 60));
  const [from, to] = [edges[hour] ?? 0, edges[hour + 1] ?? 100];
  return rounded(from + (to - from) * (minutes / 60 - hour));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
