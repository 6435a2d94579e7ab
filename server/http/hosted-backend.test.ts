// What the site answers on behalf of a hosted backend: feeds and uploads, nothing else.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHostedBackend, type HostedBackend } from './hosted-backend.ts';

let server: Server;
let backendUrl: string;
let backend: HostedBackend;
const asked: Pick<IncomingMessage, 'url' | 'headers'>[] = [];

beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    asked.push({ url, headers });
    response.setHeader('set-cookie', 'a=b');
    response.setHeader('content-type', 'text/calendar');
    response.end('BEGIN:VCALENDAR');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  backendUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  backend = createHostedBackend(backendUrl);
});
afterAll(() => server?.close());

const ask = (path: string, init?: RequestInit) =>
  backend.answer(new Request(`https://studio.test${path}`, init));

it('forwards the language of a feed and nothing else of its query', async () => {
  await ask('/functions/v1/podcast?lang=pt&x=1');
  await ask('/functions/v1/podcast?lang=pt%26apikey');
  expect(asked.splice(0).map(({ url }) => url)).toEqual([
    '/functions/v1/podcast?lang=pt',
    '/functions/v1/podcast',
  ]);
});

it('forwards feeds without the cookies and tokens of either side', async () => {
  const answer = await ask('/functions/v1/calendar/drawing.ics?x=1', {
    headers: { cookie: 'sb-onda-auth-token=secret', authorization: 'Bearer secret' },
  });
  expect([answer?.status, answer?.headers.get('content-type'), answer?.headers.get('set-cookie')]).toEqual([
    200,
    'text/calendar',
    null,
  ]);
  expect(await answer?.text()).toBe('BEGIN:VCALENDAR');
  expect(asked.map(({ url }) => url)).toEqual(['/functions/v1/calendar/drawing.ics']);
  expect(JSON.stringify(asked)).not.toContain('secret');
});

it('redirects public files, and leaves everything else to the pages', () => {
  const redirect = ask('/storage/v1/object/public/brand/logo.png?v=2') as Response;
  expect([redirect.status, redirect.headers.get('location')]).toEqual([
    302,
    `${backendUrl}/storage/v1/object/public/brand/logo.png?v=2`,
  ]);
  for (const path of [
    '/rest/v1/studio',
    '/auth/v1/user',
    '/functions/v1/other',
    '/functions/v1/calendar/a/b',
    '/',
  ])
    expect([path, ask(path)]).toEqual([path, undefined]);
  expect(ask('/functions/v1/calendar', { method: 'POST' })).toBeUndefined();
});

it('says that a feed cannot be read while the backend is away', async () => {
  const away = createHostedBackend('http://127.0.0.1:1');
  const answer = await away.answer(new Request('https://studio.test/functions/v1/podcast'));
  expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '60']);
});
