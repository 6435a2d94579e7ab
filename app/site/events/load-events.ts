// Sessions of events, to come and gone, as the events page lists them.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Discipline } from '#contracts/discipline.ts';

export interface EventSession {
  id: string;
  pool_id: string;
  starts_at: string;
  ends_at: string;
  offering: {
    slug: string;
    kind: 'event';
    title: string;
    summary: string;
    discipline: Discipline;
    price_cents: number;
    currency: string;
  };
  teacher: { name: string; slug: string } | null;
  room: { name: string };
  pool: { capacity: number; taken: number; waiting: number };
}

const EVENT_SELECT =
  'id,pool_id,starts_at,ends_at,offering:offerings!inner(slug,kind,title,summary,discipline,price_cents,currency),teacher:people(name,slug),room:rooms(name),pool:pools(capacity,taken,waiting)';

export async function loadEvents(
  backend: SupabaseClient,
  { now, when, limit }: { now: Date; when: 'coming' | 'gone'; limit: number },
): Promise<EventSession[]> {
  const sessions = backend
    .from('sessions')
    .select(EVENT_SELECT)
    .eq('offering.kind', 'event')
    .lte('offering.published_at', now.toISOString())
    .eq('status', 'planned');
  const isComing = when === 'coming';
  const asked = isComing
    ? sessions.gt('ends_at', now.toISOString())
    : sessions.lte('ends_at', now.toISOString());
  const { data, error } = await asked
    .order('starts_at', { ascending: isComing })
    .order('id')
    .limit(limit)
    .overrideTypes<EventSession[], { merge: false }>();
  if (error) throw error;
  return data;
}
