// What the database's functions for the overview, the reports and the sample studio return.
import * as v from 'valibot';
import { teachingSession } from './teaching.ts';

const todaySession = v.object({
  ...teachingSession.entries,
  pool_id: v.string(),
  /** Orders with a place in it that are not fully paid. */
  unpaid: v.number(),
  unpaid_cents: v.number(),
  unpaid_names: v.array(v.string()),
  /** The first four people with a place who are not marked as present. */
  missing_names: v.array(v.string()),
});
export type TodaySession = v.InferOutput<typeof todaySession>;

const lastOpenDay = v.object({
  day: v.string(),
  ...v.entriesFromList(
    ['sessions', 'seats', 'here', 'received_cents', 'card_cents', 'booked', 'cancelled'],
    v.number(),
  ),
});
export type LastOpenDay = v.InferOutput<typeof lastOpenDay>;

export const staffToday = v.object({
  sessions: v.array(todaySession),
  /** The next day with sessions; null when today has some. */
  next_day: v.nullable(v.object({ day: v.string(), sessions: v.array(todaySession) })),
  last_day: v.nullable(lastOpenDay),
  /** The most listeners in each quarter of an hour of the last twelve hours. */
  listeners: v.array(v.number()),
  gaps: v.array(
    v.object({
      session_id: v.string(),
      starts_at: v.string(),
      title: v.string(),
      /** The teacher who cannot come; null when no teacher is assigned. */
      instead_of: v.nullable(v.string()),
      seats: v.number(),
    }),
  ),
  unpaid: v.object({ orders: v.number(), cents: v.number() }),
  unpaid_first: v.array(
    v.object({
      id: v.string(),
      number: v.string(),
      buyer: v.string(),
      method: v.string(),
      owed_cents: v.number(),
      currency: v.string(),
      created_at: v.string(),
    }),
  ),
  waiting: v.number(),
});

const figures = v.record(v.string(), v.number());
export type Figures = v.InferOutput<typeof figures>;

export const studioReport = v.object({
  ...v.entriesFromList(['from_day', 'to_day', 'before_from', 'before_to'], v.string()),
  rows: v.array(v.object({ day: v.string(), figures })),
  before: v.array(v.object({ day: v.string(), figures })),
  parts: v.array(v.object({ name: v.string(), figures })),
});
export type StudioReport = v.InferOutput<typeof studioReport>;

const daySum = v.object({
  day: v.string(),
  /** Unique listeners per day. */
  listeners: v.number(),
  /** Minutes of all listeners together. */
  minutes: v.number(),
  /** Peak of listeners at the same time. */
  peak: v.number(),
});

const audiencePart = v.object({ listeners: v.number(), seconds: v.number() });

export const radioAudience = v.object({
  from_day: v.string(),
  to_day: v.string(),
  /** Minutes of all listeners together, as counted every minute. */
  minutes: v.number(),
  peak: v.number(),
  average: v.number(),
  /** Each once a day. */
  listeners: v.number(),
  /** Of all sessions together. */
  seconds: v.number(),
  formats: v.array(v.object({ name: v.string(), ...audiencePart.entries })),
  devices: v.array(v.object({ kind: v.string(), name: v.string(), ...audiencePart.entries })),
  /** Null: not known. */
  countries: v.array(v.object({ name: v.nullable(v.string()), ...audiencePart.entries })),
  /** Most minutes first; without a title: between two shows. */
  shows: v.array(
    v.object({
      id: v.nullable(v.string()),
      title: v.nullable(v.string()),
      ...v.entriesFromList(['minutes', 'peak', 'average'], v.number()),
    }),
  ),
  /** Empty for more than a quarter of a year. */
  days: v.array(daySum),
});
export type RadioAudience = v.InferOutput<typeof radioAudience>;

export const radioRetention = v.object({
  airings: v.number(),
  /** All who listened at the start of an airing, and all who joined during one. */
  at_start: v.number(),
  joined: v.number(),
  points: v.array(
    v.object({
      minute: v.number(),
      /** Those who could have stayed so long, and those who did. */
      ...v.entriesFromList(['at_start', 'at_start_stayed', 'joined', 'joined_stayed'], v.number()),
    }),
  ),
});
export type RadioRetention = v.InferOutput<typeof radioRetention>;

export const sampleContent = v.object({
  ...v.entriesFromList(['classes', 'people', 'works', 'posts', 'shows', 'rooms', 'orders'], v.number()),
  /** Orders of real people for sample classes. */
  tried_orders: v.number(),
});
export const firstSteps = v.object({
  is_dismissed: v.boolean(),
  ...v.entriesFromList(
    [
      'has_name',
      'has_look',
      'has_legal_details',
      'has_room',
      'has_teacher',
      'has_class',
      'takes_transfers',
      'has_backup',
      'has_read_back',
    ],
    v.boolean(),
  ),
  ...v.entriesFromList(
    ['languages', 'untranslated', 'policies', 'confirmed_policies', 'samples'],
    v.number(),
  ),
});
export type FirstStepFacts = v.InferOutput<typeof firstSteps>;
export const removedSamples = v.object({
  orders: v.number(),
  pools: v.number(),
  /** The files that nothing names any more. */
  pictures: v.array(v.string()),
  sounds: v.array(v.string()),
});

export const importSummary = v.object({
  id: v.string(),
  kind: v.picklist(['people', 'bookings', 'tracks']),
  file_name: v.string(),
  state: v.picklist(['filling', 'checked', 'done']),
  ...v.entriesFromList(
    ['row_count', 'created_count', 'changed_count', 'matched_count', 'rejected_count'],
    v.number(),
  ),
  made_by: v.nullable(v.string()),
  made_at: v.string(),
  done_at: v.nullable(v.string()),
});
export type Import = v.InferOutput<typeof importSummary>;
