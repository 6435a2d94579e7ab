// One session with its bookings, waiting list and history, as staff may read it.

import { t } from '#app/language/messages.ts';
import type { Tables } from '#contracts/database.types.ts';
import type { StudioClient } from '#contracts/studio-client.ts';
import { readNames } from '../read-names.server.ts';
import { BOARD_SELECT } from './board-session.ts';

export interface Seat {
  id: string;
  name: string;
  state: 'pending' | 'seated' | 'cancelled' | 'lapsed';
  note: string;
  answers: Record<string, string>;
  is_outside_age: boolean;
  order: { id: string; number: string; buyer_name: string; buyer_email: string };
}

export interface Waiting {
  id: number;
  name: string;
  places: number;
  state: Tables<'waitlist_entries'>['state'];
}

const MAX_SEATS = 500;

export async function loadSession(backend: StudioClient, id: string) {
  const session = await backend
    .from('sessions')
    .select(`${BOARD_SELECT},series(weekday,local_time,duration_min,every_weeks,month_week)`)
    .eq('id', id)
    .maybeSingle();
  if (session.error) throw session.error;
  if (!session.data) return null;
  const poolId = session.data.pool.id;
  const [bookings, waiting, events, cancelledBookings, closedWaits] = await Promise.all([
    backend
      .from('bookings')
      .select('id,name,state,note,answers,is_outside_age,order:orders(id,number,buyer_name,buyer_email)')
      .eq('pool_id', poolId)
      .in('state', ['seated', 'pending'])
      .order('name')
      .order('id')
      .limit(MAX_SEATS),
    backend
      .from('waitlist_entries')
      .select('id,name,places,state')
      .eq('pool_id', poolId)
      .in('state', ['waiting', 'offered'])
      .order('priority', { ascending: false })
      .order('joined_at')
      .order('id')
      .limit(100),
    backend
      .from('timeline')
      .select('id,at,actor,what,details')
      .eq('session_id', id)
      .order('id', { ascending: false })
      .limit(12),
    // Who was notified of a cancelled session: then it stays cancelled (restore_session).
    backend
      .from('bookings')
      .select('id', { count: 'exact', head: true })
      .eq('pool_id', poolId)
      .or('state.eq.seated,cancelled_by.eq.studio'),
    backend
      .from('waitlist_entries')
      .select('id', { count: 'exact', head: true })
      .eq('pool_id', poolId)
      .eq('state', 'closed'),
  ]);
  for (const { error } of [bookings, waiting, events, cancelledBookings, closedWaits]) if (error) throw error;
  const nameOf = await readNames(backend, events.data ?? []);
  return {
    session: session.data,
    isRestorable: (cancelledBookings.count ?? 0) + (closedWaits.count ?? 0) === 0,
    bookings: bookings.data ?? [],
    waiting: waiting.data ?? [],
    history: (events.data ?? []).map(({ id: event, at, actor, what, details }) => ({
      id: event,
      at,
      by: nameOf(actor) ?? null,
      what: formatEvent(what, details.clash_reason ?? details.reason),
    })),
  };
}

const EVENTS = {
  booked: 'dashboard.programme.event_booked',
  'booked at the studio': 'dashboard.programme.event_booked_at_the_studio',
  moved: 'dashboard.programme.event_moved',
  'joined the waiting list': 'dashboard.programme.event_joined_waiting_list',
  'messaged the class': 'dashboard.programme.event_messaged_class',
  'asked for a substitute': 'dashboard.programme.event_asked_for_substitute',
  'a substitute was found': 'dashboard.programme.event_substitute_found',
  'planned despite a clash': 'dashboard.programme.event_planned_despite_clash',
  'places changed': 'dashboard.programme.event_places_changed',
  cancelled: 'dashboard.programme.event_cancelled',
  restored: 'dashboard.programme.event_restored',
  'removed added places': 'dashboard.programme.event_removed_added_places',
  imported: 'dashboard.programme.event_imported',
  changed: 'dashboard.programme.event_changed',
  'changed in spite of a clash': 'dashboard.programme.event_changed_despite_clash',
} as const;

/** "Cancelled: the teacher is ill" */
function formatEvent(what: string, reason: unknown): string {
  const event = Object.hasOwn(EVENTS, what)
    ? t(EVENTS[what as keyof typeof EVENTS])
    : what.charAt(0).toUpperCase() + what.slice(1);
  return reason ? t('dashboard.programme.event_with_reason', { event, reason: String(reason) }) : event;
}
