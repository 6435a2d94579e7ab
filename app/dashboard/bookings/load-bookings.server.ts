// Loads the current user's bookings under their own row policies.

import { localized, type Marks } from '#app/language/in-language.ts';
import { currentLanguages, t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import { CLASS_AUDIO_MARGIN_MS } from '#contracts/class-audio.ts';
import type { Tables } from '#contracts/database.types.ts';
import type { StudioClient } from '#contracts/studio-client.ts';

export interface FamilyMember {
  id: string;
  name: string;
  born_on: string | null;
  isMe: boolean;
  allowsPhotos: boolean;
}

interface BookedRow {
  name: string;
  state: Tables<'bookings'>['state'];
  order_id: string;
  pool: {
    sessions: {
      id: string;
      starts_at: string;
      ends_at: string;
      status: string;
      is_online: boolean;
      offering: ({ title: string } & Marks) | null;
    }[];
  } | null;
}
interface PassRow {
  code: string;
  type: ({ name: string } & Marks) | null;
  pass_entries: { delta: number }[];
}
interface VoucherRow {
  code: string;
  currency: string;
  voucher_entries: { delta_cents: number }[];
}
interface Loaded {
  me: string;
  now: Date;
  siteUrl: string;
}

export async function loadBookings(backend: StudioClient, { me, now, siteUrl }: Loaded) {
  const [booked, waitlist, passes, vouchers, family, link, photos, hours] = await Promise.all([
    backend
      .from('bookings')
      .select(
        'name,state,order_id,order:orders!inner(user_id),pool:capacity_pools!inner(sessions!inner(id,starts_at,ends_at,status,is_online,offering:offerings(title,translations)))',
      )
      // Places held until paid count too: they also block deleting the account.
      .in('state', ['seated', 'pending'])
      .eq('order.user_id', me)
      // The audio of an online class stays open a while after its end.
      .gt('pool.sessions.ends_at', new Date(now.getTime() - CLASS_AUDIO_MARGIN_MS).toISOString()),
    backend.rpc('my_waitlist_entries'),
    backend
      .from('passes')
      .select('code,type:pass_types(name,translations),pass_entries(delta)')
      .eq('user_id', me)
      .eq('is_active', true)
      .gt('valid_until', now.toISOString()),
    backend
      .from('vouchers')
      .select('code,currency,voucher_entries(delta_cents)')
      .eq('user_id', me)
      .eq('is_active', true),
    backend.rpc('my_family'),
    backend.rpc('my_calendar_link'),
    backend.rpc('my_photo_consents'),
    backend.rpc('my_class_hours'),
  ]);
  for (const { error } of [booked, waitlist, passes, vouchers, family, link, photos, hours])
    if (error) throw error;
  const allowed = new Set(photos.data);
  const dates = bookedDates(localized(booked.data ?? []));
  return {
    upcoming: dates.filter(({ endsAt }) => Date.parse(endsAt) > now.getTime()),
    online: dates.filter(({ isOnline, isHeld }) => isOnline && !isHeld),
    waitlist: localized(waitlist.data ?? []),
    passes: [
      ...localized(passes.data ?? []).map(formatPass),
      ...(vouchers.data ?? []).map(formatVoucher),
    ].filter(({ isLeft }) => isLeft),
    family: (family.data ?? []).map(
      ({ id, name, born_on, user_id }): FamilyMember => ({
        id,
        name,
        born_on,
        isMe: user_id === me,
        allowsPhotos: allowed.has(id),
      }),
    ),
    classHours: localized(hours.data ?? []),
    // With the language of this page, for accounts that have not chosen one.
    calendarUrl: `${siteUrl}${currentLanguages().base}/calendar/${link.data}.ics`,
  };
}

/** One line for each date and order, with all participants; the nearest first. */
function bookedDates(rows: BookedRow[]) {
  const lines = new Map<
    string,
    {
      key: string;
      sessionId: string;
      startsAt: string;
      endsAt: string;
      isOnline: boolean;
      offering: ({ title: string } & Marks) | null;
      names: string;
      isHeld: boolean;
      path: string;
    }
  >();
  for (const { name, state, order_id, pool } of rows)
    for (const session of pool?.sessions ?? []) {
      if (session.status !== 'planned') continue;
      const key = `${session.id} ${order_id}`;
      const known = lines.get(key);
      lines.set(key, {
        key,
        sessionId: session.id,
        startsAt: session.starts_at,
        endsAt: session.ends_at,
        isOnline: session.is_online,
        offering: session.offering,
        names: known ? `${known.names}, ${name}` : name,
        isHeld: state === 'pending' || (known?.isHeld ?? false),
        path: `/dashboard/bookings/${order_id}`,
      });
    }
  return [...lines.values()].sort((one, other) => one.startsAt.localeCompare(other.startsAt));
}

function formatPass({ code, type, pass_entries }: PassRow) {
  const left = pass_entries.reduce((sum, { delta }) => sum + delta, 0);
  return {
    code,
    type,
    left,
    label: null,
    isLeft: left > 0,
  };
}

function formatVoucher({ code, currency, voucher_entries }: VoucherRow) {
  const left = voucher_entries.reduce((sum, { delta_cents }) => sum + delta_cents, 0);
  return {
    code,
    type: null,
    left,
    label: t('dashboard.bookings.credit_left', { amount: price(left, currency) }),
    isLeft: left > 0,
  };
}
