// What the database's functions for offerings and their sessions return.
import * as v from 'valibot';
import { sessionStatus } from './booking.ts';

const clash = v.object({
  session_id: v.string(),
  title: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  /** Set if the room is taken. */
  room: v.nullable(v.string()),
  /** Set if the teacher is busy. */
  teacher: v.nullable(v.string()),
});
export type Clash = v.InferOutput<typeof clash>;

/** Someone whom no email reaches: the phone number is empty where the studio has none. */
export const personToCall = v.object({ name: v.string(), phone: v.string() });
export type PersonToCall = v.InferOutput<typeof personToCall>;

/** `orders` counts all of them, `names` are some of those with an email address. */
const recipients = v.object({
  orders: v.number(),
  places: v.number(),
  names: v.array(v.string()),
  without_email: v.array(personToCall),
});
export type Recipients = v.InferOutput<typeof recipients>;

/** A teacher who gets or loses sessions by a change, or whose sessions it moves or cancels. */
const notifiedTeacher = v.object({
  person_id: v.string(),
  name: v.string(),
  teaches: v.boolean(),
  dates: v.number(),
  /** How many of them they taught before, too. */
  unchanged: v.number(),
  /** Whether there is an account to email. */
  is_reached: v.boolean(),
  /** The person making the change is not emailed. */
  is_self: v.boolean(),
});
export type NotifiedTeacher = v.InferOutput<typeof notifiedTeacher>;

const plannedDate = v.object({
  local_date: v.string(),
  /** Which of its weekdays in the month, of a plan by months. */
  month_week: v.nullable(v.number()),
  starts_at: v.string(),
  ends_at: v.string(),
  state: v.picklist(['new', 'clash', 'skipped', 'closed', 'past', 'left out']),
  closed: v.nullable(v.string()),
  clashes: v.array(clash),
});
export type PlannedDate = v.InferOutput<typeof plannedDate>;

export const planAnswer = v.object({
  dates: v.array(plannedDate),
  made: v.number(),
  session_ids: v.array(v.string()),
});
export type PlanAnswer = v.InferOutput<typeof planAnswer>;

const changedDate = v.object({
  id: v.string(),
  status: sessionStatus,
  from: v.string(),
  to: v.string(),
  ends_at: v.string(),
  room_from: v.string(),
  room_to: v.string(),
  teacher_to: v.nullable(v.string()),
  is_moved: v.boolean(),
  is_online: v.boolean(),
  is_past: v.boolean(),
  closed: v.nullable(v.string()),
  seats: v.number(),
  clashes: v.array(clash),
});
export type ChangedDate = v.InferOutput<typeof changedDate>;

export const changePreview = v.object({
  dates: v.array(changedDate),
  recipients,
  teachers: v.array(notifiedTeacher),
});
export type ChangePreview = v.InferOutput<typeof changePreview>;

export const cancelPreview = v.object({
  dates: v.array(v.object({ id: v.string(), starts_at: v.string(), seats: v.number() })),
  recipients,
  teachers: v.array(notifiedTeacher),
  waiting: v.number(),
  refund_cents: v.number(),
  credit_cents: v.number(),
});
export type CancelPreview = v.InferOutput<typeof cancelPreview>;

export const cancelledSession = v.object({ cancelled: v.boolean(), places: v.number() });
export const cancelledSessions = v.object({ dates: v.number(), places: v.number() });
export const removedSessions = v.object({ removed: v.number(), remaining: v.number() });
export const affectedTeachers = v.object({ teachers: v.array(notifiedTeacher) });

export const savedOffering = v.object({
  id: v.string(),
  version: v.number(),
  slug: v.string(),
  published_at: v.nullable(v.string()),
});
export type SavedOffering = v.InferOutput<typeof savedOffering>;

export const teacherCandidate = v.object({ user_id: v.string(), name: v.string() });

/** What belongs to each discipline, by its slug. */
export const disciplineUsage = v.record(
  v.string(),
  v.object({ offerings: v.number(), content: v.number(), shows: v.number() }),
);
export type DisciplineUsage = v.InferOutput<typeof disciplineUsage>[string];
