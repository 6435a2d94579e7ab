// Lays out a week: day, position, height and lane of each session. Pure: database rows in, plain data for the page out.
import { maxLanes, type Placement, placeSpans } from '#app/features/calendar/place-spans.ts';
import type { NamedSession, WallTime } from '#app/features/programme/upcoming-session.ts';
import { addDays, isCalendarDay } from '#app/language/calendar-day.ts';
import { weekStartOf } from '#app/language/week-start.ts';
import { hourScale, topOf } from './elastic-hours.ts';

export type TimetableSession = NamedSession & WallTime;

export interface PlannedSession {
  session: TimetableSession;
  placement: Placement;
  /** Distance from the top and height, in rem. */
  top: number;
  height: number;
  /** "19:45" */
  endTime: string;
  isOver: boolean;
}

export interface PlannedDay {
  date: string;
  isPast: boolean;
  isToday: boolean;
  lanes: number;
  sessionCount: number;
  /** Of these, how many have not ended. */
  remainingCount: number;
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

/** What the text of a session needs in the narrowest grid: lines of a title, the line below it, the padding. */
const TITLE_LINE_REM = 1.04;
const DETAIL_LINE_REM = 0.98;
const PADDING_REM = 0.65;
const LINE_CHARACTERS = 11;
const MAX_TITLE_LINES = 3;
/** A character of a title that is upright, in at most two lines. */
const UPRIGHT_CHARACTER_REM = 0.44;

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
    byDay.flatMap(({ own, spans, placements }) =>
      spans.map((span, index) => {
        const lanes = placements[index]?.lanes ?? 1;
        return { ...span, lanes, leastRem: leastHeight(own[index]?.offering.title ?? '', lanes) };
      }),
    ),
  );
  const days = byDay.map(({ date, own, spans, placements }) => ({
    date,
    isPast: date < today,
    isToday: date === today,
    lanes: maxLanes(placements),
    sessionCount: own.filter(isPlanned).length,
    remainingCount: own.filter((session) => isPlanned(session) && new Date(session.ends_at) > now).length,
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
        endTime: clockOf(span.end),
        isOver: new Date(session.ends_at) <= now,
      };
    }),
  }));
  const hours = scale.heights.slice(1).map((_, index) => {
    const hour = scale.firstHour + index + 1;
    return { label: clockOf(hour * 60), top: topOf(hour * 60, scale) };
  });
  return { days, hours, totalRem: scale.totalRem, firstHour: scale.firstHour, heights: scale.heights };
}

function isPlanned({ status }: TimetableSession): boolean {
  return status === 'planned';
}

/** The minimum height in rem at which a title can be read: beside others it is upright in a narrow window. */
function leastHeight(title: string, lanes: number): number {
  if (lanes > 1) {
    const characters = Math.max(longestWord(title), Math.ceil(title.length / 2) + 1);
    return PADDING_REM + characters * UPRIGHT_CHARACTER_REM;
  }
  const lines = Math.min(MAX_TITLE_LINES, Math.ceil(title.length / LINE_CHARACTERS));
  return PADDING_REM + lines * TITLE_LINE_REM + DETAIL_LINE_REM;
}

/** Characters of the longest part that a line does not divide. */
export function longestWord(title: string): number {
  return Math.max(0, ...title.split(/[\s-]/).map((word) => word.length));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function clockOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
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
