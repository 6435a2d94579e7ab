import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import {
  bookPlaces,
  call,
  callError,
  makeClassroom,
  type OrderAnswer,
} from '../booking/testing/classroom.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { createStripe } from './stripe.ts';
import { type StripeServer, signEvent, startStripeServer, webhookSecret } from './testing/stripe-server.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let service: StripeServer;
let jobs: JobRunner;

beforeAll(async () => {
  service = await startStripeServer();
  const keys = { secretKey: 'sk_test_onda', webhookSecret, apiUrl: service.url };
  studio = await startStudioApp({
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: service.url,
  });
  guest = studio.newClient();
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({
    sql,
    outbox,
    siteUrl,
    cards: { current: async () => createStripe(keys) },
    log: createLogger('silent'),
  });
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
  await service?.close();
});

const status = (order: OrderAnswer) =>
  call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
const report = (event: { body: string; signature: string }) =>
  studio.fetch(
    new Request(`${studio.siteUrl}/api/payments/stripe`, {
      method: 'POST',
      headers: { 'stripe-signature': event.signature },
      body: event.body,
    }),
  );
const completed = (order: OrderAnswer, patch: object = {}) => ({
  id: `evt_${order.number}`,
  type: 'checkout.session.completed',
  data: {
    object: {
      client_reference_id: order.order_id,
      metadata: { order_id: order.order_id },
      payment_intent: `pi_${order.number}`,
      amount_total: order.total_cents,
      currency: 'eur',
      payment_status: 'paid',
      ...patch,
    },
  },
});
async function bookByCard(capacity = 3): Promise<OrderAnswer> {
  const room = await makeClassroom(studio.sql, { capacity });
  return bookPlaces(guest, room.sessionId, { method: 'card' });
}

describe('the checkout', () => {
  it('is opened for what is owed, and opened again it is the same one', async () => {
    const order = await bookByCard();
    const go = () =>
      studio.fetch(new Request(`${studio.siteUrl}/api/payments/checkout/${order.order_token}`));
    const first = await go();
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toMatch(/^https:\/\/checkout\.stripe\.example\/pay\/cs_/);
    expect((await go()).headers.get('location')).toBe(first.headers.get('location'));
    const asked = service.asked.at(-1);
    expect(asked?.authorization).toBe('Bearer sk_test_onda');
    expect(asked?.fields).toMatchObject({
      mode: 'payment',
      client_reference_id: order.order_id,
      'line_items[0][price_data][unit_amount]': '2400',
      'line_items[0][price_data][currency]': 'eur',
      success_url: `${studio.siteUrl}/booking/${order.order_token}?paid=1`,
    });
  });

  it('that cannot be opened leads back to the booking, which is not lost', async () => {
    const order = await bookByCard();
    service.failNext(1);
    const response = await studio.fetch(
      new Request(`${studio.siteUrl}/api/payments/checkout/${order.order_token}`),
    );
    expect(response.headers.get('location')).toBe(
      `${studio.siteUrl}/booking/${order.order_token}?card=unreachable`,
    );
    expect((await status(order)).state).toBe('pending');
  });

  it.each(['nothing', '../x', 'a'.repeat(40)])('knows no order "%s"', async (token) => {
    const response = await studio.fetch(
      new Request(`${studio.siteUrl}/api/payments/checkout/${encodeURIComponent(token)}`),
    );
    expect(response.status).toBe(404);
  });
});

describe('[STUDIO-5] webhooks', () => {
  it('seat the buyer once, however often they come, and a receipt goes out once', async () => {
    const order = await bookByCard();
    const event = signEvent(completed(order));
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(event)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(await status(order)).toMatchObject({ state: 'confirmed', paid_cents: 2400, refunds: [] });
    await jobs.run();
    const mails = await studio.sql<{ kind: string }[]>`
      select kind from public.outbox where text_body like ${`%${order.number}%`} order by kind`;
    expect(mails.map(({ kind }) => kind)).toEqual(['booking_confirmation', 'receipt']);
  });

  it.each([
    ['with another secret', (order: OrderAnswer) => signEvent(completed(order), { secret: 'whsec_other' })],
    ['that is old', (order: OrderAnswer) => signEvent(completed(order), { atS: Date.now() / 1000 - 3600 })],
    [
      'that was changed',
      (order: OrderAnswer) => ({
        ...signEvent(completed(order)),
        body: JSON.stringify(completed(order, { amount_total: 1 })),
      }),
    ],
    ['without a signature', (order: OrderAnswer) => ({ ...signEvent(completed(order)), signature: '' })],
  ])('%s change nothing', async (_name, sign) => {
    const order = await bookByCard();
    const response = await report(sign(order));
    expect([response.status, (await response.json()).code]).toEqual([400, 'bad_signature']);
    expect((await status(order)).state).toBe('pending');
  });

  it('of other shops, unpaid ones and unknown kinds are taken and change nothing', async () => {
    const order = await bookByCard();
    for (const event of [
      { id: 'evt_x', type: 'customer.created', data: { object: {} } },
      completed(order, { payment_status: 'unpaid' }),
      completed({ ...order, order_id: 'not-an-id' }, { client_reference_id: 'x', metadata: {} }),
    ])
      expect((await report(signEvent(event))).status).toBe(200);
    expect((await status(order)).state).toBe('pending');
  });

  it('about a checkout that ran out free the place at once', async () => {
    const order = await bookByCard(1);
    await report(signEvent({ ...completed(order), type: 'checkout.session.expired' }));
    expect((await status(order)).state).toBe('lapsed');
  });
});

