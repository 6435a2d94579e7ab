// From what somebody chose in the form to the plan that the database understands; and what a preview says in words.
import { addDays, mondayOf, weekdayOf } from '#app/language/calendar-day.ts';
import type { Clash, DatePlan, PlannedDate } from '../programme-api.ts';

export interface PlanFields {
  mode: 'weekly' | 'weeks' | 'monthly' | 'single';
  weekdays: number[];
  /** Where the rule goes by several weeks: how many. */
  everyWeeks: number;
  /** Where it goes by months: the first to the fourth of them, or -1 for the last. */
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
  onClosedDays: boolean;
}

const WEEKS = 10;

/** A new plan: from the next whole week for ten weeks, unless a day was chosen already. */
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
    onClosedDays: false,
  };
}

/** Which of its weekdays in the month a day is; a fifth one does not come every month and counts as the last. */
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
    leave_out: leaveOut,
    on_closed_days: fields.onClosedDays,
  };
}

/** "The room has “Clay”", "Teo teaches “Choir”" */
export function formatClash({ title, room, teacher }: Clash): string {
  if (room && teacher) return `“${title}” is there, with ${teacher}`;
  if (room) return `“${title}” is in ${room}`;
  return `${teacher ?? 'The teacher'} has “${title}”`;
}

/** "10 dates, 1 holiday left out, 2 clash": what a preview comes to. */
export function formatPlan(dates: readonly PlannedDate[]): string {
  const count = (state: PlannedDate['state']) => dates.filter((date) => date.state === state).length;
  const many = (number: number, one: string, more: string) =>
    number === 1 ? `1 ${one}` : `${number} ${more}`;
  const made = count('new') + count('clash');
  return [
    many(made, 'date', 'dates'),
    count('clash') > 0 && `${count('clash')} of them ${count('clash') === 1 ? 'clashes' : 'clash'}`,
    count('closed') > 0 && `${many(count('closed'), 'closed day', 'closed days')} left out`,
    count('past') > 0 && `${many(count('past'), 'is', 'are')} past`,
    count('left out') > 0 && `${many(count('left out'), 'day', 'days')} taken out`,
  ]
    .filter(Boolean)
    .join(', ');
}
