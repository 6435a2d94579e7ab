// The arithmetic of the calendar: which days and hours it shows, where a session is drawn, where a drop lands. Pure
// wall time.
import { addDays } from '#app/language/calendar-day.ts';
import { weekStartOf } from '#app/language/week-start.ts';
import { minuteOf } from '../sessions/board-session.ts';

export interface Timed {
  id: string;
  local_date: string;
  local_time: string;
  duration_min: number;
}

export interface Hours {
  from: number;
  to: number;
}

const STEP_MIN = 15;
const EARLIEST = 9 * 60;
const LATEST = 22 * 60;
const DAY = 1440;

export type View = 'week' | 'month';

/** The days that a view shows: a week, or the whole weeks around a month. */
export function daysShown(view: View, day: string): string[] {
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
  if (view === 'week') return addDays(day, by * 7);
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

/** Position of each session of one day, in percent; overlapping sessions share the width. */
export function placeDay(dates: readonly Timed[], hours: Hours): Map<string, Place> {
  const length = hours.to - hours.from;
  const sorted = [...dates].sort(
    (a, b) => minuteOf(a.local_time) - minuteOf(b.local_time) || b.duration_min - a.duration_min,
  );
  const places = new Map<string, Place>();
  let cluster: { date: Timed; column: number }[] = [];
  let columnEnds: number[] = [];
  const settle = () => {
    for (const { date, column } of cluster) {
      const start = minuteOf(date.local_time);
      const end = Math.min(start + date.duration_min, hours.to);
      places.set(date.id, {
        top: ((start - hours.from) / length) * 100,
        height: ((end - start) / length) * 100,
        left: (column / columnEnds.length) * 100,
        width: 100 / columnEnds.length,
      });
    }
    cluster = [];
    columnEnds = [];
  };
  for (const date of sorted) {
    const start = minuteOf(date.local_time);
    if (columnEnds.every((end) => end <= start)) settle();
    const free = columnEnds.findIndex((end) => end <= start);
    const column = free < 0 ? columnEnds.length : free;
    columnEnds[column] = start + date.duration_min;
    cluster.push({ date, column });
  }
  settle();
  return places;
}

/** Width of each day, in fr: near days and days with overlapping sessions are wider. */
export function dayWidths(
  days: readonly string[],
  dates: readonly Timed[],
  { today, hours }: { today: string; hours: Hours },
): number[] {
  return days.map((day) => {
    const own = dates.filter(({ local_date }) => local_date === day);
    const narrowest = Math.min(100, ...[...placeDay(own, hours).values()].map(({ width }) => width));
    const columnCount = Math.round(100 / narrowest);
    const near = day === today ? 0.35 : day < today ? -0.15 : 0;
    return own.length === 0 ? 0.7 + near / 2 : 0.55 + columnCount * 0.45 + near;
  });
}

/** Start and length of a span drawn from one point of a day to another, downwards or upwards. */
export function spanBetween(from: number, to: number): { from: number; minutes: number } {
  return { from: Math.min(from, to), minutes: Math.abs(to - from) };
}

/** The quarter hour at this fraction of a day's height. */
export function minuteAt(share: number, hours: Hours): number {
  const minute = hours.from + share * (hours.to - hours.from);
  return Math.min(DAY - STEP_MIN, Math.max(0, Math.round(minute / STEP_MIN) * STEP_MIN));
}
