// [STUDIO-5] A paid event counts when it is the payment that was asked for; anything else is written down for staff.
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
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { createStripe } from './stripe.ts';
import { type StripeServer, signEvent, startStripeServer, webhookSecret } from './testing/stripe-server.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let service: StripeServer;
let staff: TestPerson;

beforeAll(async () => {
  service = await startStripeServer();
  studio = await startStudioApp({
    STRIPE_SECRET_KEY: 'sk_test_onda',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: service.url,
  });
  guest = studio.newClient();
  staff = await signUp(studio, 'staff');
  await studio.sql`
    insert into public.pass_types (id, name, entries, price_cents, currency, valid_days) values ('three', 'Three', 3, 3000, 'EUR', 90)`;
});
afterAll(async () => {
  await studio?.close();
  await service?.close();
});

interface Session {
  id: string;
  metadata: { order_id?: string };
  payment_intent: unknown;
  amount_total: unknown;
  currency: string;
  payment_status: string;
}
const read = (order: OrderAnswer) =>
  call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });

/** The order with a checkout page, and what Stripe reports when that page is paid. */
async function openPage(kind: 'booking' | 'pass') {
  const order =
    kind === 'booking'
      ? await bookPlaces(guest, (await makeClassroom(studio.sql, { capacity: 3 })).sessionId, {
          method: 'card',
        })
      : await call<OrderAnswer>(guest, 'buy', {
          kind: 'pass',
          pass_type: 'three',
          buyer: { name: 'Clara', email: 'clara@post.example' },
          method: 'card',
        });
  const answer = await studio.fetch(
    new Request(`${studio.siteUrl}/api/payments/checkout/${order.order_token}`),
  );
  const paid: Session = {
    id: answer.headers.get('location')?.split('/').at(-1) ?? '',
    metadata: { order_id: order.order_id },
    payment_intent: `pi_${order.number}`,
    amount_total: order.total_cents,
    currency: 'eur',
    payment_status: 'paid',
  };
  return { order, paid };
}

async function report(
  object: object,
  type = 'checkout.session.completed',
  more: object = {},
): Promise<number> {
  const { body, signature } = signEvent({ id: 'evt_1', type, data: { object }, ...more });
  const answer = await studio.fetch(
    new Request(`${studio.siteUrl}/api/payments/stripe`, {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body,
    }),
  );
  return answer.status;
}

const mismatchesOf = async (order: OrderAnswer, client = staff.client) =>
  (
    await client
      .from('payment_mismatches')
      .select('id,reason,amount_cents,currency,expected_cents,expected_currency,provider_ref,checked_at')
      .eq('order_id', order.order_id)
  ).data;

describe.each(['booking', 'pass'] as const)('a paid event for a %s', (kind) => {
  it.each<[string, string, (paid: Session) => object]>([
    ['of a smaller amount', 'amount', () => ({ amount_total: 1 })],
    ['of a larger amount', 'amount', ({ amount_total }) => ({ amount_total: Number(amount_total) + 1 })],
    ['without an amount', 'amount', () => ({ amount_total: null })],
    ['of an amount in words', 'amount', () => ({ amount_total: '2400' })],
    ['in another currency', 'currency', () => ({ currency: 'jpy' })],
    ['from a page that was not opened for it', 'checkout', () => ({ id: 'cs_payment_link' })],
    ['without a payment', 'payment', () => ({ payment_intent: null })],
  ])(
    '%s does not pay it: it is recorded once, shown to staff and in the audit log',
    async (_name, reason, patch) => {
      const { order, paid } = await openPage(kind);
      const wrong = { ...paid, ...patch(paid) };
      expect([await report(wrong), await report(wrong)]).toEqual([200, 200]);
      expect(await read(order)).toMatchObject({ state: 'pending', paid_cents: 0, refunds: [] });
      expect((await read(order)).passes.every(({ is_active }) => !is_active)).toBe(true);
      expect(await mismatchesOf(order)).toMatchObject([
        { reason, expected_currency: 'EUR', checked_at: null },
      ]);
      const audit = await studio.sql`
      select action, table_name, actor from public.audit_events where area = 'money' and subject = ${order.order_id}`;
      expect(audit).toMatchObject([{ action: 'added_row', table_name: 'payment_mismatches', actor: null }]);
      const seen = await call<{ timeline: { what: string }[] }>(staff.client, 'get_order', {
        order_id: order.order_id,
      });
      expect(seen.timeline.map(({ what }) => what)).toContain('card payment did not match');
      // The payment that was asked for still counts.
      await report(paid);
      expect(await read(order)).toMatchObject({ state: 'confirmed', paid_cents: order.total_cents });
    },
  );

  it('is not believed for the reference that anyone may write on a payment link', async () => {
    const { order, paid } = await openPage(kind);
    const forged = { ...paid, id: 'cs_link', metadata: {}, client_reference_id: order.order_id };
    expect(await report(forged)).toBe(200);
    expect(await report(forged, 'checkout.session.expired')).toBe(200);
    expect(await read(order)).toMatchObject({ state: 'pending', paid_cents: 0 });
  });

  it('whose payment has paid another order already is recorded, not counted', async () => {
    const first = await openPage(kind);
    const { order, paid } = await openPage(kind);
    await report(first.paid);
    await report({ ...paid, payment_intent: first.paid.payment_intent });
    expect(await read(order)).toMatchObject({ state: 'pending', paid_cents: 0 });
    expect(await mismatchesOf(order)).toMatchObject([{ reason: 'payment' }]);
  });
});

