// The numbers that staff see first. Counted by the database, under its own policies.
import type { SupabaseClient } from '@supabase/supabase-js';

export interface TodayPulse {
  sessionsToday: number;
  placesTaken: number;
  places: number;
  people: number;
  waitingMails: number;
  failedMails: number;
}

interface Today {
  pool: { capacity: number; taken: number };
}

export async function loadPulse(backend: SupabaseClient, now: Date): Promise<TodayPulse> {
  const countMails = (state: string) =>
    backend.from('outbox').select('id', { count: 'exact', head: true }).eq('state', state);
  const [zone, people, waiting, failed] = await Promise.all([
    backend.from('studio').select('zone').single<{ zone: string }>(),
    backend.from('profiles').select('user_id', { count: 'exact', head: true }),
    countMails('waiting'),
    countMails('failed'),
  ]);
  if (zone.error) throw zone.error;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone.data.zone }).format(now);
  const sessions = await backend
    .from('sessions')
    .select('pool:pools(capacity,taken)')
    .eq('status', 'planned')
    .eq('local_date', today)
    .overrideTypes<Today[], { merge: false }>();
  if (sessions.error) throw sessions.error;
  const sum = (read: (one: Today) => number) => sessions.data.reduce((total, one) => total + read(one), 0);
  return {
    sessionsToday: sessions.data.length,
    placesTaken: sum(({ pool }) => pool.taken),
    places: sum(({ pool }) => pool.capacity),
    people: people.count ?? 0,
    waitingMails: waiting.count ?? 0,
    failedMails: failed.count ?? 0,
  };
}
