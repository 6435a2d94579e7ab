// How far a policy of the site has come.
import * as v from 'valibot';
import type { Json } from './database.types.ts';

export const policyState = v.object({
  slug: v.picklist(['privacy', 'terms', 'cancellation']),
  /** changed: a setting that the text contains is another one since it was confirmed. own: the studio wrote its own text. */
  state: v.picklist(['draft', 'confirmed', 'changed', 'own']),
  /** The day of the text that counts: null for a draft. */
  since: v.nullable(v.string()),
  /** What the text takes from the settings; confirming it sends them back. */
  facts: v.custom<Json>((value) => value !== undefined),
});
export type PolicyState = v.InferOutput<typeof policyState>;
