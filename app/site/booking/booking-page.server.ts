// The server side of /booking/:token: the order, the dates it could move to, and cancelling or moving a place.

import { data, redirect } from 'react-router';
import { dataOf } from '#app/backend/data-of.ts';
import { readApiError } from '#app/features/booking/api-error.ts';
import { bookedDates } from '#app/features/booking/booked-dates.ts';
import { readReceipts, receiptLinks } from '#app/features/receipts/read-receipts.ts';
import { firstSlug, localized } from '#app/language/in-language.ts';
import { localPath } from '#app/language/language-path.ts';
import { t } from '#app/language/messages.ts';
import type { SiteContext } from '#app/site-context.ts';
import type { OrderView } from '#contracts/booking.ts';
import { drawQr } from './draw-qr.server.ts';
import { loadSettings } from './load-session.ts';

export interface OtherDate {
  id: string;
  starts_at: string;
  ends_at: string;
  zone: string;
}

export async function readOrder(backend: SiteContext['backend'], token: string): Promise<OrderView> {
  const { data: order, error, status } = await backend.rpc('booking_status', { order_token: token });
  if (status === 404) throw data(null, { status: 404 });
  if (error) throw error;
  return localized(order) as OrderView;
}

export async function loadOrder({ backend, visitor, now, settings: site }: SiteContext, token: string) {
  const [whole, settings] = await Promise.all([readOrder(backend, token), loadSettings(backend)]);
  const order = { ...whole, dates: bookedDates(whole) };
  const [otherDates, owner, receipts] = await Promise.all([
    loadOtherDates(backend, order, now),
    ownerOf(order, { backend, visitor }),
    readReceipts(backend, { order_token: token }),
  ]);
  const qr = drawQr(site.siteUrl + localPath(`/booking/${order.order_token}`));
  return { order, settings, now: now.toISOString(), otherDates, owner, qr, receipts: receiptLinks(receipts) };
}

/** The user's name, if the order belongs to their account: they came from their dashboard and go back to it. */
async function ownerOf(
  { order_id }: Pick<OrderView, 'order_id'>,
  { backend, visitor }: Pick<SiteContext, 'backend' | 'visitor'>,
): Promise<string | null> {
  const { user } = await visitor();
  if (!user || user.isAnonymous || user.needsSecondFactor) return null;
  const own = await dataOf(
    backend.from('orders').select('id').eq('id', order_id).eq('user_id', user.id).maybeSingle(),
  );
  return own && (user.name || user.email || `+${user.phone}`);
}

/** Dates of the same class that still have a place; none for courses. */
async function loadOtherDates(
  backend: SiteContext['backend'],
  order: OrderView,
  now: Date,
): Promise<OtherDate[]> {
  const [first] = order.dates;
  const canMove = order.bookings.some(({ gets_back }) => gets_back === 'everything');
  if (!first || !canMove || first.kind === 'course') return [];
  const dates = await dataOf(
    backend
      .from('sessions')
      .select(
        'id,starts_at,ends_at,zone,pool:capacity_pools!inner(capacity,taken),offering:offerings!inner(slug)',
      )
      .eq('offering.slug', firstSlug(first))
      .eq('status', 'planned')
      .gt('starts_at', now.toISOString())
      .order('starts_at')
      .limit(40),
  );
  const own = new Set(order.dates.map(({ id }) => id));
  return dates
    .filter(({ id, pool }) => !own.has(id) && pool.taken < pool.capacity)
    .map(({ id, starts_at, ends_at, zone }) => ({ id, starts_at, ends_at, zone }));
}

export async function actOnOrder(context: SiteContext, request: Request, token: string) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  const errorResponse = (error: { reason: string; message: string }, status: number) =>
    data({ error, values: {} }, { status });
  switch (text('intent')) {
    case 'cancel': {
      const answer = await context.backend.rpc('cancel_bookings', {
        booking_ids: form.getAll('booking').map(String),
        order_token: token,
      });
      if (answer.error) return errorResponse(readApiError(answer.error), answer.status);
      return redirect(`/booking/${encodeURIComponent(token)}`);
    }
    case 'move': {
      const answer = await context.backend.rpc('move_bookings', {
        // One place, or all places of an order in one field.
        booking_ids: text('booking').split(','),
        to_session: text('to'),
        order_token: token,
      });
      if (answer.error) return errorResponse(readApiError(answer.error), answer.status);
      return redirect(`/booking/${encodeURIComponent(token)}`);
    }
    default:
      return errorResponse(
        {
          reason: 'bad_intent',
          message: t('site.booking.this_action_is_not_available_here'),
        },
        400,
      );
  }
}
