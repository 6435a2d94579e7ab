import type { Policy } from './policy.ts';

export const privacy: Policy = {
  slug: 'privacy',
  title: 'What we know about you',
  summary: 'As little as we can run a studio with, and where it is stored.',
  since: '2026-11-01',
  write: ({ studioName, email, address, usesOutsideAnalytics, usesTurnstile }) => [
    {
      heading: 'When you only look',
      text: `We count how often a page is opened: the address of the page, the day, a number. Nothing about you is in it, no cookie is set for it and your network address is not stored. A browser that asks not to be tracked is not counted at all.${
        usesOutsideAnalytics
          ? ' Besides that, this site loads the counter of Google Analytics, which sets cookies of its own and sends the page you are on to Google. A browser that blocks it loses nothing here.'
          : ' No other company counts with us.'
      }`,
    },
    {
      heading: 'What your browser remembers',
      text: 'If you change the size of the text or choose a dark page, your own browser saves that. It also remembers that you have seen the opening animation, until you close the window. None of it reaches us.',
    },
    {
      heading: 'When you write to us',
      text: `Your name, your address for the answer and your message. We store them until your question is settled, and delete them when you ask. A form is checked for robots before it is sent: ${
        usesTurnstile
          ? 'the check is made by Cloudflare Turnstile, which sees your network address and your browser.'
          : 'your browser solves a small puzzle of ours, and no other company takes part.'
      }`,
    },
    {
      heading: 'When you book',
      text: 'The names of the people who come, an address for the confirmation, a phone number if you give one, and what the class asks: a date of birth for children, what a teacher should know. Anyone with the link to a booking can see and change it, so the link is long and only for you. We send the newsletter only if you subscribe and confirm, and every issue has a link to unsubscribe.',
    },
    {
      heading: 'When you have an account',
      text: 'Your name, your email address, what you booked and what you paid. Your password is stored only as a hash that cannot be reversed. For every sign-in we note the time, the network address and the kind of browser, so that you can spot a sign-in that is not yours and end that session. While you are signed in, a cookie says so; it is used for nothing else.',
    },
    {
      heading: 'Children',
      text: 'What we know about a child is seen by the guardians, by the teachers of the classes the child attends, and by the studio’s staff. By no one else.',
    },
    {
      heading: 'Where it is',
      text: `In the database of ${studioName}, run by us. We sell nothing and lend nothing. If the law makes us hand something over, we tell you unless the law forbids that as well.`,
    },
    {
      heading: 'What you may ask for',
      text: `To see everything we hold about you, to have it corrected, to take it with you in an open format, to have it deleted. Write to ${email} or come to ${address}. What tax law makes us keep, such as receipts, is deleted when the legal period ends. If you think we do it wrong, your data protection authority will listen to you.`,
    },
  ],
};
