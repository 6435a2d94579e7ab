// Where the studio's feeds are: functions of the backend, which may stand at another address than the pages.
import type { PublicSettings } from '#app/site-context.ts';

type Backend = Pick<PublicSettings, 'backendUrl'>;

/** The programme as a calendar to subscribe to, or one class, course or event of it. */
export function calendarAddress({ backendUrl }: Backend, slug?: string): string {
  return `${backendUrl}/functions/v1/calendar${slug === undefined ? '' : `/${slug}.ics`}`;
}

/** Recorded shows of the radio as a podcast, or one of them. */
export function podcastAddress({ backendUrl }: Backend, slug?: string): string {
  return `${backendUrl}/functions/v1/podcast${slug === undefined ? '' : `/${slug}.xml`}`;
}