it('a pass that is paid a second time waits for staff instead of becoming two payments', async () => {
  const { order, paid } = await openPage('pass');
  await report(paid);
  await report({ ...paid, payment_intent: `pi_again_${order.number}` });
  expect(await read(order)).toMatchObject({ state: 'confirmed', paid_cents: 3000 });
  expect(await mismatchesOf(order)).toMatchObject([{ reason: 'state', amount_cents: 3000 }]);
});

it('an order whose page an earlier version opened is paid by what it still lacks, and by nothing else', async () => {
  const { order, paid } = await openPage('pass');
  await studio.sql`delete from private.card_checkouts where order_id = ${order.order_id}`;
  await report({ ...paid, amount_total: 2999, payment_intent: 'pi_less' });
  expect(await read(order)).toMatchObject({ state: 'pending' });
  await report(paid);
  expect(await read(order)).toMatchObject({ state: 'confirmed' });
});

it('a page that ran out frees the place only if no newer one is open', async () => {
  const { order, paid } = await openPage('booking');
  await studio.sql`
    insert into private.card_checkouts (reference, order_id, amount_cents, currency)
    values ('cs_newer', ${order.order_id}, 2400, 'EUR')`;
  await report(paid, 'checkout.session.expired');
  expect((await read(order)).state).toBe('pending');
  await report({ ...paid, id: 'cs_newer' }, 'checkout.session.expired');
  expect((await read(order)).state).toBe('lapsed');
});

it('only staff see a mismatch and mark it as checked', async () => {
  const { order, paid } = await openPage('booking');
  await report({ ...paid, amount_total: 5 });
  const [mismatch] = (await mismatchesOf(order)) ?? [];
  for (const client of [guest, (await signUp(studio)).client, (await signUp(studio, 'teacher')).client]) {
    expect((await mismatchesOf(order, client)) ?? []).toEqual([]);
    expect((await callError(client, 'check_payment_mismatch', { mismatch_id: mismatch?.id })).code).toBe(
      '42501',
    );
  }
  await call(staff.client, 'check_payment_mismatch', { mismatch_id: mismatch?.id });
  await call(staff.client, 'check_payment_mismatch', { mismatch_id: mismatch?.id });
  const [row] =
    await studio.sql`select checked_by from public.payment_mismatches where id = ${mismatch?.id ?? ''}`;
  expect(row?.checked_by).toBe(staff.id);
  expect(
    await callError(staff.client, 'check_payment_mismatch', {
      mismatch_id: '00000000-0000-4000-8000-000000000000',
    }),
  ).toMatchObject({ status: 404 });
});

it('events of the other mode, live or test, are not taken', () => {
  const options = { webhookSecret, apiUrl: service.url };
  const { body, signature } = signEvent({ id: 'evt_1', type: 'x', livemode: false, data: { object: {} } });
  expect(createStripe({ ...options, secretKey: 'sk_live_onda' }).readEvent(body, signature)).toBeUndefined();
  expect(createStripe({ ...options, secretKey: 'sk_test_onda' }).readEvent(body, signature)).toBeDefined();
});
