import type { Policy } from './policy.ts';

/** What a class or event page adds to its own rules for cancelling. */
export const FROZEN_RULES = 'Price and rules are those of the day you took the place.';

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
      text: 'Half of the price becomes credit for anything else here. It does not expire.\n\nIf somebody else takes your place, you get everything back after all, whatever the hour. We look for that somebody; you do not have to.',
    },
    {
      heading: 'Courses',
      text: 'A course is one thing with several dates. Before the first date the rules above hold for the whole of it. Once it has begun, we pay back the dates that are still to come when illness or a move keeps you away.',
    },
    {
      heading: 'When we cancel',
      text: 'You get everything back, always, and hear of it as early as we know. If another date suits you better than money, say so.',
    },
    {
      heading: 'Children',
      text: 'A child who is ill stays at home, and you pay nothing for that date. Tell us on the day.',
    },
    {
      heading: 'How to tell us',
      text: `With the link in your confirmation: it gives the place back at once and says what you get. Or write to ${email}, or call ${phone}; name, class and date are enough, and the time your message arrives is the time that counts.`,
    },
    {
      heading: 'The price you saw',
      text: 'Price and rules are those of the day you took your place. If either changes later, yours stay as they were.',
    },
  ],
};
