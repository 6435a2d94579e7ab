import { expect, test } from 'vitest';
import type { Offering, OfferingDate } from './load-offering.ts';
import { courseData, eventData } from './offering-data.ts';

const studio = { name: 'Onda', address: 'Rua das Ondas 1, 1100-001 Lisboa' };
const date = (id: string, is_online: boolean) =>
  ({
    id,
    starts_at: '2026-11-17T19:00:00Z',
    ends_at: '2026-11-17T21:00:00Z',
    status: 'planned',
    is_online,
    room: { name: 'Kiln', note: '' },
    pool: { capacity: 8, taken: 3, waiting: 0 },
  }) as OfferingDate;
const offering = {
  slug: 'riso',
  title: 'Riso',
  summary: 'Two inks.',
  age_from: 16,
  age_to: null,
  price_cents: 4800,
  currency: 'EUR',
  teacher: null,
  sessions: [date('here', false), date('online', true)],
} as unknown as Offering;

test('dates in a room and online dates are told apart', () => {
  const { '@graph': events } = eventData(offering, studio, 'https://studio.test') as {
    '@graph': { eventAttendanceMode: string; location: object }[];
  };
  expect(events).toMatchObject([
    {
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: 'Onda, Kiln' },
    },
    {
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: 'https://studio.test/events/riso' },
    },
  ]);
  const course = courseData(offering, studio, 'https://studio.test') as { hasCourseInstance: object[] };
  expect(course.hasCourseInstance).toMatchObject([
    { courseMode: 'Onsite', location: { '@type': 'Place' } },
    { courseMode: 'Online', location: { '@type': 'VirtualLocation' } },
  ]);
});
