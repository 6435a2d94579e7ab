// One offering with its teacher, its weekly pattern and its upcoming dates, for the pages of classes and events.

import { dataOf } from '#app/backend/data-of.ts';
import { PICTURE_SELECT } from '#app/features/media/picture-attributes.ts';
import type { PictureCredit } from '#app/features/media/with-picture.ts';
import { withPicture } from '#app/features/media/with-picture.ts';
import type { Audience } from '#app/features/programme/audience.ts';
import type { SessionDate } from '#app/features/programme/date-list.tsx';
import type { WeeklyTime } from '#app/features/programme/weekly-pattern.ts';
import { localized, type Marks, slugsOf } from '#app/language/in-language.ts';
import { loadSettings } from '#app/site/booking/load-session.ts';
import { slugFilter } from '#app/site/pages/find-by-slug.ts';
import { BRIEF_PICTURE } from '#app/site/people/person-brief.tsx';
import type { Discipline } from '#contracts/discipline.ts';
import type { PictureAttributes } from '#contracts/media.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export type OfferingKind = 'class' | 'course' | 'workshop' | 'event';

export interface OfferingDate extends SessionDate {
  pool_id: string;
  room: { name: string; note: string } & Marks;
}

interface Teacher extends Marks {
  slug: string;
  name: string;
  line: string;
  bio: string;
  discipline: Discipline | null;
}

export interface Offering extends Audience, Marks {
  id: string;
  slug: string;
  /** Absent: a draft, which only staff can read. */
  published_at: string | null;
  /** Of the sample studio, and closed to visitors since the studio has an owner. */
  isClosedSample: boolean;
  /** How long an offer of the waiting list is held. */
  offerMin: number;
  /** Its address in each language. */
  slugs: Record<string, string>;
  kind: OfferingKind;
  title: string;
  summary: string;
  body: string;
  discipline: Discipline;
  price_cents: number;
  currency: string;
  bring: string;
  /** Its own accessibility text; empty where the studio's applies. */
  access: string;
  policy: { summary: string; full_until_h: number; late_credit_percent: number } & Marks;
  teacher: (Teacher & { picture: PictureAttributes | null }) | null;
  picture: PictureAttributes | null;
  pictureCredit: PictureCredit | null;
  series: WeeklyTime[];
  sessions: OfferingDate[];
}

const OFFERING_SELECT =
  `id,slug,published_at,is_demo,kind,title,summary,body,discipline,level,age_from,age_to,price_cents,currency,bring,access,translations,policy:cancellation_policies(summary,full_until_h,late_credit_percent,translations),${PICTURE_SELECT},teacher:people(slug,name,line,bio,discipline,translations,${PICTURE_SELECT}),series(weekday,local_time,duration_min,every_weeks,month_week),sessions(id,pool_id,starts_at,ends_at,status,is_online,room:rooms(name,note,translations),pool:capacity_pools(capacity,taken,waiting))` as const;

const MAX_DATES = 60;

interface OfferingQuestion {
  slug: string;
  kinds: OfferingKind[];
  now: Date;
  today: string;
  /** Where pictures come from. */
  storageUrl: string;
}

export async function loadOffering(
  backend: StudioClient,
  { slug, kinds, now, today, storageUrl }: OfferingQuestion,
): Promise<Offering | null> {
  const [data, settings] = await Promise.all([
    dataOf(
      backend
        .from('offerings')
        .select(OFFERING_SELECT)
        .eq(...(await slugFilter(backend, 'offerings', slug)))
        .in('kind', kinds)
        .gte('series.ends_on', today)
        .gt('sessions.ends_at', now.toISOString())
        .order('starts_at', { referencedTable: 'sessions' })
        .limit(MAX_DATES, { referencedTable: 'sessions' })
        .maybeSingle(),
    ),
    loadSettings(backend),
  ]);
  if (!data) return null;
  const { is_demo, ...offering } = localized(data);
  const [first] = offering.sessions;
  const { teacher } = offering;
  return {
    slugs: slugsOf(data),
    ...withPicture(offering, { storageUrl, sizes: '(min-width: 62rem) 58vw, 100vw', ratio: [7, 4] }),
    teacher: teacher && withPicture(teacher, { storageUrl, ...BRIEF_PICTURE }),
    isClosedSample:
      is_demo &&
      first !== undefined &&
      (await dataOf(backend.rpc('is_closed_sample', { session_id: first.id }))),
    offerMin: settings.offer_min,
  };
}
