// Today's overview for staff, counted by the database under its row policies.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { TeachingSession } from '../teach/week/week.ts';

export interface TodaySession extends TeachingSession {
  /** Orders with a place in it that are not fully paid. */
  unpaid: number;
}

interface StaffToday {
  sessions: TodaySession[];
  gaps: {
    session_id: string;
    starts_at: string;
    title: string;
    /** The teacher who cannot come; null when no teacher is assigned. */
    instead_of: string | null;
    seats: number;
  }[];
  unpaid: { orders: number; cents: number };
  unpaid_first: {
    id: string;
    number: string;
    buyer: string;
    method: string;
    owed_cents: number;
    currency: string;
    created_at: string;
  }[];
  waiting: number;
}

export interface FailedEmail {
  id: string;
  subject: string;
  to_address: string;
  last_error: string | null;
}

/** A card payment that does not match its order. */
export interface ListedMismatch {
  id: string;
  amount_cents: number;
  currency: string;
  order: { id: string; number: string; buyer_name: string };
}

const SHOWN_MAILS = 4;
const SHOWN_MISMATCHES = 6;

export async function loadToday(backend: SupabaseClient) {
  const [day, mails, mismatches] = await Promise.all([
    backend.rpc('get_today'),
    backend
      .from('outbox')
      .select('id,subject,to_address,last_error', { count: 'exact' })
      .eq('state', 'failed')
      .order('created_at', { ascending: false })
      .order('id')
      .limit(SHOWN_MAILS)
      .overrideTypes<FailedEmail[], { merge: false }>(),
    backend
      .from('payment_mismatches')
      .select('id,amount_cents,currency,order:orders(id,number,buyer_name)')
      .is('checked_at', null)
      .order('received_at', { ascending: false })
      .limit(SHOWN_MISMATCHES)
      .overrideTypes<ListedMismatch[], { merge: false }>(),
  ]);
  if (day.error) throw day.error;
  if (mails.error) throw mails.error;
  if (mismatches.error) throw mismatches.error;
  return {
    ...(day.data as StaffToday),
    failedEmails: mails.data,
    failedCount: mails.count ?? 0,
    mismatches: mismatches.data,
  };
}

export type TodayData = Awaited<ReturnType<typeof loadToday>>;
