import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { bookPlaces, call, makeClassroom, type OrderAnswer } from '../booking/testing/classroom.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { createCardSettings } from './card-settings.ts';
import { type StripeServer, signEvent, startStripeServer } from './testing/stripe-server.ts';

let studio: StudioApp;
let service: StripeServer;
let owner: TestPerson;
let staff: TestPerson;

beforeAll(async () => {
  service = await startStripeServer();
  studio = await startStudioApp({ STRIPE_API_URL: service.url });
  owner = await signUp(studio, 'owner');
  staff = await signUp(studio, 'staff');
});
afterAll(async () => {
  await studio?.close();
  await service?.close();
});

const KEY = 'sk_test_of_the_owner';
const save = (secret_key: string, as = owner) =>
  ask(studio, 'PUT /api/studio/cards', { as, body: { secret_key } });
const describeCards = () => ask(studio, 'GET /api/studio/cards', { as: owner });

describe('card payments in the dashboard', () => {
  it('take only a secret key that Stripe accepts, and only from an owner', async () => {
    for (const key of ['', 'pk_test_123456', 'something'])
      expect((await save(key)).json).toMatchObject({ fields: { secret_key: expect.any(String) } });
    expect((await save('sk_test_wrong')).json).toMatchObject({ code: 'stripe_rejected' });
    expect((await save(KEY, staff)).status).toBe(403);
    service.failNext(1);
    expect(await save(KEY)).toMatchObject({ status: 502, json: { code: 'stripe_unreachable' } });
    expect((await describeCards()).json).toMatchObject({ source: null, account: '' });
  });

  it('are tried, make their webhook and are paid by what it reports', async () => {
    const guest = studio.newClient();
    expect((await save(KEY)).json).toMatchObject({
      source: 'dashboard',
      account: 'Quay House',
      is_live: false,
    });
    expect(service.webhooks).toMatchObject([{ url: `${studio.siteUrl}/api/payments/stripe` }]);
    const { sessionId } = await makeClassroom(studio.sql, { capacity: 3 });
    const order = await bookPlaces(guest, sessionId, { method: 'card' });
    const page = await studio.fetch(
      new Request(`${studio.siteUrl}/api/payments/checkout/${order.order_token}`),
    );
    const location = page.headers.get('location') ?? '';
    expect(location).toContain('checkout.stripe.example');
    expect(service.asked.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
    const session = {
      id: location.split('/').at(-1),
      metadata: { order_id: order.order_id },
      payment_intent: 'pi_1',
      amount_total: order.total_cents,
      currency: 'eur',
      payment_status: 'paid',
    };
    const event = { id: 'evt_1', type: 'checkout.session.completed', data: { object: session } };
    const report = async (secret: string) => {
      const { body, signature } = signEvent(event, { secret });
      const headers = { 'stripe-signature': signature };
      const url = `${studio.siteUrl}/api/payments/stripe`;
      return (await studio.fetch(new Request(url, { method: 'POST', headers, body }))).status;
    };
    expect(await report('whsec_of_another')).toBe(400);
    expect(await report(service.webhooks[0]?.secret ?? '')).toBe(200);
    const paid = await call<OrderAnswer>(guest, 'booking_status', { order_token: order.order_token });
    expect(paid).toMatchObject({ state: 'confirmed', paid_cents: order.total_cents });
  });

  it('keep the key encrypted, and out of every answer and the log', async () => {
    const [row] = await studio.sql<Record<string, string>[]>`select * from private.card_settings`;
    expect(row?.secret_key_encrypted).toBeTruthy();
    expect(JSON.stringify(row)).not.toContain(KEY);
    expect(JSON.stringify(row)).not.toContain(service.webhooks[0]?.secret);
    expect(JSON.stringify((await describeCards()).json)).not.toContain(KEY);
    const log =
      await studio.sql`select action, details from public.audit_events where action = 'set_up_cards'`;
    expect(log).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain(KEY);
    const other = openSettings('another secret');
    expect(await other.describe()).toMatchObject({ source: null, is_key_lost: true });
    other.close();
  });

  it('give way to the environment, and say so', async () => {
    const keys = { secretKey: 'sk_live_env', webhookSecret: 'whsec_env', apiUrl: service.url };
    const settings = openSettings(studio.secrets.jwtSecret, keys);
    expect(await settings.describe()).toMatchObject({ source: 'environment', is_live: true });
    await expect(settings.save(KEY)).rejects.toMatchObject({ status: 409 });
    settings.close();
  });

  it('replace the webhook with the key, and remove it with the last one', async () => {
    await save('sk_test_of_the_owner_2');
    expect(service.webhooks).toHaveLength(1);
    const removed = await ask(studio, 'DELETE /api/studio/cards', { as: owner });
    expect(removed.json).toMatchObject({ source: null });
    expect(service.webhooks).toEqual([]);
  });
});

function openSettings(secret: string, environment?: Parameters<typeof createCardSettings>[0]['environment']) {
  const { sql, siteUrl } = studio;
  return createCardSettings({ sql, environment, apiUrl: service.url, siteUrl, secret });
}
