// An order as staff see it, with labels for its states, payment methods and events.

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
  return title ?? { booking: 'Booking', pass: 'Pass', voucher: 'Voucher' }[kind];
}

/** The badge of an incomplete refund; null when it is done. */
export function refundBadge({ state, method, problem }: Pick<Refund, 'state' | 'method' | 'problem'>) {
  if (state === 'done') return null;
  if (state === 'failed') return { tone: 'danger', label: 'failed' } as const;
  if (problem) return { tone: 'danger', label: 'to do' } as const;
  return { tone: 'default', label: method === 'card' ? 'in progress' : 'to do' } as const;
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
  return by || (BUYER_EVENTS.includes(what) && !details.reason ? buyer : 'The studio');
}

/** One event of the history as a sentence without its subject. */
export function formatEvent(
  { what, details }: Pick<OrderEvent, 'what' | 'details'>,
  currency: string,
): string {
  const amount = typeof details.amount_cents === 'number' ? price(details.amount_cents, currency) : '';
  const reason = typeof details.reason === 'string' && details.reason ? `: ${details.reason}` : '';
  const places = Number(details.places) === 1 ? '1 place' : `${details.places} places`;
  switch (what) {
    case 'booked':
      return `booked ${places}`;
    case 'booked at the studio':
      return `booked ${places} at the studio${details.position_reason ? `, ahead of the waiting list: ${details.position_reason}` : ''}`;
    case 'paid':
      return `recorded a payment of ${amount} ${methodLabels[details.method as Payment['method']] ?? ''}`;
    case 'paid by card':
      return `paid ${amount} by card`;
    case 'card payment did not match':
      return `received a card payment that did not match the order${amount && `, ${amount}`}`;
    case 'checked a card payment':
      return `marked the card payment of ${amount} as checked`;
    case 'refunded':
      return `refunded ${amount} ${refundLabels[details.method as Refund['method']] ?? ''}${reason}`;
    case 'completed the refund':
      return `marked the refund of ${amount} as done ${refundLabels[details.method as Refund['method']] ?? ''}`;
    case 'card refund failed':
      return `could not refund ${amount} to the card${reason}`;
    case 'tried the refund again':
      return `retried the refund of ${amount} to the card`;
    case 'cancelled':
      return `cancelled ${Array.isArray(details.names) ? details.names.join(', ') : places}${reason}`;
    case 'moved':
      return 'moved a place to another session';
    case 'replaced':
      return 'someone else took the place, the rest was refunded';
    default:
      return what;
  }
}
