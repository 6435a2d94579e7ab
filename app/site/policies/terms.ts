import { t } from '#app/language/messages.ts';
import type { Policy, PolicyFacts } from './policy.ts';
import { sellerText } from './seller.ts';

export const terms: Policy = {
  slug: 'terms',
  title: () => t('shared.policies.terms'),
  summary: () => t('site.policies.terms_summary'),
  write: (facts) => [
    {
      heading: t('site.policies.who_you_deal_with'),
      text: sellerText(facts),
    },
    {
      heading: t('site.policies.a_place_is_yours_when_we'),
      text: t('site.policies.what_you_see_on_these_pages'),
    },
    {
      heading: t('site.policies.paying'),
      text: payingText(facts),
    },
    {
      heading: t('site.policies.in_the_rooms'),
      text: t('site.policies.nobody_auditions_and_nobody_is_laughed'),
    },
    {
      heading: t('site.policies.children'),
      text: t('site.policies.we_look_after_a_child_from'),
    },
    {
      heading: t('site.policies.what_you_make_here_is_yours'),
      text: t('site.policies.works_texts_and_recordings_belong_to'),
    },
    {
      heading: t('site.policies.when_something_goes_wrong'),
      text: t('site.policies.we_are_liable_for_harm_we'),
    },
  ],
};

function payingText({ takesTransfers, takesCards, business }: PolicyFacts): string {
  const ways = takesTransfers ? (takesCards ? 'all' : 'transfer') : takesCards ? 'card' : 'other';
  return [
    t('site.policies.ways_to_pay', { ways }),
    business.vat_status === 'charged' && t('site.policies.prices_include_tax'),
    business.vat_status === 'exempt' && business.tax_note,
    t('site.policies.prices_include_material'),
  ]
    .filter(Boolean)
    .join(' ');
}
