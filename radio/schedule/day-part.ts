// Day-parting: hours and weekdays in which a playlist or a track may play, in the station's wall time.
import { minuteOf, type WallTime } from './wall-time.ts';

export interface DayPart {
  /** "HH:MM" in the station's zone; a window may cross midnight. Null: from midnight. */
  fromTime: string | null;
  /** Null: until midnight. */
  toTime: string | null;
  /** 1 Monday to 7 Sunday; null for every day. */
  weekdays: number[] | null;
}

export function isInDayPart(
  { fromTime = null, toTime = null, weekdays = null }: Partial<DayPart>,
  wall: Pick<WallTime, 'minute' | 'weekday'>,
): boolean {
  const from = fromTime === null ? 0 : minuteOf(fromTime);
  const to = toTime === null ? 24 * 60 : minuteOf(toTime);
  const crossesMidnight = to <= from;
  const isInside = crossesMidnight
    ? wall.minute >= from || wall.minute < to
    : wall.minute >= from && wall.minute < to;
  // The small hours belong to the evening in which the window began.
  const isAfterMidnight = crossesMidnight && wall.minute < to;
  const day = isAfterMidnight ? ((wall.weekday + 5) % 7) + 1 : wall.weekday;
  return isInside && (weekdays === null || weekdays.includes(day));
}
