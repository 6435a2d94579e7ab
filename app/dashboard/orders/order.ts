// An order as staff see it, with labels for its states, payment methods and events.

import { t } from '#app/language/messages.ts';
import { price } from '#app/language/price.ts';
import type { OrderView } from '#contracts/booking.ts';
import type { ListedOrder } from '#contracts/lists.ts';
import type { OrderEvent, Refund } from '#contracts/orders.ts';

export type OrderState = OrderView['state'];

const STATE_LABELS = {
  pending: 'dashboard.orders.awaiting_payment',
  confirmed: 'dashboard.orders.booked_state',
  cancelled: 'dashboard.orders.cancelled_state',
  lapsed: 'dashboard.orders.expired_state',
} as const;

export function stateLabel(state: OrderState): string {
  return t(STATE_LABELS[state]);
}

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
  if (state === 'failed')
    return { tone: 'danger', label: t('dashboard.orders.refund_failed_state') } as const;
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

/** Events whose name says everything. */
const EVENT_NAMES = {
  bought: 'dashboard.orders.event_bought',
  given: 'dashboard.orders.event_given',
  confirmed: 'dashboard.orders.event_confirmed',
  lapsed: 'dashboard.orders.event_expired',
  imported: 'dashboard.orders.event_imported',
  'set a code free': 'dashboard.orders.event_code_unblocked',
  'stopped a code': 'dashboard.orders.event_code_blocked',
  'confirmation sent again': 'dashboard.orders.event_confirmation_sent_again',
  'email address added': 'dashboard.orders.event_email_address_added',
  'payment reminder sent': 'dashboard.orders.event_payment_reminder_sent',
} as const;

function isNamed(what: string): what is keyof typeof EVENT_NAMES {
  return Object.hasOwn(EVENT_NAMES, what);
}

/** One event of the history as a sentence without its subject. */
export function formatEvent(
  { what, details }: Pick<OrderEvent, 'what' | 'details'>,
  currency: string,
): string {
  const amount = typeof details.amount_cents === 'number' ? price(details.amount_cents, currency) : '';
  const method = String(details.method);
  const count = Number(details.places);
  const withReason = (event: string) =>
    typeof details.reason === 'string' && details.reason
      ? t('dashboard.orders.event_with_reason', { event, reason: details.reason })
      : event;
  switch (what) {
    case 'booked':
      return t('dashboard.orders.booked_places', { count });
    case 'booked at the studio':
      return details.position_reason
        ? t('dashboard.orders.booked_ahead_of_the_waiting_list', {
            count,
            reason: String(details.position_reason),
          })
        : t('dashboard.orders.booked_at_the_studio', { count });
    case 'paid':
      return t('dashboard.orders.recorded_payment', { amount, method });
    case 'paid by card':
      return t('dashboard.orders.paid_amount_by_card', { amount });
    case 'card payment did not match':
      return amount
        ? t('dashboard.orders.card_payment_of_amount_did_not_match', { amount })
        : t('dashboard.orders.card_payment_did_not_match');
    case 'checked a card payment':
      return t('dashboard.orders.marked_card_payment_checked', { amount });
    case 'refunded':
      return withReason(t('dashboard.orders.refunded_amount', { amount, method }));
    case 'completed the refund':
      return t('dashboard.orders.marked_refund_done', { amount, method });
    case 'card refund failed':
      return withReason(t('dashboard.orders.could_not_refund', { amount }));
    case 'tried the refund again':
      return t('dashboard.orders.retried_card_refund', { amount });
    case 'cancelled':
      return withReason(
        Array.isArray(details.names)
          ? t('dashboard.orders.cancelled_names', { names: details.names.join(', ') })
          : t('dashboard.orders.cancelled_places', { count }),
      );
    case 'moved':
      return t('dashboard.orders.moved_a_place_to_another_session');
    case 'replaced':
      return t('dashboard.orders.someone_else_took_the_place');
    default:
      return isNamed(what) ? t(EVENT_NAMES[what]) : what;
  }
}
