import { fullStop } from '#app/language/full-stop.ts';
import { joinItems } from '#app/language/list.ts';
import { t } from '#app/language/messages.ts';
import type { Policy } from './policy.ts';

export const terms: Policy = {
  slug: 'terms',
  title: () => t('site.policies.terms_title'),
  summary: () => t('site.policies.terms_summary'),
  since: '2026-11-01',
  write: ({ studioName, email, address }) => [
    {
      heading: t('site.policies.who_you_deal_with'),
      text: fullStop(joinItems([studioName, address, email])),
    },
    {
      heading: t('site.policies.a_place_is_yours_when_we'),
      text: t('site.policies.what_you_see_on_these_pages'),
    },
    {
      heading: t('site.policies.paying'),
      text: t('site.policies.at_the_studio_or_by_bank'),
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
