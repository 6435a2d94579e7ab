// What a new studio still lacks until strangers can come to it, asked for by its owner alone. Counts only: nothing here
// is kept, a step is done when the studio itself shows it.
import type { SupabaseClient } from '@supabase/supabase-js';

export interface FirstSteps {
  hasClass: boolean;
  hasBooking: boolean;
  hasSentMail: boolean;
  hasSamples: boolean;
}

export async function loadFirstSteps(backend: SupabaseClient): Promise<FirstSteps> {
  const some = { count: 'exact', head: true } as const;
  const [classes, orders, mails, samples] = await Promise.all([
    backend.from('offerings').select('id', some).eq('is_demo', false).not('published_at', 'is', null),
    backend.from('orders').select('id', some).eq('is_demo', false),
    backend.from('outbox').select('id', some).eq('state', 'sent'),
    backend.rpc('sample_content'),
  ]);
  for (const { error } of [classes, orders, mails, samples]) if (error) throw error;
  const counts = samples.data as Record<'classes' | 'works' | 'posts' | 'shows', number>;
  return {
    hasClass: (classes.count ?? 0) > 0,
    hasBooking: (orders.count ?? 0) > 0,
    hasSentMail: (mails.count ?? 0) > 0,
    hasSamples: counts.classes + counts.works + counts.posts + counts.shows > 0,
  };
}