it('[STUDIO-6] money for a place that is gone goes back to the card, by itself, and the buyer is notified', async () => {
  const room = await makeClassroom(studio.sql, { capacity: 1 });
  const order = await bookPlaces(guest, room.sessionId, { method: 'card' });
  await studio.sql`update public.holds set expires_at = now() - interval '1 second' where pool_id = ${room.poolId}`;
  await bookPlaces(guest, room.sessionId);
  service.failNext(0);
  await report(signEvent(completed(order)));
  await jobs.run();
  expect((await status(order)).refunds).toMatchObject([{ amount_cents: 2400, state: 'done' }]);
  expect(service.asked.filter(({ path }) => path === '/v1/refunds')).toMatchObject([
    { fields: { payment_intent: `pi_${order.number}`, amount: '2400' } },
  ]);
  const mails =
    await studio.sql`select from public.outbox where kind = 'payment_too_late' and text_body like ${`%${order.number}%`}`;
  expect(mails).toHaveLength(1);
});

it('staff give a part of it back to the card that paid, and never more than came by it', async () => {
  const order = await bookByCard(2);
  await report(signEvent(completed(order)));
  const staffClient = studio.clients.elevated as SupabaseClient;
  const back = { order_id: order.order_id, amount_cents: 700, reason: 'the heating was off', method: 'card' };
  await call(staffClient, 'refund_order', back);
  const tooMuch = await staffClient.rpc('refund_order', { ...back, amount_cents: 999_999 });
  expect(tooMuch.error?.hint).toBe('bad_amount');
  await jobs.run();
  expect((await status(order)).refunds).toMatchObject([{ amount_cents: 700, method: 'card', state: 'done' }]);
  expect(service.asked.at(-1)).toMatchObject({
    path: '/v1/refunds',
    fields: { payment_intent: `pi_${order.number}`, amount: '700' },
  });
});

