// An order as staff see it, with labels for its states, payment methods and events.

import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import type { OrderView } from '#contracts/booking.ts';
import type { ListedOrder } from '#contracts/lists.ts';
import type { OrderEvent, Payment, Refund } from '#contracts/orders.ts';

export type OrderState = OrderView['state'];

export const stateLabels: Record<OrderState, string> = {
  pending: 'Awaiting payment',
  confirmed: 'Booked',
  cancelled: 'Cancelled',
  lapsed: 'Expired',
};
export const methodLabels: Record<Payment['method'], string> = {
  cash: 'in cash',
  card: 'by card, online',
  transfer: 'by bank transfer',
  card_at_studio: 'by card, at the studio',
};
export const refundLabels: Record<Refund['method'], string> = {
  studio: 'in cash',
  card: 'to the card',
  transfer: 'by bank transfer',
  credit: 'as credit',
};

export function formatKind({ kind, title }: Pick<ListedOrder, 'kind' | 'title'>): string {
  return (
    title ??
    {
      booking: t('dashboard.orders.booking'),
      pass: t('dashboard.common.pass'),
      voucher: t('dashboard.orders.voucher'),
    }[kind]
  );
}

/** The badge of an incomplete refund; null when it is done. */
export function refundBadge({ state, method, problem }: Pick<Refund, 'state' | 'method' | 'problem'>) {
  if (state === 'done') return null;
  if (state === 'failed') return { tone: 'danger', label: 'failed' } as const;
  if (problem) return { tone: 'danger', label: t('dashboard.orders.to_do') } as const;
  return {
    tone: 'default',
    label: method === 'card' ? t('dashboard.orders.in_progress') : t('dashboard.orders.to_do'),
  } as const;
}

/** Positive: still to be paid. */
export function openCents({
  state,
  total_cents,
  paid_cents,
}: Pick<ListedOrder, 'state' | 'total_cents' | 'paid_cents'>): number {
  return state === 'confirmed' || state === 'pending' ? total_cents - paid_cents : 0;
}

const BUYER_EVENTS = ['booked', 'bought', 'paid by card', 'moved', 'cancelled'];

/** Who did it. A guest has no account, so events that only a buyer can cause are theirs. */
export function actorOf(
  { what, by, is_buyer, details }: Omit<OrderEvent, 'id' | 'at'>,
  buyer: string,
): string {
  if (is_buyer) return buyer;
  return by || (BUYER_EVENTS.includes(what) && !details.reason ? buyer : t('dashboard.orders.the_studio'));
}

/** One event of the history as a sentence without its subject. */
export function formatEvent(
  { what, details }: Pick<OrderEvent, 'what' | 'details'>,
  currency: string,
): string {
  const amount = typeof details.amount_cents === 'number' ? price(details.amount_cents, currency) : '';
  const reason = typeof details.reason === 'string' && details.reason ? `: ${details.reason}` : '';
  const places = t('dashboard.orders.places_places', {
    number: Number(details.places),
    places: String(details.places),
  });
  switch (what) {
    case 'booked':
      return t('dashboard.orders.booked_places', { places });
    case 'booked at the studio':
      return `booked ${places} at the studio${details.position_reason ? `, ahead of the waiting list: ${details.position_reason}` : ''}`;
    case 'paid':
      return `recorded a payment of ${amount} ${methodLabels[details.method as Payment['method']] ?? ''}`;
    case 'paid by card':
      return t('dashboard.orders.paid_amount_by_card', { amount });
    case 'card payment did not match':
      return t('dashboard.orders.received_a_card_payment_that_did', { value: amount && `, ${amount}` });
    case 'checked a card payment':
      return t('dashboard.orders.marked_the_card_payment_of_amount', { amount });
    case 'refunded':
      return `refunded ${amount} ${refundLabels[details.method as Refund['method']] ?? ''}${reason}`;
    case 'completed the refund':
      return `marked the refund of ${amount} as done ${refundLabels[details.method as Refund['method']] ?? ''}`;
    case 'card refund failed':
      return t('dashboard.orders.could_not_refund_amount_to_the', { amount, reason });
    case 'tried the refund again':
      return t('dashboard.orders.retried_the_refund_of_amount_to', { amount });
    case 'cancelled':
      return t('dashboard.orders.cancelled_value_reason', {
        value: Array.isArray(details.names) ? details.names.join(', ') : places,
        reason,
      });
    case 'moved':
      return t('dashboard.orders.moved_a_place_to_another_session');
    case 'replaced':
      return t('dashboard.orders.someone_else_took_the_place_the');
    default:
      return what;
  }
}
