// Converts the form into the plan that the database takes, and summarises a preview.

import { addDays, mondayOf, weekdayOf } from '#app/language/calendar-day.ts';
import { t } from '#app/language/messages.ts';
import type { Clash, PlannedDate } from '#contracts/programme.ts';
import type { DatePlan } from '../programme-api.ts';

export interface PlanFields {
  mode: 'weekly' | 'weeks' | 'monthly' | 'single';
  weekdays: number[];
  /** The interval, if it repeats every few weeks. */
  everyWeeks: number;
  /** If it repeats monthly: the first to the fourth of a weekday, or -1 for the last. */
  monthWeeks: number[];
  startsOn: string;
  endsOn: string;
  days: string[];
  localTime: string;
  durationMin: string;
  /** An id, or "new" with the name below. */
  room: string;
  newRoom: string;
  teacher: string;
  capacity: string;
  isOnline: boolean;
  onClosedDays: boolean;
}

const WEEKS = 10;

/** Default plan: ten weeks from next Monday, unless a day was chosen. */
export function newPlan(
  today: string,
  {
    rooms,
    teacher,
    capacity,
    on,
  }: {
    rooms: { id: string }[];
    teacher: string | null;
    capacity: number;
    on?: { day: string; time: string; minutes?: number; room?: string; teacher?: string };
  },
): PlanFields {
  const monday = addDays(mondayOf(today), 7);
  return {
    mode: on ? 'single' : 'weekly',
    weekdays: on ? [weekdayOf(on.day)] : [],
    everyWeeks: 2,
    monthWeeks: [on ? monthWeekOf(on.day) : 1],
    startsOn: on?.day ?? monday,
    endsOn: addDays(on?.day ?? monday, WEEKS * 7 - 1),
    days: [on?.day ?? monday],
    localTime: on?.time ?? '18:00',
    durationMin: String(on?.minutes ?? 90),
    room: on?.room ?? rooms[0]?.id ?? 'new',
    newRoom: '',
    teacher: on?.teacher ?? teacher ?? '',
    capacity: String(capacity),
    isOnline: false,
    onClosedDays: false,
  };
}

/** Which one of its weekday in the month a day is; a fifth counts as the last, because not every month has one. */
function monthWeekOf(day: string): number {
  const date = Number(day.slice(8));
  return date > 28 ? -1 : Math.ceil(date / 7);
}

export function planOf(fields: PlanFields, roomId: string, leaveOut: string[]): DatePlan {
  const days = [...new Set(fields.days.filter(Boolean))].sort();
  return {
    ...(fields.mode === 'single'
      ? { dates: days }
      : { weekdays: fields.weekdays, starts_on: fields.startsOn, ends_on: fields.endsOn }),
    ...(fields.mode === 'weeks' && { every_weeks: fields.everyWeeks }),
    ...(fields.mode === 'monthly' && { month_weeks: fields.monthWeeks }),
    local_time: fields.localTime,
    duration_min: Number(fields.durationMin),
    room_id: roomId,
    teacher_id: fields.teacher || null,
    capacity: Number(fields.capacity),
    ...(fields.isOnline && { is_online: true }),
    leave_out: leaveOut,
    on_closed_days: fields.onClosedDays,
  };
}

/** "“Clay” is in studio 1", "Teo teaches “Choir”" */
export function formatClash({ title, room, teacher }: Clash): string {
  if (room && teacher)
    return t('dashboard.programme.title_is_in_room_with_teacher', { title, room, teacher });
  if (room) return t('dashboard.programme.title_is_in_room', { title, room });
  return teacher
    ? t('dashboard.programme.teacher_teaches_title', { teacher, title })
    : t('dashboard.programme.the_teacher_teaches_title', { title });
}

/** "10 sessions, 2 clashes, 1 closed day skipped" */
export function formatPlan(dates: readonly PlannedDate[]): string {
  const count = (state: PlannedDate['state']) => dates.filter((date) => date.state === state).length;
  const [clashing, closed, past, leftOut] = [
    count('clash'),
    count('closed'),
    count('past'),
    count('left out'),
  ];
  return [
    t('dashboard.programme.plan_sessions', { count: count('new') + clashing }),
    clashing > 0 && t('dashboard.programme.plan_clashes', { count: clashing }),
    closed > 0 && t('dashboard.programme.plan_closed_days_skipped', { count: closed }),
    past > 0 && t('dashboard.programme.plan_in_the_past', { count: past }),
    leftOut > 0 && t('dashboard.programme.plan_days_left_out', { count: leftOut }),
  ]
    .filter(Boolean)
    .join(', ');
}
