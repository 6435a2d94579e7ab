// Classes and events as search engines read them: schema.org Course and Event.

import { audienceLine } from '#app/features/programme/audience.ts';
import { postalAddress, studioData } from '#app/site/document/structured-data.ts';
import type { Offering, OfferingDate } from './load-offering.ts';

interface StudioForData {
  name: string;
  address: string;
}

export function courseData(offering: Offering, studio: StudioForData, siteUrl: string): object {
  const url = `${siteUrl}/classes/${offering.slug}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    '@id': `${url}#course`,
    url,
    name: offering.title,
    description: offering.summary,
    provider: provider(studio, siteUrl),
    educationalLevel: audienceLine(offering),
    typicalAgeRange: `${offering.age_from}-${offering.age_to ?? ''}`,
    offers: {
      ...offer(offering, url),
      category: offering.price_cents === 0 ? 'Free' : 'Paid',
    },
    hasCourseInstance: planned(offering).map((date) => ({
      '@type': 'CourseInstance',
      courseMode: date.is_online ? 'Online' : 'Onsite',
      startDate: date.starts_at,
      endDate: date.ends_at,
      location: place(date, studio, url),
      ...(offering.teacher && { instructor: { '@type': 'Person', name: offering.teacher.name } }),
    })),
  };
}

export function eventData(offering: Offering, studio: StudioForData, siteUrl: string): object {
  const url = `${siteUrl}/events/${offering.slug}`;
  return {
    '@context': 'https://schema.org',
    '@graph': offering.sessions.map((date) => ({
      '@type': 'Event',
      '@id': `${url}#${date.id}`,
      url,
      name: offering.title,
      description: offering.summary,
      startDate: date.starts_at,
      endDate: date.ends_at,
      eventStatus: `https://schema.org/${date.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
      eventAttendanceMode: `https://schema.org/${date.is_online ? 'Online' : 'Offline'}EventAttendanceMode`,
      location: place(date, studio, url),
      organizer: provider(studio, siteUrl),
      maximumAttendeeCapacity: date.pool.capacity,
      remainingAttendeeCapacity: date.pool.capacity - date.pool.taken,
      offers: {
        ...offer(offering, url),
        availability: `https://schema.org/${date.pool.taken < date.pool.capacity ? 'InStock' : 'SoldOut'}`,
      },
      ...(offering.teacher && { performer: { '@type': 'Person', name: offering.teacher.name } }),
    })),
  };
}

function planned(offering: Offering): OfferingDate[] {
  return offering.sessions.filter((date) => date.status === 'planned').slice(0, 10);
}

function provider(studio: StudioForData, siteUrl: string): object {
  return { ...studioData(studio.name, siteUrl), url: siteUrl };
}

function offer(offering: Offering, url: string): object {
  return {
    '@type': 'Offer',
    url,
    price: (offering.price_cents / 100).toFixed(2),
    priceCurrency: offering.currency,
  };
}

function place(date: OfferingDate, studio: StudioForData, url: string): object {
  if (date.is_online) return { '@type': 'VirtualLocation', url };
  return {
    '@type': 'Place',
    name: `${studio.name}, ${date.room.name}`,
    ...postalAddress(studio.address),
  };
}
