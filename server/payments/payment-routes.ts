// Card payments on the product API: opens the checkout page and handles the webhooks of the payment service.
import { Hono } from 'hono';
import { offeringPath } from '#app/features/programme/upcoming-session.ts';
import { localized } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { isUuid } from '#backend/auth/http/addresses.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { OrderView } from '#contracts/booking.ts';
import { formatTitle } from '../booking/format-booking.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { inLanguage } from '../language/current-language.ts';
import { pageUrl } from '../language/page-url.ts';
import type { Logger } from '../logger.ts';
import type { CardSettings } from './card-settings.ts';

export interface PaymentOptions {
  sql: Sql;
  cards: Pick<CardSettings, 'current'>;
  siteUrl: string;
  clientIp: (request: Request) => string;
  limiter: RateLimiter;
  log: Logger;
}

const MAX_EVENT_BYTES = 512 * 1024;
// A bank may return a refund days later: Stripe reports it by one of these events, depending on its API version.
const REFUND_EVENTS = ['refund.failed', 'refund.updated', 'charge.refund.updated'];
const TOKEN = /^[0-9a-f]{20,80}$/;

export function createPaymentRoutes({ sql, cards, siteUrl, clientIp, limiter, log }: PaymentOptions): Hono {
  const app = new Hono();
  const checkouts = limiter.limit({ name: 'checkouts', max: 60, perS: 600 });
  const wrongLinks = limiter.limit({ name: 'wrong checkout links', max: 60, perS: 600, byAddress: true });

  // Stripe itself sends from a few addresses, and sends again what was not taken.
  const events = limiter.limit({ name: 'payment events', max: 3000, perS: 60, byAddress: true });

  // A plain link, so that paying works without scripts and can be tried again.
  app.get('/api/payments/checkout/:token', async ({ req }) => {
    const stripe = await cards.current();
    if (!stripe) throw new ApiError(404, 'no_cards', 'Card payments are not available.');
    const token = req.param('token');
    const found = TOKEN.test(token) ? await readOrder(sql, token) : undefined;
    // A right link counts for itself: wrong ones of the same network do not stop it.
    const waitS = found ? checkouts.take(found.order.order_id) : wrongLinks.take(clientIp(req.raw));
    if (waitS > 0) throw apiErrors.tooMany(waitS);
    if (!found) throw apiErrors.missing(req.path);
    const { order: read, ...languages } = found;
    const inItsLanguage = <Text>(write: () => Text) => inLanguage(languages.language, write);
    const order = inItsLanguage(() => localized(read));
    const urlOf = (path: string) => inItsLanguage(() => pageUrl({ siteUrl, ...languages }, path));
    const page = urlOf(`/booking/${order.order_token}`);
    const owed = order.total_cents - order.paid_cents;
    // Paid, expired or cancelled: the booking page shows which.
    if (owed <= 0 || order.state === 'cancelled' || order.state === 'lapsed') return away(page);
    const [first] = order.dates;
    try {
      const { reference, url } = await stripe.openCheckout({
        id: order.order_id,
        number: order.number,
        title: inItsLanguage(() =>
          t('email.booking.receipt_item', { kind: order.kind, title: formatTitle(order) }),
        ),
        email: order.buyer.email,
        amountCents: owed,
        currency: order.currency,
        expiresAt: new Date(order.hold_expires_at ?? Date.now()),
        successUrl: `${page}?paid=1`,
        cancelUrl: order.hold_token && first ? page : urlOf(first ? offeringPath(first) : '/passes'),
      });
      // The received amount is compared with it (card_payment_received).
      await sql`
        insert into private.card_checkouts (reference, order_id, amount_cents, currency)
        values (${reference}, ${order.order_id}, ${owed}, ${order.currency}) on conflict do nothing`;
      return away(url);
    } catch (error) {
      log.error({ err: error, order: order.number }, 'checkout could not be opened');
      return away(`${page}?card=unreachable`);
    }
  });

  app.post('/api/payments/stripe', async ({ req }) => {
    const stripe = await cards.current();
    if (!stripe) throw apiErrors.missing(req.path);
    const waitS = events.take(clientIp(req.raw));
    if (waitS > 0) throw apiErrors.tooMany(waitS);
    if (Number(req.header('content-length') ?? 0) > MAX_EVENT_BYTES) throw apiErrors.tooLarge();
    const body = await req.text();
    if (body.length > MAX_EVENT_BYTES) throw apiErrors.tooLarge();
    const event = stripe.readEvent(body, req.header('stripe-signature') ?? '');
    if (!event)
      throw new ApiError(400, 'bad_signature', 'The signature of this event is invalid or too old.');
    const isOurs = isUuid(event.orderId) && (await orderExists(sql, event.orderId));
    const isMoney = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'].includes(
      event.type,
    );
    if (isOurs && isMoney && event.isPaid) {
      const { orderId, amountCents, currency, paymentIntent, checkout } = event;
      await sql`select public.card_payment_received(${orderId}, ${amountCents}, ${currency}, ${paymentIntent}, ${checkout || null})`;
    } else if (
      isOurs &&
      ['checkout.session.expired', 'checkout.session.async_payment_failed'].includes(event.type)
    ) {
      await sql`select public.card_payment_failed(${event.orderId}, ${event.checkout || null})`;
    } else if (REFUND_EVENTS.includes(event.type) && event.refund.failure && isUuid(event.refund.id)) {
      const { id, failure, reference } = event.refund;
      await sql`select public.card_refund_failed(${id}, ${failure}, ${reference})`;
    }
    // Unrelated events are accepted too: rejected ones would be sent again for days.
    return Response.json({ received: true });
  });
  return app;
}

function away(url: string): Response {
  return new Response(null, { status: 303, headers: { location: url, 'cache-control': 'no-store' } });
}

interface FoundOrder {
  order: OrderView;
  language: string;
  defaultLanguage: string;
}

async function readOrder(sql: Sql, token: string): Promise<FoundOrder | undefined> {
  const [row] = await sql<FoundOrder[]>`
    select private.describe_order(l.order_id) as order, private.page_language(o.language) as language,
      private.page_language() as "defaultLanguage"
    from private.order_links l join public.orders o on o.id = l.order_id where l.token = ${token}`;
  return row;
}

async function orderExists(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select from public.orders where id = ${id}`;
  return rows.length > 0;
}
