// What the database's functions for waiting lists return.
import * as v from 'valibot';
import { occupancy, offeringKind, sessionStatus } from './booking.ts';
import { translations } from './translations.ts';

const entryState = v.picklist(['waiting', 'offered', 'accepted', 'declined', 'expired', 'left', 'closed']);

/** An entry as the person on the waiting list sees it. */
export const waitView = v.object({
  waitlist_token: v.string(),
  places: v.number(),
  name: v.string(),
  email: v.string(),
  joined_at: v.string(),
  state: entryState,
  position: v.nullable(v.number()),
  waiting: v.number(),
  offer_ends_at: v.nullable(v.string()),
  seconds_left: v.nullable(v.number()),
  session_id: v.string(),
  hold_token: v.nullable(v.string()),
});
export type WaitView = v.InferOutput<typeof waitView>;

export const waitlistPlace = v.object({
  waitlist_token: v.string(),
  places: v.number(),
  state: v.picklist(['waiting', 'offered']),
  title: v.nullable(v.string()),
  starts_at: v.nullable(v.string()),
  translations: v.optional(translations),
});

const entry = { id: v.number(), name: v.string(), places: v.number() };
const person = { ...entry, ...v.entriesFromList(['email', 'phone', 'joined_at'], v.string()) };
const change = { at: v.string(), by: v.nullable(v.string()), reason: v.string() };

const waitlistEntry = v.object({
  ...person,
  place: v.number(),
  moved: v.nullable(v.array(v.object({ ...change, what: v.string() }))),
});
export type WaitlistEntry = v.InferOutput<typeof waitlistEntry>;

const waitlistOffer = v.object({ ...person, offered_at: v.string(), offer_ends_at: v.string() });
export type WaitlistOffer = v.InferOutput<typeof waitlistOffer>;

const waitlistEnded = v.object({
  ...entry,
  state: v.picklist(['accepted', 'declined', 'expired', 'left', 'closed']),
  reason: v.nullable(v.string()),
  by: v.nullable(v.string()),
});
export type WaitlistEnded = v.InferOutput<typeof waitlistEnded>;

/** Places added for someone on the waiting list (above zero), or removed again. */
const capacityChange = v.object({ ...change, places: v.number() });
export type CapacityChange = v.InferOutput<typeof capacityChange>;

export const waitlist = v.object({
  ...v.entriesFromList(['pool_id', 'session_id', 'title', 'slug', 'starts_at'], v.string()),
  kind: offeringKind,
  status: sessionStatus,
  ...occupancy,
  held: v.number(),
  offered: v.number(),
  /** How many places were added to the planned capacity by offers out of turn. */
  added: v.number(),
  size_changes: v.array(capacityChange),
  offers: v.array(waitlistOffer),
  entries: v.array(waitlistEntry),
  gone: v.array(waitlistEnded),
});
export type Waitlist = v.InferOutput<typeof waitlist>;
