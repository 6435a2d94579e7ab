// Where the studio's feeds are. Always at the site's own address, wherever the backend is: subscriptions outlive a move.
// They are in the language of the page that links to them.
import { currentLanguage, currentLanguages } from '#app/language/messages.ts';

/** The programme as a calendar to subscribe to, or one class, course or event of it. */
export function calendarAddress(slug?: string): string {
  return `/functions/v1/calendar${slug === undefined ? '' : `/${slug}.ics`}${languageQuery()}`;
}

/** Recorded shows of the radio as a podcast, or one of them. */
export function podcastAddress(slug?: string): string {
  return `/functions/v1/podcast${slug === undefined ? '' : `/${slug}.xml`}${languageQuery()}`;
}

/** The first language needs none: addresses that are subscribed to stay the same. */
function languageQuery(): string {
  return currentLanguages().base === '' ? '' : `?lang=${currentLanguage().code}`;
}
