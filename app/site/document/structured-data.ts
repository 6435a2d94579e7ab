// The studio as structured data for search engines: a school with an address, opening hours and a radio.
import type { OpeningHours } from '#app/site/layout/opening-now.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function studioStructuredData(
  studio: { name: string; description: string; address: string; email: string; phone: string },
  hours: OpeningHours[],
  siteUrl: string,
): object {
  return {
    '@context': 'https://schema.org',
    '@type': ['EducationalOrganization', 'LocalBusiness'],
    '@id': `${siteUrl}/#studio`,
    name: studio.name,
    description: studio.description,
    url: siteUrl,
    image: `${siteUrl}/social.png`,
    ...(studio.email && { email: studio.email }),
    ...(studio.phone && { telephone: studio.phone }),
    ...postalAddress(studio.address),
    openingHoursSpecification: hours.map((day) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: DAYS[day.weekday - 1],
      opens: day.opens.slice(0, 5),
      closes: day.closes.slice(0, 5),
    })),
  };
}

/** Nothing while the studio has entered no address: an empty one is an error to search engines. */
export function postalAddress(address: string): object {
  return address ? { address: { '@type': 'PostalAddress', streetAddress: address } } : {};
}

/** The studio where another thing names it. */
export function studioData(name: string, siteUrl: string): object {
  return { '@type': 'EducationalOrganization', '@id': `${siteUrl}/#studio`, name };
}

export function personData(person: { slug: string; name: string }, siteUrl: string): object {
  return { '@type': 'Person', name: person.name, url: `${siteUrl}/people/${person.slug}` };
}
