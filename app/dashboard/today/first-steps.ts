import type { FirstSteps } from './load-first-steps.server.ts';

export interface FirstStep {
  title: string;
  reason: string;
  action: string;
  to: string;
  isDone: boolean;
}

/** Nothing under .example can be reached: such an address is still the sample studio's. */
const isReachable = (email: string) => email !== '' && !email.endsWith('.example');

export function firstSteps(found: FirstSteps, studio: { address: string; email: string }): FirstStep[] {
  const steps: FirstStep[] = [
    {
      title: 'Add your contact details',
      reason: 'Address, email, phone, opening hours, time zone and currency appear on every page and ticket.',
      action: 'Open settings',
      to: '/dashboard/settings',
      isDone: studio.address !== '' && isReachable(studio.email),
    },
    {
      title: 'Publish a class',
      reason: 'All it needs is a title, a picture and a weekly time.',
      action: 'Add a class',
      to: '/dashboard/offerings/new',
      isDone: found.hasClass,
    },
    {
      title: 'Set up email',
      reason: 'Confirmations wait in the outbox until a mail server is connected.',
      action: 'Set up email',
      to: '/dashboard/settings/mail',
      isDone: found.hasSentMail,
    },
    {
      title: 'Make a test booking',
      reason: 'See your classes as visitors do, and book a place to try it out.',
      action: 'View classes',
      to: '/classes',
      isDone: found.hasBooking,
    },
  ];
  if (!found.hasTransferAccount)
    steps.push({
      title: 'Add a bank account',
      reason: 'Without one, nobody can pay by bank transfer.',
      action: 'Add account',
      to: '/dashboard/settings/booking',
      isDone: false,
    });
  if (found.hasSamples)
    steps.push({
      title: 'Remove the sample content',
      reason:
        'Visitors see sample classes and prices, but only staff can book them. You can remove them with one click and add them again later.',
      action: 'View sample content',
      to: '/dashboard/settings/samples',
      isDone: false,
    });
  return steps;
}
