// The passes that are sold, and the classes with dates that show what they are worth.

import { dataOf } from '#app/backend/data-of.ts';
import { localized } from '#app/language/in-language.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import { cheapestEntryFirst } from './pass-savings.ts';

export type PassType = Awaited<ReturnType<typeof loadPassTypes>>[number];
export type PricedClass = Awaited<ReturnType<typeof loadPricedClasses>>[number];

export async function loadPassTypes(backend: StudioClient) {
  const types = await dataOf(
    backend
      .from('pass_types')
      .select('id,name,entries,price_cents,currency,valid_days,translations')
      .eq('is_sold', true),
  );
  return cheapestEntryFirst(localized(types));
}

/** What can be booked with money, the dearest first. */
export async function loadPricedClasses(backend: StudioClient, now: Date) {
  const classes = await dataOf(
    backend
      .from('offerings')
      .select('slug,kind,title,discipline,price_cents,currency,translations,sessions!inner(id)')
      .not('published_at', 'is', null)
      .gt('price_cents', 0)
      .eq('sessions.status', 'planned')
      .gt('sessions.starts_at', now.toISOString())
      .limit(1, { referencedTable: 'sessions' })
      .order('price_cents', { ascending: false }),
  );
  return localized(classes).map(({ sessions: _, ...priced }) => priced);
}
