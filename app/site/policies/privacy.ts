import { t } from '#app/language/messages.ts';
import type { Policy } from './policy.ts';

export const privacy: Policy = {
  slug: 'privacy',
  title: 'What we know about you',
  summary: 'As little as we can run a studio with, and where it is stored.',
  since: '2026-11-01',
  write: ({ studioName, email, address, usesOutsideAnalytics, usesTurnstile }) => [
    {
      heading: t('site.policies.when_you_only_look'),
      text: `We count how often a page is opened: the address of the page, the day, a number. Nothing about you is in it, no cookie is set for it and your network address is not stored. A browser that asks not to be tracked is not counted at all.${
        usesOutsideAnalytics
          ? ' Besides that, this site loads the counter of Google Analytics, which sets cookies of its own and sends the page you are on to Google. A browser that blocks it loses nothing here.'
          : ' No other company counts with us.'
      }`,
    },
    {
      heading: t('site.policies.what_your_browser_remembers'),
      text: t('site.policies.if_you_change_the_size_of'),
    },
    {
      heading: t('site.policies.when_you_write_to_us'),
      text: `Your name, your address for the answer and your message. We store them until your question is settled, and delete them when you ask. A form is checked for robots before it is sent: ${
        usesTurnstile
          ? 'the check is made by Cloudflare Turnstile, which sees your network address and your browser.'
          : 'your browser solves a small puzzle of ours, and no other company takes part.'
      }`,
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
      text: t('site.policies.to_see_everything_we_hold_about', { email, address }),
    },
  ],
};
