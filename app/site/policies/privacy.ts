import { t } from '#app/language/messages.ts';
import type { Policy } from './policy.ts';

export const privacy: Policy = {
  slug: 'privacy',
  title: () => t('shared.policies.privacy'),
  summary: () => t('site.policies.privacy_summary'),
  write: ({ studioName, email, address, usesOutsideAnalytics, usesTurnstile }) => [
    {
      heading: t('site.policies.when_you_only_look'),
      text: usesOutsideAnalytics
        ? t('site.policies.we_and_google_count_pages')
        : t('site.policies.we_alone_count_pages'),
    },
    {
      heading: t('site.policies.what_your_browser_remembers'),
      text: t('site.policies.if_you_change_the_size_of'),
    },
    {
      heading: t('site.policies.when_you_write_to_us'),
      text: usesTurnstile
        ? t('site.policies.your_message_checked_by_turnstile')
        : t('site.policies.your_message_checked_by_us'),
    },
    {
      heading: t('site.policies.when_you_book'),
      text: t('site.policies.the_names_of_the_people_who'),
    },
    {
      heading: t('site.policies.when_you_have_an_account'),
      text: t('site.policies.your_name_your_email_address_what'),
    },
    {
      heading: t('site.policies.children'),
      text: t('site.policies.what_we_know_about_a_child'),
    },
    {
      heading: t('site.policies.where_it_is'),
      text: t('site.policies.in_the_database_of_studio_name', { studioName }),
    },
    {
      heading: t('site.policies.what_you_may_ask_for'),
      text: t('site.policies.to_see_everything_we_hold_about', {
        ways: email && address ? 'both' : email ? 'email' : address ? 'address' : 'other',
        email,
        address,
      }),
    },
  ],
};
