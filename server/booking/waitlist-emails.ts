// The text of every email about a waiting list, one function for each. Recipients are decided in mail-jobs.ts.
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { t } from '#app/language/messages.ts';
import type { BookingDate } from '#contracts/booking.ts';
import type { WaitView } from '#contracts/waitlist.ts';
import { pageUrl } from '../language/page-url.ts';
import type { EmailContent } from '../mail/templates/layout.ts';
import { contactLine, type Studio } from './email-studio.ts';
import { formatRooms, formatWhen } from './format-booking.ts';

export const waitlistEmails = {
  removed(wait: WaitView, studio: Studio, date: BookingDate): EmailContent {
    const { title } = date;
    return {
      subject: t('email.waitlist.removed_subject', { title }),
      heading: t('email.waitlist.removed_heading'),
      intro: t('email.waitlist.removed_intro', { title, when: formatWhen(date) }),
      facts: waitlistFacts(wait, studio, date),
      button: findAnotherDate(studio, date),
      closing: `${t('email.waitlist.removed_closing')} ${contactLine(studio)}`,
    };
  },
  joined(wait: WaitView, studio: Studio, date: BookingDate): EmailContent {
    const { title } = date;
    const { places, position } = wait;
    return {
      subject: t('email.waitlist.joined_subject', { title, when: formatWhen(date) }),
      heading: position
        ? t('email.waitlist.joined_heading_position', { position })
        : t('email.waitlist.joined_heading'),
      intro: t('email.waitlist.joined_intro', { title, places }),
      facts: waitlistFacts(wait, studio, date),
      button: { label: t('email.waitlist.view_position'), url: offerUrl(wait, studio) },
      closing: t('email.waitlist.joined_closing'),
    };
  },
  offer(wait: WaitView, studio: Studio, date: BookingDate, until: string): EmailContent {
    const { places } = wait;
    return {
      subject: t('email.waitlist.offer_subject', { title: date.title, when: formatWhen(date) }),
      heading: t('email.waitlist.offer_heading', { places }),
      intro: t('email.waitlist.offer_intro', { places, until }),
      facts: waitlistFacts(wait, studio, date),
      button: { label: t('email.waitlist.accept_or_decline'), url: offerUrl(wait, studio) },
      closing: t('email.waitlist.offer_closing'),
    };
  },
  offerExpired(wait: WaitView, studio: Studio, date: BookingDate): EmailContent {
    const { title } = date;
    return {
      subject: t('email.waitlist.expired_subject', { title }),
      heading: t('email.waitlist.expired_heading'),
      intro: t('email.waitlist.expired_intro', { title }),
      facts: waitlistFacts(wait, studio, date),
      button: findAnotherDate(studio, date),
      closing: t('email.waitlist.expired_closing'),
    };
  },
} as const;

const offerUrl = (wait: WaitView, studio: Studio) => pageUrl(studio, `/offer/${wait.waitlist_token}`);

const findAnotherDate = (studio: Studio, date: BookingDate) => ({
  label: t('email.booking.find_another_date'),
  url: pageUrl(studio, offeringPath(date)),
});

function waitlistFacts(wait: WaitView, studio: Studio, date: BookingDate): [string, string][] {
  return [
    [t('email.facts.when'), formatWhen(date)],
    [t('email.facts.where'), formatRooms([date], studio.address)],
    [t('email.facts.places'), String(wait.places)],
  ];
}
