// The studio's policies by their address.
import { cancellation } from './cancellation.ts';
import type { Policy } from './policy.ts';
import { privacy } from './privacy.ts';
import { terms } from './terms.ts';

export const policies: readonly Policy[] = [privacy, terms, cancellation];

export function findPolicy(slug: string): Policy | undefined {
  return policies.find((policy) => policy.slug === slug);
}
