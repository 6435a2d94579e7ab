// What the database's booking functions return, as the pages and the emails read it.
import * as v from 'valibot';
import { translations } from './translations.ts';

const cancellationPolicy = v.object({
  id: v.string(),
  name: v.string(),
  summary: v.string(),
  full_until_h: v.number(),
  late_credit_percent: v.number(),
  /** Absent in bookings of before there were translations. */
  translations: v.optional(translations),
});
export type CancellationPolicy = v.InferOutput<typeof cancellationPolicy>;

const contact = v.object({ name: v.string(), email: v.string(), phone: v.string() });

export const sessionStatus = v.picklist(['planned', 'cancelled']);
export const offeringKind = v.picklist(['class', 'course', 'workshop', 'event']);
export const bookingState = v.picklist(['pending', 'seated', 'cancelled', 'lapsed']);
export const refundMethod = v.picklist(['card', 'studio', 'transfer', 'credit']);
export const refundState = v.picklist(['due', 'done', 'failed']);

/** What every description of a session has. */
export const sessionFacts = {
  id: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  status: sessionStatus,
  title: v.string(),
  room: v.string(),
};
/** How full a session is. */
export const occupancy = { capacity: v.number(), seats: v.number(), waiting: v.number() };

export const holdView = v.object({
  hold_token: v.string(),
  state: v.picklist(['live', 'used', 'released', 'expired']),
  session_id: v.string(),
  places: v.number(),
  created_at: v.string(),
  expires_at: v.string(),
  seconds_left: v.number(),
  /** Of one place. */
  price_cents: v.number(),
  currency: v.string(),
  policy: cancellationPolicy,
  dates: v.number(),
  /** The person on the waiting list whom the places were offered to. */
  person: v.nullable(contact),
  order_token: v.nullable(v.string()),
});
export type HoldView = v.InferOutput<typeof holdView>;

const bookingDate = v.object({
  ...sessionFacts,
  pool_id: v.string(),
  zone: v.string(),
  sequence: v.number(),
  /** People listen in their browser. */
  is_online: v.boolean(),
  slug: v.string(),
  kind: offeringKind,
  discipline: v.string(),
  teacher: v.nullable(v.string()),
  bring: v.string(),
  translations: v.optional(translations),
});
export type BookingDate = v.InferOutput<typeof bookingDate>;

const bookedPlace = v.object({
  id: v.string(),
  name: v.string(),
  state: bookingState,
  price_cents: v.number(),
  voucher_cents: v.number(),
  by_pass: v.boolean(),
  retained_cents: v.number(),
  policy: cancellationPolicy,
  pool_id: v.string(),
  is_outside_age: v.boolean(),
  cancelled_by: v.nullable(v.picklist(['guest', 'studio'])),
  /** What cancelling now would bring. */
  gets_back: v.picklist(['everything', 'credit', 'nothing']),
});
export type BookedPlace = v.InferOutput<typeof bookedPlace>;

/** What a new booking needs to go on: its link and what is to be paid. */
export const bookedOrder = v.object({
  order_token: v.string(),
  order_id: v.string(),
  number: v.string(),
  state: v.picklist(['pending', 'confirmed', 'cancelled', 'lapsed']),
  method: v.picklist(['studio', 'transfer', 'card', 'pass', 'none']),
  total_cents: v.number(),
  currency: v.string(),
});

export const orderView = v.object({
  ...bookedOrder.entries,
  kind: v.picklist(['booking', 'pass', 'voucher']),
  paid_cents: v.number(),
  buyer: contact,
  created_at: v.string(),
  due_at: v.nullable(v.string()),
  hold_token: v.nullable(v.string()),
  hold_expires_at: v.nullable(v.string()),
  bookings: v.array(bookedPlace),
  dates: v.array(bookingDate),
  refunds: v.array(
    v.object({
      amount_cents: v.number(),
      method: refundMethod,
      state: refundState,
      cause: v.string(),
      reason: v.string(),
    }),
  ),
  credits: v.array(v.object({ code: v.string(), balance_cents: v.number() })),
  passes: v.array(
    v.object({
      code: v.string(),
      entries: v.number(),
      name: v.string(),
      translations: v.optional(translations),
      is_active: v.boolean(),
      valid_until: v.string(),
    }),
  ),
});
export type OrderView = v.InferOutput<typeof orderView>;

export const nextDate = v.object({
  ...v.entriesFromList(
    ['session_id', 'order_id', 'starts_at', 'ends_at', 'title', 'room', 'names'],
    v.string(),
  ),
  is_online: v.boolean(),
  translations: v.optional(translations),
});
export type NextDate = v.InferOutput<typeof nextDate>;

/** A session in a person's own calendar: booked, or taught by them (then without names). */
export const ownCalendarDate = v.object({
  ...sessionFacts,
  zone: v.string(),
  sequence: v.number(),
  /** People listen in their browser. */
  is_online: v.boolean(),
  slug: v.string(),
  kind: offeringKind,
  names: v.nullable(v.string()),
  translations: v.optional(translations),
});
