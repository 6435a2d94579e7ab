import type { Policy } from './policy.ts';

/** What a class or event page adds to its own rules for cancelling. */
export const FROZEN_RULES = 'The price and rules of the day you booked apply.';

export const cancellation: Policy = {
  slug: 'cancellation',
  title: 'If you cannot come',
  summary: 'What you get back when you cancel, and when we do.',
  since: '2026-11-01',
  write: ({ email, phone }) => [
    {
      heading: 'Until 24 hours before',
      text: 'You get everything back, the way you paid. No reason needed.',
    },
    {
      heading: 'Later than that',
      text: 'Half of the price becomes credit for anything else here. It does not expire.\n\nIf someone else takes your place, you get everything back after all, however late it is. We look for that person; you do not have to.',
    },
    {
      heading: 'Courses',
      text: 'A course is one thing with several dates. Before the first date the rules above hold for the whole of it. Once it has begun, we pay back the dates that are still to come when illness or a move keeps you away.',
    },
    {
      heading: 'When we cancel',
      text: 'You always get everything back, and we tell you as early as we can. If another date suits you better than money, say so.',
    },
    {
      heading: 'Children',
      text: 'A child who is ill stays at home, and you pay nothing for that date. Tell us on the day.',
    },
    {
      heading: 'How to tell us',
      text: `With the link in your confirmation: it cancels the booking at once and says what you get back. Or write to ${email}, or call ${phone}; name, class and date are enough, and the time your message arrives is the time that counts.`,
    },
    {
      heading: 'The price you saw',
      text: 'The price and rules of the day you booked apply. If either changes later, yours stay the same.',
    },
  ],
};
