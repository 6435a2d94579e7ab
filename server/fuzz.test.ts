// Generated requests to the product API, in process and from a seed: whatever is sent, the answer is no fault of ours.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { signUp } from './accounts/testing/people.ts';
import { createSiteRequestGenerator, type SiteRequest } from './testing/generate-site-requests.ts';
import { type StudioApp, startStudioApp } from './testing/studio-app.ts';

const SEED = 20_261_116;
const REQUESTS = 500;

let studio: StudioApp;
let ownerCookie: string;
beforeAll(async () => {
  studio = await startStudioApp();
  const owner = await signUp(studio, 'owner');
  const { data } = await owner.client.auth.getSession();
  ownerCookie = `${AUTH_COOKIE}=base64-${Buffer.from(JSON.stringify(data.session)).toString('base64url')}`;
}, 120_000);
afterAll(() => studio?.close());

async function send({ method, target, headers, body }: SiteRequest, index: number): Promise<number | string> {
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
}, 120_000);
