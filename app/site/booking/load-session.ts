// One date with what visitors need to know before booking.

import { data } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import type { NamedSession } from '#app/features/programme/upcoming-session.ts';
import { localized } from '#app/language/in-language.ts';
import type { CancellationPolicy } from '#contracts/booking.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export interface Question {
  id: string;
  label: string;
  hint: string;
  kind: 'text' | 'choice' | 'yes_no';
  /** The answers that are saved. */
  choices: string[];
  /** The same in the language of the page. */
  choice_labels?: string[];
  is_required: boolean;
}

export interface BookableSession extends NamedSession {
  zone: string;
  offering: NamedSession['offering'] & {
    id: string;
    age_from: number;
    age_to: number | null;
    policy: CancellationPolicy;
    questions: Question[];
  };
}

export interface BookingSettings {
  hold_min: number;
  offer_min: number;
  max_places: number;
  transfer_account: string;
  transfer_days: number;
  /** For receipts: the buyer's address and tax number. */
  asks_buyer_details: boolean;
}

const SELECT =
  'id,starts_at,ends_at,status,is_online,zone,pool_id,room:rooms(name,translations),teacher:people(name,translations),pool:capacity_pools(capacity,taken,waiting),offering:offerings!inner(id,slug,kind,title,discipline,price_cents,currency,age_from,age_to,translations,policy:cancellation_policies(*),questions(id,label,hint,kind,choices,is_required,position,translations))';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function loadSession(backend: StudioClient, id: string): Promise<BookableSession> {
  if (!UUID.test(id)) throw data(null, { status: 404 });
  const session = await dataOf(
    backend
      .from('sessions')
      .select(SELECT)
      .eq('id', id)
      .order('position', { referencedTable: 'offerings.questions' })
      .maybeSingle(),
  );
  if (!session) throw data(null, { status: 404 });
  return localized(session);
}

/** The remaining dates of a course; one for everything else. */
export async function countDates(
  backend: StudioClient,
  session: BookableSession,
  now: Date,
): Promise<number> {
  if (session.offering.kind !== 'course') return 1;
  const { count, error } = await backend
    .from('sessions')
    .select('id', { count: 'exact', head: true })
    .eq('pool_id', session.pool_id)
    .eq('status', 'planned')
    .gt('starts_at', now.toISOString());
  if (error) throw error;
  return Math.max(1, count ?? 1);
}

export async function loadSettings(backend: StudioClient): Promise<BookingSettings> {
  const [settings, business] = await Promise.all([
    dataOf(
      backend
        .from('booking_settings')
        .select('hold_min,card_hold_min,offer_min,max_places,transfer_days,transfer_account')
        .single(),
    ),
    dataOf(backend.from('business').select('asks_buyer_details').single()),
  ]);
  return { ...settings, ...business };
}
