// The studio's policies by their address.
import { cancellation } from './cancellation.ts';
import { imprint } from './imprint.ts';
import type { Policy } from './policy.ts';
import { privacy } from './privacy.ts';
import { terms } from './terms.ts';

export const policies: readonly Policy[] = [privacy, terms, cancellation];
/** Shown once the studio has a legal name. */
export const allPolicies: readonly Policy[] = [...policies, imprint];

export function findPolicy(slug: string): Policy | undefined {
  return allPolicies.find((policy) => policy.slug === slug);
}
