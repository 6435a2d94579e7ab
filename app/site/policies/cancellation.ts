import { t } from '#app/language/messages.ts';
import type { Policy } from './policy.ts';

export const cancellation: Policy = {
  slug: 'cancellation',
  title: () => t('site.policies.cancellation_title'),
  summary: () => t('site.policies.cancellation_summary'),
  since: '2026-11-01',
  write: ({ email, phone }) => [
    {
      heading: t('site.policies.until_24_hours_before'),
      text: t('site.policies.you_get_everything_back_the_way'),
    },
    {
      heading: t('site.policies.later_than_that'),
      text: t('site.policies.half_of_the_price_becomes_credit'),
    },
    {
      heading: t('site.policies.courses'),
      text: t('site.policies.a_course_is_one_thing_with'),
    },
    {
      heading: t('site.policies.when_we_cancel'),
      text: t('site.policies.you_always_get_everything_back_and'),
    },
    {
      heading: t('site.policies.children'),
      text: t('site.policies.a_child_who_is_ill_stays'),
    },
    {
      heading: t('site.policies.how_to_tell_us'),
      text: t('site.policies.with_the_link_in_your_confirmation', {
        ways: email && phone ? 'both' : email ? 'email' : phone ? 'phone' : 'other',
        email,
        phone,
      }),
    },
    {
      heading: t('site.policies.the_price_you_saw'),
      text: t('site.policies.the_price_and_rules_of_the'),
    },
  ],
};
