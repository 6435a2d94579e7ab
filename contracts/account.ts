// What the database's functions for a person's own account return.
import * as v from 'valibot';

export const profile = v.object({
  name: v.string(),
  phone: v.string(),
  born_on: v.nullable(v.string()),
  note: v.string(),
});

export type Profile = v.InferOutput<typeof profile>;

/** Why an account cannot be deleted yet; empty when it can. */
export const accountObstacle = v.partial(
  v.object({
    reason: v.picklist(['last_owner', 'bookings_to_come', 'unpaid', 'refund_due']),
    sentence: v.string(),
  }),
);

/** Everything that is stored about a person, for their own download: the database decides what it holds. */
export const ownData = v.record(v.string(), v.unknown());
