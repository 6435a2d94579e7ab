// What the database's functions for teachers return.
import * as v from 'valibot';
import { occupancy, sessionFacts } from './booking.ts';
import { translations } from './translations.ts';

const taughtSession = {
  ...sessionFacts,
  ...occupancy,
  is_online: v.boolean(),
  teacher: v.nullable(v.string()),
};

export const teachingSession = v.object({
  ...taughtSession,
  marked: v.number(),
  here: v.number(),
  is_looked_for: v.boolean(),
  translations: v.optional(translations),
});
export type TeachingSession = v.InferOutput<typeof teachingSession>;

export const teachingWeek = v.object({
  from_day: v.string(),
  /** Whether the account is linked to a teacher. */
  is_linked: v.boolean(),
  sessions: v.array(teachingSession),
});
export type TeachingWeek = v.InferOutput<typeof teachingWeek>;

export const substitute = v.object({
  id: v.string(),
  session_id: v.string(),
  state: v.picklist(['open', 'found', 'withdrawn']),
  reason: v.string(),
  asked_at: v.string(),
  asked_by: v.nullable(v.string()),
  is_mine: v.boolean(),
  instead_of: v.nullable(v.string()),
  found: v.nullable(v.string()),
  title: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  zone: v.string(),
  room: v.string(),
  translations: v.optional(translations),
});
export type Substitute = v.InferOutput<typeof substitute>;

const mark = v.picklist(['present', 'late', 'absent', 'excused']);

const registerPerson = v.object({
  booking_id: v.string(),
  name: v.string(),
  /** False: the booking was cancelled after the person was marked. */
  is_coming: v.boolean(),
  age: v.nullable(v.number()),
  note: v.string(),
  answers: v.record(v.string(), v.string()),
  is_outside_age: v.boolean(),
  /** For a child: the number to call. */
  call: v.nullable(v.string()),
  mark: v.nullable(mark),
  marked_at: v.nullable(v.string()),
  marked_by: v.nullable(v.string()),
  version: v.nullable(v.number()),
  rival: v.nullable(v.object({ mark, at: v.string(), by: v.nullable(v.string()) })),
});
export type RegisterPerson = v.InferOutput<typeof registerPerson>;

const registerNote = v.object({
  id: v.string(),
  body: v.string(),
  author: v.nullable(v.string()),
  is_mine: v.boolean(),
  written_at: v.string(),
});

export const register = v.object({
  session: v.object({ ...taughtSession, ...v.entriesFromList(['zone', 'slug', 'kind'], v.string()) }),
  people: v.array(registerPerson),
  notes: v.array(registerNote),
  substitute: v.nullable(substitute),
  /** When the database returned it. */
  as_of: v.string(),
});
export type Register = v.InferOutput<typeof register>;

export const teachingAccount = v.object({
  person_id: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
});
export type TeachingAccount = v.InferOutput<typeof teachingAccount>;
