// Limits count wrong secrets. Someone who tries links does not lock out the person who has the right one in the same network.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookPlaces, call, makeClassroom } from '../booking/testing/classroom.ts';
import { type StripeServer, startStripeServer } from '../payments/testing/stripe-server.ts';
import { issueSetupToken } from '../setup-token.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let stripe: StripeServer;

beforeAll(async () => {
  stripe = await startStripeServer();
  studio = await startStudioApp({
    STRIPE_SECRET_KEY: 'sk_test_onda',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API_URL: stripe.url,
  });
});
afterAll(async () => {
  await studio?.close();
  await stripe?.close();
});

const statusOf = async (line: string) => {
  const [method, path] = line.split(' ');
  return (await studio.fetch(new Request(`${studio.siteUrl}${path}`, { method }))).status;
};
const wrong = (n: number) => n.toString(16).padStart(40, 'a');

it.each([
  {
    name: 'the set-up link',
    tries: 70,
    ask: (token: string) => `GET /api/setup?token=${token}`,
    async right() {
      await studio.sql`delete from private.setup`;
      await studio.sql`delete from public.roles where role = 'owner'`;
      return (await issueSetupToken(studio.sql, { setupToken: undefined })) ?? '';
    },
  },
  {
    name: 'a link to pay',
    tries: 70,
    ask: (token: string) => `GET /api/payments/checkout/${token}`,
    async right() {
      const { sessionId } = await makeClassroom(studio.sql);
      return (await bookPlaces(studio.newClient(), sessionId, { method: 'card' })).order_token;
    },
  },
  {
    name: 'a link of the newsletter',
    tries: 620,
    ask: (token: string) => `POST /api/newsletter/leave/${token}`,
    async right() {
      await call(studio.clients.elevated as never, 'subscribe_to_newsletter', { email: 'lena@post.example' });
      const [link] = await studio.sql`select token from private.newsletter_links`;
      return link?.token;
    },
  },
])('$name passes after any number of wrong ones', async ({ tries, ask, right }) => {
  const statuses: number[] = [];
  for (let n = 0; n < tries; n++) statuses.push(await statusOf(ask(wrong(n))));
  expect(statuses.at(-1)).toBe(429);
  expect([200, 303]).toContain(await statusOf(ask(await right())));
});
