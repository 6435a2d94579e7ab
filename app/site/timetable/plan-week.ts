// Lays out a week: day, position, height and lane of each session. Pure: database rows in, plain data for the page out.
import type { NamedSession, WallTime } from '#app/features/programme/upcoming-session.ts';
import { addDays, isCalendarDay } from '#app/language/calendar-day.ts';
import { weekStartOf } from '#app/language/week-start.ts';
import { hourScale, topOf } from './elastic-hours.ts';
import { maxLanes, type Placement, placeSpans } from './lanes.ts';

export type TimetableSession = NamedSession & WallTime;

export interface PlannedSession {
  session: TimetableSession;
  placement: Placement;
  /** Distance from the top and height, in rem. */
  top: number;
  height: number;
  /** How much of the height is not covered by sessions on top, in rem. */
  clear: number;
  isOver: boolean;
}

export interface PlannedDay {
  date: string;
  isPast: boolean;
  isToday: boolean;
  lanes: number;
  sessionCount: number;
  sessions: PlannedSession[];
}

export interface PlannedWeek {
  days: PlannedDay[];
  hours: { label: string; top: number }[];
  totalRem: number;
  /** For the line that marks the time: minutes of the first hour, and each hour's height. */
  firstHour: number;
  heights: number[];
}

/** Heights for the text: of a session alone, of each one more beside it, and of what is visible above one on top. */
const MIN_REM = 3.7;
const LANE_REM = 1;
/** Two lines of title, and one each for the time and the places. */
const CLEAR_REM = 4.4;

export function planWeek(
  firstDay: string,
  sessions: TimetableSession[],
  { today, now }: { today: string; now: Date },
): PlannedWeek {
  const byDay = Array.from({ length: 7 }, (_, index) => {
    const date = addDays(firstDay, index);
    const own = sessions.filter((session) => session.local_date === date);
    const spans = own.map(spanOf);
    return { date, own, spans, placements: placeSpans(spans) };
  });
  const scale = hourScale(
    byDay.flatMap(({ spans, placements }) =>
      spans.flatMap((span, index) => {
        const { lanes, clearUntil } = placements[index] ?? { lanes: 1, clearUntil: span.end };
        return [
          { ...span, leastRem: MIN_REM + LANE_REM * (lanes - 1) },
          ...(clearUntil < span.end ? [{ start: span.start, end: clearUntil, leastRem: CLEAR_REM }] : []),
        ];
      }),
    ),
  );
  const days = byDay.map(({ date, own, spans, placements }) => ({
    date,
    isPast: date < today,
    isToday: date === today,
    lanes: maxLanes(placements),
    sessionCount: own.filter((session) => session.status === 'planned').length,
    sessions: own.flatMap((session, index) => {
      const span = spans[index];
      const placement = placements[index];
      if (!span || !placement) return [];
      const top = topOf(span.start, scale);
      return {
        session,
        placement,
        top,
        height: rounded(topOf(span.end, scale) - top),
        clear: rounded(topOf(placement.clearUntil, scale) - top),
        isOver: new Date(session.ends_at) <= now,
      };
    }),
  }));
  const hours = scale.heights.slice(1).map((_, index) => {
    const hour = scale.firstHour + index + 1;
    return { label: `${String(hour).padStart(2, '0')}:00`, top: topOf(hour * 60, scale) };
  });
  return { days, hours, totalRem: scale.totalRem, firstHour: scale.firstHour, heights: scale.heights };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function spanOf({ local_time, duration_min }: TimetableSession) {
  const [hours = 0, minutes = 0] = local_time.split(':').map(Number);
  const start = hours * 60 + minutes;
  return { start, end: start + duration_min };
}

/** The first day of the week to show: this week's, or that of the next session when none are left this week. */
export function weekToShow(today: string, nextSessionDay: string | undefined): string {
  const firstDay = weekStartOf(today);
  return nextSessionDay && nextSessionDay > addDays(firstDay, 6) ? weekStartOf(nextSessionDay) : firstDay;
}

/** A day from the address, or nothing when it is invalid or centuries away. */
export function readDay(value: string | null): string | undefined {
  if (!value || !isCalendarDay(value)) return undefined;
  return value >= '2000-01-01' && value <= '2099-12-31' ? value : undefined;
}
