// Generated requests to the product API and to every service of the backend, in process and from a seed: whatever is sent,
// the answer is no fault of ours.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { createRequestGenerator } from '#backend/testing/generate-requests.ts';
import { shapeOf } from '#backend/testing/generate-service-requests.ts';
import { signUp } from './accounts/testing/people.ts';
import { createSiteRequestGenerator, type SiteRequest } from './testing/generate-site-requests.ts';
import { type StudioApp, startStudioApp } from './testing/studio-app.ts';

const SEED = 20_261_116;
const REQUESTS = 500;

let studio: StudioApp;
let ownerCookie: string;
let ownerToken: string;
const s3 = { accessKeyId: 'fuzz-key', secretAccessKey: 'x'.repeat(32) };
beforeAll(async () => {
  studio = await startStudioApp({
    REST_TX_END: 'commit-allow-override',
    STORAGE_S3_ACCESS_KEY_ID: s3.accessKeyId,
    STORAGE_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
  const owner = await signUp(studio, 'owner');
  const { data } = await owner.client.auth.getSession();
  ownerToken = data.session?.access_token ?? '';
  ownerCookie = `${AUTH_COOKIE}=base64-${Buffer.from(JSON.stringify(data.session)).toString('base64url')}`;
});
afterAll(() => studio?.close());

type Sent = Pick<SiteRequest, 'method' | 'target' | 'headers' | 'body'>;

async function send({ method, target, headers, body }: Sent, index: number): Promise<number | string> {
  let request: Request;
  try {
    request = new Request(`${studio.siteUrl}${target}`, { method, headers, body });
  } catch {
    return 'no request';
  }
  const address = `10.0.${index >> 8}.${index & 255}`;
  return (await studio.fetch(request, { address })).status;
}

test('any request to the product API gets an answer that is no fault of ours', async () => {
  const generate = createSiteRequestGenerator(SEED, { ownerCookie });
  const faults: string[] = [];
  const counts = new Map<number | string, number>();
  for (let index = 0; index < REQUESTS; ) {
    const request = generate();
    if (request.service !== 'api') continue;
    index += 1;
    const status = await send(request, index);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (typeof status === 'number' && status >= 500) faults.push(`${status} ${JSON.stringify(request)}`);
  }
  expect(faults).toEqual([]);
  // Not everything was rejected by the HTTP server.
  for (const status of [200, 400, 401, 404, 405, 422])
    expect(counts.get(status) ?? 0, `${status}`).toBeGreaterThan(0);
});

test('any request to a service of the backend gets an answer that is no fault of ours', async () => {
  const generate = createRequestGenerator(
    SEED,
    { anon: studio.secrets.anonKey, service: studio.secrets.serviceRoleKey, person: ownerToken },
    {
      asksAuth: true,
      s3: { ...s3, origin: studio.siteUrl },
      functions: ['calendar', 'podcast'],
      database: await shapeOf(studio.sql),
    },
  );
  const faults: string[] = [];
  const counts = new Map<string, number>();
  for (let index = 0; index < REQUESTS; index += 1) {
    const request = generate();
    const status = await send(request, index);
    if (typeof status !== 'number') continue;
    const kind = `${request.service} ${status < 400 ? 'done' : 'rejected'}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (status >= 500 && status !== 501) faults.push(`${status} ${JSON.stringify(request)}`);
  }
  expect(faults).toEqual([]);
  // What is done in storage depends on which objects the requests before it left.
  const expected = ['rest', 'auth', 's3'].flatMap((service) => [`${service} done`, `${service} rejected`]);
  for (const kind of [...expected, 'storage rejected'])
    expect(counts.get(kind) ?? 0, kind).toBeGreaterThan(0);
});
