// An order as the desk sees it, and how its states, ways and events are said.
import { price } from '#app/language/price.ts';
import type { OrderView } from '#contracts/booking.ts';

export type OrderState = OrderView['state'];

export interface ListedOrder {
  id: string;
  number: string;
  kind: OrderView['kind'];
  state: OrderState;
  buyer_name: string;
  buyer_email: string;
  method: OrderView['method'];
  currency: string;
  total_cents: number;
  paid_cents: number;
  due_at: string | null;
  created_at: string;
  title: string | null;
  places: number;
  starts_at: string | null;
}

export interface MoneyIn {
  id: string;
  at: string;
  amount_cents: number;
  method: 'cash' | 'card' | 'transfer' | 'desk_card';
  by: string | null;
}
export interface MoneyOut {
  id: string;
  at: string;
  amount_cents: number;
  method: 'card' | 'desk' | 'transfer' | 'credit';
  state: 'due' | 'done' | 'failed';
  reason: string;
  done_at: string | null;
  by: string | null;
  /** Why the card service has not taken it, in its words. */
  problem: string | null;
}
export interface OrderEvent {
  id: number;
  at: string;
  what: string;
  details: Record<string, unknown>;
  by: string | null;
  is_buyer: boolean | null;
}
export interface Move {
  session_id: string;
  offering_id: string;
  title: string;
  starts_at: string;
  pool_id: string;
  free: number;
}
export interface PlaceMore {
  id: string;
  note: string;
  answers: Record<string, string>;
  born_on: string | null;
  participant_id: string | null;
}
export interface DeskOrder extends Omit<OrderView, 'refunds'> {
  allowed_cents: number;
  has_account: boolean;
  household_id: string | null;
  payments: MoneyIn[];
  refunds: MoneyOut[];
  places: PlaceMore[];
  timeline: OrderEvent[];
  moves: Move[];
}

export const stateLabels: Record<OrderState, string> = {
  pending: 'Waiting for card',
  confirmed: 'Booked',
  cancelled: 'Cancelled',
  lapsed: 'Lapsed',
};
export const methodLabels: Record<MoneyIn['method'], string> = {
  cash: 'in cash',
  card: 'by card, online',
  transfer: 'by transfer',
  desk_card: 'by card, at the desk',
};
export const refundLabels: Record<MoneyOut['method'], string> = {
  desk: 'in cash',
  card: 'to the card',
  transfer: 'by transfer',
  credit: 'as credit',
};

export function formatKind({ kind, title }: Pick<ListedOrder, 'kind' | 'title'>): string {
  return title ?? { booking: 'Booking', pass: 'Pass', voucher: 'Voucher' }[kind];
}

/** How a refund stands that is not done; null when there is nothing left to do. */
export function refundBadge({ state, method, problem }: Pick<MoneyOut, 'state' | 'method' | 'problem'>) {
  if (state === 'done') return null;
  if (state === 'failed') return { tone: 'danger', words: 'failed' } as const;
  if (problem) return { tone: 'danger', words: 'still to do' } as const;
  return { tone: 'default', words: method === 'card' ? 'on its way' : 'still to do' } as const;
}

/** Positive: still to be paid. */
export function openCents({
  state,
  total_cents,
  paid_cents,
}: Pick<ListedOrder, 'state' | 'total_cents' | 'paid_cents'>): number {
  return state === 'confirmed' || state === 'pending' ? total_cents - paid_cents : 0;
}

/** Walk-ins leave no address; nobody writes to them. */
export function addressOf(email: string): string {
  return email.endsWith('@invalid') ? 'no address' : email;
}

const BUYERS_OWN = ['booked', 'bought', 'paid by card', 'moved', 'cancelled'];

/** Who did it. A guest has no account: what only a buyer does without one was the buyer. */
export function actorOf(
  { what, by, is_buyer, details }: Omit<OrderEvent, 'id' | 'at'>,
  buyer: string,
): string {
  if (is_buyer) return buyer;
  return by || (BUYERS_OWN.includes(what) && !details.reason ? buyer : 'The studio');
}

/** One event of the timeline as a sentence without its subject. */
export function formatEvent(
  { what, details }: Pick<OrderEvent, 'what' | 'details'>,
  currency: string,
): string {
  const amount = typeof details.amount_cents === 'number' ? price(details.amount_cents, currency) : '';
  const reason = typeof details.reason === 'string' && details.reason ? `: ${details.reason}` : '';
  const places = Number(details.places) === 1 ? 'one place' : `${details.places} places`;
  switch (what) {
    case 'booked':
      return `booked ${places}`;
    case 'booked at the desk':
      return `booked ${places} at the desk${details.queue_reason ? `, past the queue: ${details.queue_reason}` : ''}`;
    case 'paid':
      return `took ${amount} ${methodLabels[details.method as MoneyIn['method']] ?? ''}`;
    case 'paid by card':
      return `paid ${amount} by card`;
    case 'card payment did not match':
      return `received a card payment that did not match the order${amount && `, ${amount}`}`;
    case 'checked a card payment':
      return `marked the card payment of ${amount} as checked`;
    case 'refunded':
      return `gave ${amount} back ${refundLabels[details.method as MoneyOut['method']] ?? ''}${reason}`;
    case 'gave the money back':
      return `marked ${amount} as handed back ${refundLabels[details.method as MoneyOut['method']] ?? ''}`;
    case 'card refund failed':
      return `could not give ${amount} back to the card${reason}`;
    case 'tried the refund again':
      return `tried again to give ${amount} back to the card`;
    case 'cancelled':
      return `cancelled ${Array.isArray(details.names) ? details.names.join(', ') : places}${reason}`;
    case 'moved':
      return 'moved a place to another date';
    case 'replaced':
      return 'somebody else took the place, the rest went back';
    default:
      return what;
  }
}
