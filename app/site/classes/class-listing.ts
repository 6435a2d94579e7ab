// A class as the list shows it, and the select that reads it with its next dates.

import type { Level } from '#app/features/programme/audience.ts';
import type { Marks } from '#app/language/in-language.ts';
import type { Discipline } from '#contracts/discipline.ts';
import type { OfferingKind } from './load-offering.ts';

export const CLASS_SELECT =
  'slug,kind,title,summary,discipline,level,age_from,age_to,price_cents,currency,translations,teacher:people(slug,name,translations),sessions(id,pool_id,starts_at,room:rooms(name,translations),pool:capacity_pools(capacity,taken,waiting))';

/** Enough to know the next date on every weekday of a class that meets daily. */
export const DATES_PER_CLASS = 14;

export interface ListedClass extends Marks {
  slug: string;
  kind: OfferingKind;
  title: string;
  summary: string;
  discipline: Discipline;
  level: Level;
  age_from: number;
  age_to: number | null;
  price_cents: number;
  currency: string;
  teacher: { slug: string; name: string } | null;
  sessions: {
    id: string;
    pool_id: string;
    starts_at: string;
    room: { name: string };
    pool: { capacity: number; taken: number; waiting: number };
  }[];
}
