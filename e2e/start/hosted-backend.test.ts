// A studio whose backend is another program at another address (BACKEND_URL), as with a hosted Supabase: pages, sign-in,
// booking, realtime, storage and feeds work, and whatever leaves the studio names the site.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServerClient } from '@supabase/ssr';
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, it } from 'vitest';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { findFreePort } from '#backend/find-free-port.ts';
import { cleanUp, databaseUrl, makeDataDir, startProgram, waitUntil } from './program.ts';

afterEach(cleanUp);

const SETUP_TOKEN = 'set-up-token-hosted';
const OWNER = { email: 'owner@studio.test', password: 'a long enough password' };

it('pages, sign-in, booking, realtime, storage and feeds work with a backend at another address', async () => {
  const sitePort = await findFreePort();
  const siteUrl = `http://localhost:${sitePort}`;
  const backendDir = makeDataDir();
  const backend = startProgram(
    { DATA_DIR: backendDir, FUNCTION_SECRET_SITE_URL: siteUrl, AUTH_RATE_LIMITS: 'off' },
    { parameters: ['server/main.ts', '--backend'] },
  );
  const backendUrl = await backend.url();
  const keys = JSON.parse(readFileSync(join(backendDir, 'secrets.json'), 'utf8'));
  const environment = {
    DATA_DIR: makeDataDir(),
    PORT: String(sitePort),
    SITE_URL: siteUrl,
    BACKEND_URL: backendUrl,
    ANON_KEY: keys.anonKey,
    SERVICE_ROLE_KEY: keys.serviceRoleKey,
    SETUP_TOKEN,
  };
  const rejected = startProgram(environment);
  expect([await rejected.exit, rejected.stderr().trim().split('\n')]).toEqual([
    1,
    [expect.stringContaining('set DATABASE_URL to the connection string of that project')],
  ]);

  const spans: { name: string; spanId: string; parentSpanId?: string }[] = [];
  const collector = createHttpServer(async (request, response) => {
    const sent = JSON.parse((await request.toArray()).join(''));
    spans.push(...sent.resourceSpans[0].scopeSpans[0].spans);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const site = startProgram({
    ...environment,
    OTEL_EXPORTER_OTLP_ENDPOINT,
    DATABASE_URL: databaseUrl(backendDir),
  });
  await site.url();
  const sql = openSql(databaseUrl(backendDir), { max: 1 });
  const service = createClient(backendUrl, keys.serviceRoleKey, { auth: { persistSession: false } });
  await waitUntil('the backend knows the tables', async () => !(await service.from('studio').select()).error);
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(siteUrl + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });

  // Pages.
  const [session] = await sql<{ id: string; slug: string; pool_id: string }[]>`
    select s.id, o.slug, s.pool_id from public.sessions s join public.offerings o on o.id = s.offering_id
      join public.capacity_pools p on p.id = s.pool_id
    where o.kind = 'class' and o.published_at <= now() and s.status <> 'cancelled' and p.taken + 2 <= p.capacity
      and coalesce(o.age_to, 99) >= 99
      and s.starts_at between now() + interval '3 days' and now() + interval '30 days'
    order by s.starts_at limit 1`;
  if (!session) throw new Error('the sample studio has no class');
  for (const path of ['/', '/classes', `/classes/${session.slug}`, '/timetable', '/radio', '/contact'])
    await waitUntil(`${path} is shown`, async () => (await get(path)).status === 200);

  // Booking, with realtime telling everyone of it.
  const visitor = createClient(backendUrl, keys.anonKey, { auth: { persistSession: false } });
  const changes: unknown[] = [];
  const states: string[] = [];
  visitor
    .channel('places')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'capacity_pools' }, ({ new: row }) => {
      changes.push((row as { id?: string }).id);
    })
    .on('system', {}, ({ message }) => states.push(message))
    .subscribe();
  await expect.poll(() => states).toContain('Subscribed to PostgreSQL');
  const send = (path: string, fields: Record<string, string>) =>
    fetch(siteUrl + path, {
      method: 'POST',
      headers: { origin: siteUrl, accept: 'text/html' },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  const bookPath = `/book/${session.id}`;
  expect((await get(bookPath)).status).toBe(200);
  const booked = await send(bookPath, {
    intent: 'book',
    places: '1',
    name: 'Clara Nunes',
    email: 'clara@post.example',
    'who-0': 'me',
    method: 'studio',
    accepts_policy: 'on',
  });
  expect([booked.status, booked.status === 302 ? '' : await booked.text()]).toEqual([302, '']);
  const bookingPath = (booked.headers.get('location') ?? '').split('?')[0];
  expect(bookingPath).toMatch(/^\/booking\//);
  await expect.poll(() => changes).toContain(session.pool_id);
  await visitor.removeAllChannels();

  // What leaves the studio: the email, the calendar file, the feeds.
  const readMail = () => sql<{ text_body: string; html_body: string }[]>`
    select text_body, html_body from public.outbox where to_address = 'clara@post.example'`;
  await waitUntil('the email is written', async () => (await readMail()).length > 0);
  const [mail] = await readMail();
  const file = await get(`${bookingPath}/calendar.ics`);
  const [calendar, podcast] = [await get('/functions/v1/calendar'), await get('/functions/v1/podcast')];
  expect([file.status, calendar.status, podcast.status]).toEqual([200, 200, 200]);
  expect(calendar.headers.get('content-type')).toContain('text/calendar');
  const sent = [
    mail?.text_body,
    mail?.html_body,
    await file.text(),
    await calendar.text(),
    await podcast.text(),
  ];
  for (const text of sent) {
    expect(text).not.toContain(new URL(backendUrl).host);
    expect(text?.replaceAll('\r\n ', '')).toContain(siteUrl);
  }
  const page = await (await get('/timetable')).text();
  expect(page).toContain('href="/functions/v1/calendar"');

  // Storage: pages show uploads from the backend, emails name the site, which redirects.
  const upload = await service.storage
    .from('brand')
    .upload('logo.png', new Blob(['a logo'], { type: 'image/png' }));
  expect(upload.error).toBeNull();
  const shown = await fetch(`${siteUrl}/storage/v1/object/public/brand/logo.png`);
  expect([shown.url.startsWith(backendUrl), await shown.text()]).toEqual([true, 'a logo']);

  // The owner is made, signs in at the backend, and the site knows who it is.
  const made = await fetch(`${siteUrl}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl },
    body: JSON.stringify({
      token: SETUP_TOKEN,
      studio_name: 'Hosted',
      name: 'Ana',
      zone: 'Europe/Lisbon',
      ...OWNER,
    }),
  });
  expect([made.status, await made.json()]).toEqual([200, { email: OWNER.email }]);
  const jar = new Map<string, string>();
  const browser = createServerClient(backendUrl, keys.anonKey, {
    cookieOptions: { name: 'sb-onda-auth-token' },
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (cookies) => {
        for (const { name, value } of cookies) jar.set(name, value);
      },
    },
  });
  expect((await browser.auth.signInWithPassword(OWNER)).error).toBeNull();
  const cookie = [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
  expect((await get('/dashboard')).headers.get('location')).toContain('/sign-in');
  const dashboard = await get('/dashboard', { cookie });
  expect([dashboard.status, (await dashboard.text()).includes('Ana')]).toEqual([200, true]);
  const system = await get('/api/studio/system', { cookie, accept: 'application/json' });
  expect([system.status, (await system.json()).checks?.length > 5]).toEqual([200, true]);

  await sql.end();
  site.child.kill('SIGTERM');
  expect(await site.exit).toBe(0);
  // Its traces: a page is rendered within the request that asked for it.
  const render = spans.find(({ name }) => name === 'render page');
  expect(spans.find(({ spanId }) => spanId === render?.parentSpanId)?.name).toBe('GET site');
  expect(spans.map(({ name }) => name)).toContain('POST api');
  collector.close();
  backend.child.kill('SIGTERM');
  expect(await backend.exit).toBe(0);
});
