// A household as the database describes it to staff.
import * as v from 'valibot';
import { bookingState } from './booking.ts';

const householdPerson = v.object({
  id: v.string(),
  name: v.string(),
  born_on: v.nullable(v.string()),
  note: v.string(),
  is_guardian: v.boolean(),
  bookings: v.number(),
  consents: v.array(
    v.object({
      kind: v.string(),
      version: v.string(),
      given_at: v.string(),
      withdrawn_at: v.nullable(v.string()),
    }),
  ),
});
export type HouseholdPerson = v.InferOutput<typeof householdPerson>;

const guardian = v.object({
  user_id: v.string(),
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  since: v.string(),
  last_seen: v.nullable(v.string()),
});

const householdBooking = v.object({
  id: v.string(),
  order_id: v.string(),
  number: v.string(),
  name: v.string(),
  state: bookingState,
  title: v.nullable(v.string()),
  starts_at: v.nullable(v.string()),
});
export type HouseholdBooking = v.InferOutput<typeof householdBooking>;

export const household = v.object({
  id: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  created_at: v.string(),
  guardians: v.array(guardian),
  participants: v.array(householdPerson),
  bookings: v.array(householdBooking),
  notes: v.array(v.object({ id: v.number(), at: v.string(), body: v.string(), by: v.nullable(v.string()) })),
  merges: v.array(
    v.object({
      id: v.string(),
      at: v.string(),
      reason: v.string(),
      by: v.nullable(v.string()),
      name: v.string(),
      undone_at: v.nullable(v.string()),
    }),
  ),
  /** Other households with a person of the same name, and of the same age where both are known. */
  alike: v.array(v.object({ id: v.string(), name: v.string(), who: v.string() })),
});
export type Household = v.InferOutput<typeof household>;

export const mergePreview = v.object({
  target: household,
  merged: household,
  same: v.array(v.object({ from: v.string(), into: v.string(), name: v.string() })),
});
export type MergePreview = v.InferOutput<typeof mergePreview>;
