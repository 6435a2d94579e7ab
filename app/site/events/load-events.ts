// Sessions of events, to come and gone, as the events page lists them.

import { dataOf } from '#app/backend/data-of.ts';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import type { UpcomingSession } from '#app/features/programme/upcoming-session.ts';
import { localized } from '#app/language/in-language.ts';
import type { PictureAttributes } from '#contracts/media.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export interface EventSession extends UpcomingSession {
  offering: UpcomingSession['offering'] & {
    summary: string;
    picture: PictureAttributes | null;
  };
}

const EVENT_SELECT =
  `id,pool_id,starts_at,ends_at,is_online,offering:offerings!inner(slug,kind,title,summary,discipline,price_cents,currency,translations,${PICTURE_SELECT}),teacher:people(name,slug,translations),room:rooms(name,translations),pool:capacity_pools(capacity,taken,waiting)` as const;

interface EventsQuestion {
  now: Date;
  when: 'coming' | 'gone';
  limit: number;
  storageUrl: string;
}

export async function loadEvents(
  backend: StudioClient,
  { now, when, limit, storageUrl }: EventsQuestion,
): Promise<EventSession[]> {
  const sessions = backend
    .from('sessions')
    .select(EVENT_SELECT)
    .eq('offering.kind', 'event')
    .not('offering.published_at', 'is', null)
    .eq('status', 'planned');
  const isComing = when === 'coming';
  const asked = isComing
    ? sessions.gt('ends_at', now.toISOString())
    : sessions.lte('ends_at', now.toISOString());
  const data = await dataOf(asked.order('starts_at', { ascending: isComing }).order('id').limit(limit));
  const shown = { storageUrl, sizes: '(min-width: 62rem) 58vw, 100vw', ratio: [7, 5] } as const;
  return localized(data).map((session) => ({ ...session, offering: withPicture(session.offering, shown) }));
}
