import { t } from '#app/language/messages.ts';
import type { Policy } from './policy.ts';
import { sellerText } from './seller.ts';

/** Facts alone: there is nothing to confirm, and no page without a legal name. */
export const imprint: Policy = {
  slug: 'imprint',
  title: () => t('shared.policies.imprint'),
  summary: () => t('site.policies.imprint_summary'),
  write: (facts) => [{ heading: facts.studioName, text: sellerText(facts) }],
};
