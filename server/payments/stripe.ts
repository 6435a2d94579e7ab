// Stripe over its HTTP API: a checkout page, a refund and signed webhooks. No SDK, because few requests are enough.
// Knows orders only by id, amount and text; the database decides what a payment means.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Stripe {
  /** A page where this amount can be paid by card. The same order and amount give the same page. */
  openCheckout(order: CheckoutOrder): Promise<{ reference: string; url: string }>;
  /** Gives money of one payment back; the same id gives it back once. Throws StripeError when Stripe rejects it. */
  refund(refund: CardRefund): Promise<{ reference: string }>;
  /** The event of a webhook, or undefined when it is not from Stripe or too old. */
  readEvent(body: string, signature: string): StripeEvent | undefined;
}

interface CheckoutOrder {
  id: string;
  number: string;
  title: string;
  email: string;
  amountCents: number;
  currency: string;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

interface CardRefund {
  id: string;
  paymentIntent: string;
  amountCents: number;
  /** Stripe repeats an error for a day under the same idempotency key, so each attempt after one has a new key. */
  turn: number;
  /** Whether it was requested before: then it is looked up first, as the response may have been lost. */
  isRepeated: boolean;
}

interface StripeEvent {
  id: string;
  type: string;
  /** What the program wrote on the checkout page; empty when it opened none. */
  orderId: string;
  /** The checkout page. */
  checkout: string;
  paymentIntent: string;
  amountCents: number;
  currency: string;
  isPaid: boolean;
  /** Where the event is about money on its way back: ours by `id`, Stripe's by `reference`. */
  refund: { id: string; reference: string; failure: string | undefined };
}

/** Stripe has decided: asking for the same thing again would change nothing. */
export class StripeError extends Error {
  override name = 'StripeError';
}

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
  now?: () => number;
}

interface RefundObject {
  id?: unknown;
  status?: unknown;
  failure_reason?: unknown;
  metadata?: Record<string, unknown>;
}

const TIMEOUT_MS = 10_000;
/** Timeouts, concurrent requests, rate limits: temporary errors. */
const UNDECIDED = [408, 409, 425, 429];
const TOLERANCE_S = 300;
// Stripe's minimum for an open checkout page is half an hour.
const MIN_LIFE_S = 30 * 60 + 30;

/** Throws StripeError for what Stripe rejects, and other errors for what may work later. */
export async function askStripe(
  { apiUrl, secretKey }: Pick<StripeOptions, 'apiUrl' | 'secretKey'>,
  path: string,
  init: RequestInit,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${apiUrl}${path}`, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${secretKey}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.ok) return answer;
  const { status } = response;
  const text = `Stripe answered ${status}: ${reasonOf(answer).replaceAll(secretKey, '…')}`;
  throw status >= 500 || UNDECIDED.includes(status) ? new Error(text) : new StripeError(text);
}

export function createStripe({ secretKey, webhookSecret, apiUrl, now = Date.now }: StripeOptions): Stripe {
  const ask = (path: string, init: RequestInit) => askStripe({ apiUrl, secretKey }, path, init);

  const post = (path: string, fields: Record<string, string>, key: string) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key },
      body: new URLSearchParams(fields).toString(),
    });

  /** A refund of this id that is made or on its way, whatever became of the answer to it. */
  async function findRefund({ id, paymentIntent }: CardRefund): Promise<string | undefined> {
    const query = new URLSearchParams({ payment_intent: paymentIntent, limit: '100' });
    const { data } = await ask(`/v1/refunds?${query}`, { method: 'GET' });
    const found = (Array.isArray(data) ? (data as RefundObject[]) : []).find(
      (refund) => refund.metadata?.refund_id === id && !failureOf(refund),
    );
    return found && String(found.id);
  }

  return {
    async openCheckout(order) {
      const earliest = Math.floor(now() / 1000) + MIN_LIFE_S;
      const answer = await post(
        '/v1/checkout/sessions',
        {
          mode: 'payment',
          client_reference_id: order.id,
          'metadata[order_id]': order.id,
          'payment_intent_data[metadata][order_id]': order.id,
          // People who booked at the desk may have none.
          ...(order.email && { customer_email: order.email }),
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
          expires_at: String(Math.max(earliest, Math.floor(order.expiresAt.getTime() / 1000))),
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': order.currency.toLowerCase(),
          'line_items[0][price_data][unit_amount]': String(order.amountCents),
          'line_items[0][price_data][product_data][name]': `${order.title} (${order.number})`.slice(0, 250),
        },
        `checkout-${order.id}-${order.amountCents}-${Math.floor(order.expiresAt.getTime() / 1000)}`,
      );
      if (typeof answer.url !== 'string' || typeof answer.id !== 'string')
        throw new Error('Stripe returned a checkout without a URL');
      return { reference: answer.id, url: answer.url };
    },
    async refund(wanted) {
      const { id, paymentIntent, amountCents, turn, isRepeated } = wanted;
      const known = isRepeated ? await findRefund(wanted) : undefined;
      if (known) return { reference: known };
      const answer = (await post(
        '/v1/refunds',
        { payment_intent: paymentIntent, amount: String(amountCents), 'metadata[refund_id]': id },
        turn > 1 ? `refund-${id}-${turn}` : `refund-${id}`,
      )) as RefundObject;
      const failure = failureOf(answer);
      if (failure) throw new StripeError(failure);
      return { reference: String(answer.id ?? id) };
    },
    readEvent(body, signature) {
      if (!isSigned(body, signature, webhookSecret, now() / 1000)) return undefined;
      return parseEvent(body, /^\w+_live_/.test(secretKey));
    },
  };
}

function isSigned(body: string, header: string, secret: string, nowS: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowS - Number(time)) > TOLERANCE_S) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  // While a secret is being replaced, Stripe signs with both.
  return parts.some(([name, value]) => {
    const given = Buffer.from(value ?? '', 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function parseEvent(body: string, isLive: boolean): StripeEvent | undefined {
  try {
    const event = JSON.parse(body);
    // Money of the test mode is none.
    if (typeof event?.livemode === 'boolean' && event.livemode !== isLive) return undefined;
    const about = event?.data?.object ?? {};
    return {
      id: String(event.id ?? ''),
      type: String(event.type ?? ''),
      // Not client_reference_id: anyone who opens a payment link of the same account can set it.
      orderId: textOf(about.metadata?.order_id),
      checkout: textOf(about.id),
      paymentIntent: textOf(about.payment_intent),
      amountCents: Number.isSafeInteger(about.amount_total) ? about.amount_total : 0,
      currency: String(about.currency ?? ''),
      isPaid: about.payment_status === 'paid',
      refund: {
        id: String(about.metadata?.refund_id ?? ''),
        reference: String(about.id ?? ''),
        failure: failureOf(about),
      },
    };
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 255) : '';
}

/** Why money did not arrive; undefined while it is on its way or there. */
function failureOf({ status, failure_reason: reason }: RefundObject): string | undefined {
  if (status !== 'failed' && status !== 'canceled') return undefined;
  const text = typeof reason === 'string' ? reason.replaceAll('_', ' ').slice(0, 200) : 'no reason given';
  return `the refund ${status === 'failed' ? 'failed' : 'was cancelled'}: ${text}`;
}

function reasonOf(answer: Record<string, unknown>): string {
  const error = answer.error as { message?: unknown } | undefined;
  return typeof error?.message === 'string' ? error.message.slice(0, 300) : 'no reason given';
}
