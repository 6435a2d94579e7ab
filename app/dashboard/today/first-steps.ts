import type { FirstSteps } from './load-first-steps.server.ts';

export interface FirstStep {
  title: string;
  /** Why, in a sentence. */
  words: string;
  go: string;
  to: string;
  isDone: boolean;
}

/** Names under .example reach nobody: an address there is still the sample studio's. */
const reaches = (email: string) => email !== '' && !email.endsWith('.example');

export function firstSteps(found: FirstSteps, studio: { address: string; email: string }): FirstStep[] {
  const steps: FirstStep[] = [
    {
      title: 'Say where you are',
      words:
        'Address, email, phone, opening hours, time zone and currency: they stand on every page and ticket.',
      go: 'Fill in',
      to: '/dashboard/settings',
      isDone: studio.address !== '' && reaches(studio.email),
    },
    {
      title: 'Publish a class',
      words: 'A title, a picture, a weekly rule. Three minutes.',
      go: 'Begin a class',
      to: '/dashboard/offerings/new',
      isDone: found.hasClass,
    },
    {
      title: 'Let mail leave the house',
      words: 'Confirmations wait in the outbox until a mail server takes them.',
      go: 'Set up mail',
      to: '/dashboard/settings/mail',
      isDone: found.hasSentMail,
    },
    {
      title: 'Take a first booking',
      words: 'Look at your classes as a visitor does, and book a place to try it.',
      go: 'See the classes',
      to: '/classes',
      isDone: found.hasBooking,
    },
  ];
  if (!found.hasTransferAccount)
    steps.push({
      title: 'Enter a bank account',
      words: 'Until there is one, nobody can pay by bank transfer.',
      go: 'Enter it',
      to: '/dashboard/settings/booking',
      isDone: false,
    });
  if (found.hasSamples)
    steps.push({
      title: 'Take the sample studio away',
      words:
        'Visitors see sample classes and prices, but only staff can book them. One click takes them away, and they can come back.',
      go: 'See what is sample',
      to: '/dashboard/settings/samples',
      isDone: false,
    });
  return steps;
}