describe('a refund that the card service does not make', () => {
  let staff: TestPerson;
  beforeAll(async () => {
    staff = await signUp(studio, 'staff');
  });

  interface Seen {
    refunds: { id: string; state: string; problem: string | null }[];
    timeline: { what: string; by: string | null; details: { reason?: string } }[];
  }
  const look = (order: OrderAnswer) => call<Seen>(staff.client, 'get_order', { order_id: order.order_id });
  const refundOf = async (order: OrderAnswer) => (await look(order)).refunds[0] ?? { id: '' };
  const retry = async (order: OrderAnswer, client = staff.client) =>
    call<Seen>(client, 'retry_refund', { refund_id: (await refundOf(order)).id });
  const given = (order: OrderAnswer) =>
    service.asked.filter(
      ({ path, fields }) => path === '/v1/refunds' && fields.payment_intent === `pi_${order.number}`,
    );
  const rejected = { status: 400, message: 'The balance of the account is too low.' };

  /** Paid by card, and 7 of it to go back. */
  async function owed(): Promise<OrderAnswer> {
    const order = await bookByCard(2);
    await report(signEvent(completed(order)));
    await jobs.run();
    await call(staff.client, 'refund_order', {
      order_id: order.order_id,
      amount_cents: 700,
      reason: 'cold room',
      method: 'card',
    });
    return order;
  }
  /** Paid by card, and Stripe rejected a refund of 7. */
  async function rejectedOrder(): Promise<OrderAnswer> {
    service.failNext(1, rejected);
    const order = await owed();
    await jobs.run();
    return order;
  }

  it('is failed at once with its reason, and goes when it is tried again, under a name of its own', async () => {
    const order = await rejectedOrder();
    expect(await refundOf(order)).toMatchObject({
      state: 'failed',
      problem: 'Stripe answered 400: The balance of the account is too low.',
    });
    expect(await studio.sql`select from private.jobs where kind = 'card.refund'`).toHaveLength(0);
    await retry(order);
    await jobs.run();
    expect(await refundOf(order)).toMatchObject({ state: 'done', problem: null });
    expect(given(order)).toMatchObject([{ fields: { amount: '700' }, key: expect.stringMatching(/-2$/) }]);
    const said = (await look(order)).timeline.map(({ what, by }) => [what, by !== null]);
    expect(said.slice(0, 3)).toEqual([
      ['completed the refund', false],
      ['tried the refund again', true],
      ['card refund failed', false],
    ]);
    const log = await studio.sql`
      select actor, details -> 'state' as state from public.audit_events
      where area = 'money' and subject = ${order.order_id} and details ? 'tries' and action = 'changed_row' and table_name = 'refunds'`;
    expect(log).toEqual([{ actor: staff.id, state: { from: 'failed', to: 'due' } }]);
  });

  it('is given once for however many presses, by however many people', async () => {
    const order = await rejectedOrder();
    const { id } = await refundOf(order);
    const presses = await Promise.all(
      Array.from({ length: 8 }, () => staff.client.rpc('retry_refund', { refund_id: id })),
    );
    // A second attempt while the job is running gets an error and does not start it twice.
    expect(presses.every(({ error }) => error === null || error.hint === 'under_way')).toBe(true);
    await jobs.run();
    await retry(order);
    await jobs.run();
    expect(given(order)).toHaveLength(1);
    const { timeline } = await look(order);
    expect(timeline.filter(({ what }) => what === 'tried the refund again')).toHaveLength(1);
  });

  it('is found again when it was made and only the answer was lost', async () => {
    service.breakNextAnswer();
    const order = await owed();
    await jobs.run();
    expect(await refundOf(order)).toMatchObject({
      state: 'due',
      problem: expect.stringMatching(/fetch failed/),
    });
    await retry(order);
    await jobs.run();
    expect(await refundOf(order)).toMatchObject({ state: 'done' });
    expect(given(order)).toHaveLength(1);
  });

  it('is failed when the last try of many has failed, and the buyer’s account stays until it is settled', async () => {
    service.failNext(1);
    const order = await owed();
    await jobs.run();
    expect(await refundOf(order)).toMatchObject({ state: 'due', problem: 'Stripe answered 503: try later' });
    await studio.sql`
      update private.jobs set attempts = 5, run_at = now() where key = ${`refund ${(await refundOf(order)).id}`}`;
    service.failNext(1);
    await jobs.run();
    expect(await refundOf(order)).toMatchObject({ state: 'failed' });
    const buyer = await signUp(studio);
    await studio.sql`update public.orders set user_id = ${buyer.id} where id = ${order.order_id}`;
    await studio.sql`update public.bookings set state = 'cancelled' where order_id = ${order.order_id}`;
    expect(await call(buyer.client, 'can_delete_my_account')).toMatchObject({ reason: 'refund_due' });
    await retry(order);
    await jobs.run();
    expect(await call(buyer.client, 'can_delete_my_account')).toEqual({});
  });

  it('that a bank sends back days later is open again; old news of it changes nothing', async () => {
    const order = await owed();
    await jobs.run();
    const { id } = await refundOf(order);
    const [{ provider_ref = '' } = {}] =
      await studio.sql`select provider_ref from public.refunds where id = ${id}`;
    const news = (reference: string) =>
      report(
        signEvent({
          id: `evt_${reference}`,
          type: 'refund.failed',
          data: {
            object: {
              id: reference,
              status: 'failed',
              failure_reason: 'expired_or_canceled_card',
              metadata: { refund_id: id },
            },
          },
        }),
      );
    await news('re_of_another');
    expect(await refundOf(order)).toMatchObject({ state: 'done' });
    await news(provider_ref);
    expect(await refundOf(order)).toMatchObject({
      state: 'failed',
      problem: 'the refund failed: expired or canceled card',
    });
    // The service lists the old one as failed from now on.
    service.fail(provider_ref);
    await retry(order);
    await jobs.run();
    expect(await refundOf(order)).toMatchObject({ state: 'done' });
    expect(given(order)).toHaveLength(2);
    await news(provider_ref);
    expect(await refundOf(order)).toMatchObject({ state: 'done' });
  });

  it('is tried again by staff alone, and only where there is a card', async () => {
    const order = await rejectedOrder();
    const { id } = await refundOf(order);
    for (const client of [guest, (await signUp(studio)).client, (await signUp(studio, 'teacher')).client]) {
      expect((await callError(client, 'retry_refund', { refund_id: id })).code).toBe('42501');
      expect((await callError(client, 'card_refund_failed', { refund_id: id, why: 'x' })).code).toBe('42501');
    }
    expect((await callError(staff.client, 'card_refund_failed', { refund_id: id, why: 'x' })).code).toBe(
      '42501',
    );
    await call(staff.client, 'refund_order', {
      order_id: order.order_id,
      amount_cents: 100,
      reason: 'in hand',
      method: 'studio',
    });
    const [cash] = await studio.sql`
      select id from public.refunds where order_id = ${order.order_id} and method = 'studio'`;
    expect(await callError(staff.client, 'retry_refund', { refund_id: cash?.id })).toMatchObject({
      status: 422,
    });
    expect(
      await callError(staff.client, 'retry_refund', { refund_id: '00000000-0000-4000-8000-000000000000' }),
    ).toMatchObject({ status: 404 });
    expect(await refundOf(order)).toMatchObject({ state: 'failed' });
  });
});
