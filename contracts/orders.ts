// An order as the database describes it to staff.
import * as v from 'valibot';
import { orderView, refundMethod, refundState } from './booking.ts';

const amount = {
  id: v.string(),
  at: v.string(),
  amount_cents: v.number(),
  by: v.nullable(v.string()),
};

const payment = v.object({
  ...amount,
  method: v.picklist(['cash', 'card', 'transfer', 'card_at_studio']),
});

const refund = v.object({
  ...amount,
  method: refundMethod,
  state: refundState,
  cause: v.string(),
  reason: v.string(),
  done_at: v.nullable(v.string()),
  /** The card service's error message. */
  problem: v.nullable(v.string()),
});
export type Refund = v.InferOutput<typeof refund>;

const orderEvent = v.object({
  id: v.number(),
  at: v.string(),
  what: v.string(),
  details: v.record(v.string(), v.unknown()),
  by: v.nullable(v.string()),
  is_buyer: v.nullable(v.boolean()),
});
export type OrderEvent = v.InferOutput<typeof orderEvent>;

/** A session that a booking of the order can be moved to. */
const move = v.object({
  ...v.entriesFromList(['session_id', 'offering_id', 'title', 'starts_at', 'pool_id'], v.string()),
  free: v.number(),
});
export type Move = v.InferOutput<typeof move>;

const placeDetails = v.object({
  id: v.string(),
  note: v.string(),
  answers: v.record(v.string(), v.string()),
  born_on: v.nullable(v.string()),
  participant_id: v.nullable(v.string()),
  cancelled_at: v.nullable(v.string()),
});
export type PlaceDetails = v.InferOutput<typeof placeDetails>;

export const orderDetails = v.object({
  ...orderView.entries,
  allowed_cents: v.number(),
  has_account: v.boolean(),
  confirmed_at: v.nullable(v.string()),
  household_id: v.nullable(v.string()),
  payments: v.array(payment),
  refunds: v.array(refund),
  places: v.array(placeDetails),
  timeline: v.array(orderEvent),
  moves: v.array(move),
});
export type OrderDetails = v.InferOutput<typeof orderDetails>;
