// What the database's booking functions answer, as the screens and the mails read it.
import type { Discipline } from './discipline.ts';

export interface CancellationPolicy {
  id: string;
  summary: string;
  full_until_h: number;
  late_credit_percent: number;
}

export interface HoldView {
  hold_token: string;
  state: 'live' | 'used' | 'released' | 'expired';
  session_id: string;
  places: number;
  created_at: string;
  expires_at: string;
  seconds_left: number;
  /** Of one place. */
  price_cents: number;
  currency: string;
  policy: CancellationPolicy;
  dates: number;
  /** Who was on the waiting list, where the places were offered to them. */
  person: { name: string; email: string; phone: string } | null;
  order_token: string | null;
}

export interface BookingDate {
  id: string;
  pool_id: string;
  starts_at: string;
  ends_at: string;
  zone: string;
  status: 'planned' | 'cancelled';
  sequence: number;
  room: string;
  title: string;
  slug: string;
  kind: 'class' | 'course' | 'workshop' | 'event';
  discipline: Discipline;
  teacher: string | null;
  bring: string;
}

export interface BookedPlace {
  id: string;
  name: string;
  state: 'pending' | 'seated' | 'cancelled' | 'lapsed';
  price_cents: number;
  voucher_cents: number;
  by_pass: boolean;
  retained_cents: number;
  policy: CancellationPolicy;
  pool_id: string;
  is_outside_age: boolean;
  cancelled_by: 'guest' | 'studio' | null;
  /** What cancelling now would bring. */
  gets_back: 'everything' | 'credit' | 'nothing';
}

export interface OrderView {
  order_token: string;
  order_id: string;
  number: string;
  kind: 'booking' | 'pass' | 'voucher';
  state: 'pending' | 'confirmed' | 'cancelled' | 'lapsed';
  method: 'studio' | 'transfer' | 'card' | 'pass' | 'none';
  total_cents: number;
  paid_cents: number;
  currency: string;
  buyer: { name: string; email: string; phone: string };
  created_at: string;
  due_at: string | null;
  hold_token: string | null;
  hold_expires_at: string | null;
  bookings: BookedPlace[];
  dates: BookingDate[];
  refunds: {
    amount_cents: number;
    method: 'card' | 'studio' | 'transfer' | 'credit';
    state: string;
    reason: string;
  }[];
  credits: { code: string; balance_cents: number }[];
  passes: { code: string; entries: number; name: string; is_active: boolean; valid_until: string }[];
}

export interface WaitView {
  waitlist_token: string;
  places: number;
  name: string;
  email: string;
  joined_at: string;
  state: 'waiting' | 'offered' | 'accepted' | 'declined' | 'expired' | 'left' | 'closed';
  position: number | null;
  waiting: number;
  offer_ends_at: string | null;
  seconds_left: number | null;
  session_id: string;
  hold_token: string | null;
}
