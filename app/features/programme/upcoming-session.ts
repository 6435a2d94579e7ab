// A session as public lists show it, and the select that reads it through supabase-js.
import type { Marks } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import type { Discipline } from '#contracts/discipline.ts';

export const UPCOMING_SELECT =
  'id,pool_id,starts_at,ends_at,is_online,offering:offerings!inner(slug,kind,title,discipline,price_cents,currency,translations),teacher:people(name,slug,translations),room:rooms(name,translations),pool:capacity_pools(capacity,taken,waiting)';

export interface UpcomingSession {
  id: string;
  pool_id: string;
  starts_at: string;
  ends_at: string;
  is_online: boolean;
  offering: Marks & {
    slug: string;
    kind: 'class' | 'course' | 'workshop' | 'event';
    title: string;
    discipline: Discipline;
    price_cents: number;
    currency: string;
  };
  teacher: { name: string; slug: string } | null;
  room: { name: string } & Marks;
  pool: { capacity: number; taken: number; waiting: number };
}

/** The same where only the teacher's name is read, and whether it takes place. */
export interface NamedSession extends Omit<UpcomingSession, 'teacher'> {
  status: 'planned' | 'cancelled';
  teacher: { name: string } | null;
}

/** When a session takes place, in the studio's time zone. */
export interface WallTime {
  local_date: string;
  local_time: string;
  duration_min: number;
}

/** "3 places", "Full, 2 waiting": the text beside the seats. */
export function placesLine({ capacity, taken, waiting }: UpcomingSession['pool']): string {
  const free = capacity - taken;
  if (free > 0) return t('shared.programme.places', { free });
  return waiting > 0 ? t('shared.programme.full_with_waiting', { waiting }) : t('shared.programme.full');
}

export function offeringPath(offering: { kind: string; slug: string }): string {
  return offering.kind === 'event' ? `/events/${offering.slug}` : `/classes/${offering.slug}`;
}
