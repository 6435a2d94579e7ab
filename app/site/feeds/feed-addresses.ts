// Where the studio's feeds are. Always at the site's own address, wherever the backend is: subscriptions outlive a move.

/** The programme as a calendar to subscribe to, or one class, course or event of it. */
export function calendarAddress(slug?: string): string {
  return `/functions/v1/calendar${slug === undefined ? '' : `/${slug}.ics`}`;
}

/** Recorded shows of the radio as a podcast, or one of them. */
export function podcastAddress(slug?: string): string {
  return `/functions/v1/podcast${slug === undefined ? '' : `/${slug}.xml`}`;
}
