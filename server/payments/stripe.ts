// Stripe over its HTTP API: a checkout page, a refund, and the word of a signed webhook. No SDK: three requests.
// Knows orders only as id, amount and words; what a payment means is decided by the database.
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Stripe {
  /** The address of a page where this amount can be paid by card. The same order and amount give the same page. */
  openCheckout(order: CheckoutOrder): Promise<string>;
  /** Gives money of one payment back; the same id gives it back once. */
  refund(refund: { id: string; paymentIntent: string; amountCents: number }): Promise<{ reference: string }>;
  /** What a webhook says, or undefined when it is not from Stripe or too old. */
  readEvent(body: string, signature: string): StripeEvent | undefined;
}

export interface CheckoutOrder {
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

export interface StripeEvent {
  id: string;
  type: string;
  orderId: string;
  paymentIntent: string;
  amountCents: number;
  currency: string;
  isPaid: boolean;
}

export interface StripeOptions {
  secretKey: string;
  webhookSecret: string;
  apiUrl: string;
  now?: () => number;
}

const TIMEOUT_MS = 10_000;
const TOLERANCE_S = 300;
// Stripe keeps a checkout page open for at least half an hour.
const SHORTEST_LIFE_S = 30 * 60 + 30;

export function createStripe({ secretKey, webhookSecret, apiUrl, now = Date.now }: StripeOptions): Stripe {
  async function post(
    path: string,
    fields: Record<string, string>,
    key: string,
  ): Promise<Record<string, unknown>> {
    const response = await fetch(`${apiUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': key,
      },
      body: new URLSearchParams(fields).toString(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (!response.ok) throw new Error(`Stripe answered ${response.status}: ${reasonOf(answer)}`);
    return answer;
  }

  return {
    async openCheckout(order) {
      const earliest = Math.floor(now() / 1000) + SHORTEST_LIFE_S;
      const answer = await post(
        '/v1/checkout/sessions',
        {
          mode: 'payment',
          client_reference_id: order.id,
          'metadata[order_id]': order.id,
          'payment_intent_data[metadata][order_id]': order.id,
          customer_email: order.email,
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
      if (typeof answer.url !== 'string') throw new Error('Stripe opened a checkout without an address');
      return answer.url;
    },
    async refund({ id, paymentIntent, amountCents }) {
      const answer = await post(
        '/v1/refunds',
        { payment_intent: paymentIntent, amount: String(amountCents), 'metadata[refund_id]': id },
        `refund-${id}`,
      );
      return { reference: String(answer.id ?? id) };
    },
    readEvent(body, signature) {
      if (!isSigned(body, signature, webhookSecret, now() / 1000)) return undefined;
      return parseEvent(body);
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

function parseEvent(body: string): StripeEvent | undefined {
  try {
    const event = JSON.parse(body);
    const about = event?.data?.object ?? {};
    return {
      id: String(event.id ?? ''),
      type: String(event.type ?? ''),
      orderId: String(about.metadata?.order_id ?? about.client_reference_id ?? ''),
      paymentIntent: String(about.payment_intent ?? ''),
      amountCents: Number(about.amount_total ?? 0),
      currency: String(about.currency ?? ''),
      isPaid: about.payment_status === 'paid',
    };
  } catch {
    return undefined;
  }
}

function reasonOf(answer: Record<string, unknown>): string {
  const error = answer.error as { message?: unknown } | undefined;
  return typeof error?.message === 'string' ? error.message.slice(0, 300) : 'no reason given';
}
