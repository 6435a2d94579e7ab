// The text of every email about a waiting list, one function for each. Recipients are decided in mail-jobs.ts.
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import type { BookingDate } from '#contracts/booking.ts';
import type { WaitView } from '#contracts/waitlist.ts';
import type { EmailContent } from '../mail/templates/layout.ts';
import { contactLine, linkTo, type Studio } from './email-studio.ts';
import { formatRooms, formatWhen } from './format-booking.ts';

export const waitlistEmails = {
  removed(wait: WaitView, studio: Studio, date: BookingDate): EmailContent {
    return {
      subject: `Removed from the waiting list: ${date.title}`,
      heading: 'You are no longer on the waiting list',
      intro: `The studio removed you from the waiting list for ${date.title}, ${formatWhen(date)}.`,
      facts: waitlistFacts(wait, studio, date),
      button: { label: 'Find another date', url: linkTo(studio, offeringPath(date)) },
      closing: `If you did not ask for this, please let us know. ${contactLine(studio)}`,
    };
  },
  joined(wait: WaitView, studio: Studio, date: BookingDate): EmailContent {
    return {
      subject: `You are on the waiting list: ${date.title}, ${formatWhen(date)}`,
      heading: wait.position
        ? `You are number ${wait.position} on the waiting list`
        : 'You are on the waiting list',
      intro: `${date.title} is full. When ${wait.places === 1 ? 'a place becomes' : `${wait.places} places become`} free, we offer places in the order people joined and email you when it is your turn.`,
      facts: waitlistFacts(wait, studio, date),
      button: { label: 'View your position', url: linkTo(studio, `/offer/${wait.waitlist_token}`) },
      closing: 'You can leave the waiting list at any time on the same page.',
    };
  },
  offer(wait: WaitView, studio: Studio, date: BookingDate, until: string): EmailContent {
    return {
      subject: `A place is free: ${date.title}, ${formatWhen(date)}`,
      heading: wait.places === 1 ? 'A place is free for you' : `${wait.places} places are free for you`,
      intro: `We hold ${wait.places === 1 ? 'it' : 'them'} for you until ${until}. After that we offer ${wait.places === 1 ? 'it' : 'them'} to the next person on the waiting list.`,
      facts: waitlistFacts(wait, studio, date),
      button: { label: 'Accept or decline', url: linkTo(studio, `/offer/${wait.waitlist_token}`) },
      closing: 'Nobody else can book it in the meantime.',
    };
  },
  offerExpired(wait: WaitView, studio: Studio, date: BookingDate): EmailContent {
    return {
      subject: `Your offer has expired: ${date.title}`,
      heading: 'Your offer has expired',
      intro: `The time to accept a place in ${date.title} has passed, so we offered it to the next person on the waiting list.`,
      facts: waitlistFacts(wait, studio, date),
      button: { label: 'Find another date', url: linkTo(studio, offeringPath(date)) },
      closing: 'You are welcome to join the waiting list again.',
    };
  },
} as const;

function waitlistFacts(wait: WaitView, studio: Studio, date: BookingDate): [string, string][] {
  return [
    ['When', formatWhen(date)],
    ['Where', formatRooms([date], studio.address)],
    ['Places', String(wait.places)],
  ];
}
