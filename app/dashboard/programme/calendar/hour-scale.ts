// The height of every hour in the calendar: hours with sessions are tall enough to read them, empty hours are low, so that a
// day opens where its sessions are. Pure.
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

export interface HourScale extends Hours {
  /** Of each hour, in rem. */
  heights: readonly number[];
  totalRem: number;
}

const EMPTY_REM = 1.1;
/** Sessions only go on. */
const GOING_ON_REM = 2;
/** A session begins: its text needs the room. */
const START_REM = 3.6;
/** A short one has only this hour for its text. */
const SHORT_MIN = 60;
const SHORT_REM = 4.6;
const STEP_MIN = 15;
const DAY = 1440;

export function hourScale(hours: Hours, dates: readonly Timed[]): HourScale {
  const heights: number[] = [];
  for (let hour = hours.from; hour < hours.to; hour += 60) {
    const inHour = dates.filter((date) => {
      const start = minuteOf(date.local_time);
      return start < hour + 60 && start + date.duration_min > hour;
    });
    const starting = inHour.filter(({ local_time }) => minuteOf(local_time) >= hour);
    const isShort = starting.some(({ duration_min }) => duration_min <= SHORT_MIN);
    if (inHour.length === 0) heights.push(EMPTY_REM);
    else if (starting.length === 0) heights.push(GOING_ON_REM);
    else heights.push(isShort ? SHORT_REM : START_REM);
  }
  // A calendar without any session is not a strip.
  const isEmpty = dates.length === 0;
  const shown = isEmpty ? heights.map(() => 2.6) : heights;
  return { ...hours, heights: shown, totalRem: shown.reduce((sum, height) => sum + height, 0) };
}

/** How far down the day a minute is, from 0 to 1. */
export function shareOf(minute: number, { from, heights, totalRem }: HourScale): number {
  const within = Math.max(0, (minute - from) / 60);
  const whole = Math.min(heights.length, Math.floor(within));
  const above = heights.slice(0, whole).reduce((sum, height) => sum + height, 0);
  return (above + (within - whole) * (heights[whole] ?? 0)) / totalRem;
}

/** The quarter hour at this share of a day's height. */
export function minuteAt(share: number, { from, heights, totalRem }: HourScale): number {
  let left = share * totalRem;
  let minute = from;
  for (const [index, height] of heights.entries()) {
    const isLast = index === heights.length - 1;
    if (left <= height || isLast) {
      minute += (left / height) * 60;
      break;
    }
    left -= height;
    minute += 60;
  }
  return Math.min(DAY - STEP_MIN, Math.max(0, Math.round(minute / STEP_MIN) * STEP_MIN));
}
