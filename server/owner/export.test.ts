import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { openZip } from '../archive/open-zip.ts';
import { bookPlaces, call, makeClassroom } from '../booking/testing/classroom.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let owner: TestPerson;
let folder: string;

beforeAll(async () => {
  studio = await startStudioApp();
  owner = await signUp(studio, 'owner');
  folder = await mkdtemp(join(tmpdir(), 'onda-export-'));
  await mkdir(join(studio.dataDir, 'radio', 'tracks'), { recursive: true });
  await writeFile(join(studio.dataDir, 'radio', 'tracks', 'one.mp3'), 'sound');
  await owner.client.storage.from('brand').upload('logo.png', new Blob(['picture'], { type: 'image/png' }));
});
afterAll(async () => {
  await studio?.close();
  await rm(folder, { recursive: true, force: true });
});

const request = (token: string, headers = {}) =>
  new Request(`${studio.siteUrl}/api/studio/export`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

it('the owner takes everything along in open formats, and it is written down', async () => {
  await studio.sql`update public.studio set lead = ${'one, "two"\nthree \\ four'}`;
  await studio.sql`
    insert into public.contact_messages (name, email, message) values ('=HYPERLINK("http://x")', 'a@b.pt', '@SUM(1)')`;
  const answer = await studio.fetch(request(owner.token));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const path = join(folder, 'all.zip');
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  const zip = await openZip(path);
  // Typed by a stranger into a form, opened by the owner in a spreadsheet.
  expect(await zip.readText('tables/csv/contact_messages.csv')).toMatch(
    /"'=HYPERLINK\(""http:\/\/x""\)",a@b\.pt,'@SUM\(1\)/,
  );
  expect(await zip.readText('tables/jsonl/contact_messages.jsonl')).toContain('"message":"@SUM(1)"');
  // An empty table has its line of names.
  expect(await zip.readText('tables/csv/household_merges.csv')).toMatch(/^id,target_id,.*\r\n$/);
  const lines = (await zip.readText('tables/jsonl/offerings.jsonl')).trim().split('\n');
  const [counted] = await studio.sql`select count(*)::int as n from public.offerings`;
  expect(lines.map((line) => JSON.parse(line).slug)).toHaveLength(counted?.n);
  expect(JSON.parse(await zip.readText('tables/jsonl/studio.jsonl')).lead).toBe('one, "two"\nthree \\ four');
  expect(await zip.readText('tables/csv/studio.csv')).toContain('"one, ""two""\nthree \\ four"');
  const inPortuguese = lines.map((line) => JSON.parse(line)).find(({ slug }) => slug === 'morning-body');
  expect(inPortuguese.translations.pt).toMatchObject({ title: 'Corpo da manhã', slug: 'corpo-da-manha' });
  expect(await zip.readText('tables/jsonl/translated_slugs.jsonl')).toContain('"slug":"corpo-da-manha"');
  expect(await zip.readText('tables/csv/accounts.csv')).toContain(owner.email);
  expect(await zip.readText('calendars/morning-body.ics')).toMatch(/^BEGIN:VCALENDAR[\s\S]*BEGIN:VEVENT/);
  expect(await zip.readText('files/brand/logo.png')).toBe('picture');
  expect(await zip.readText('radio/tracks/one.mp3')).toBe('sound');
  // No password, token or key goes along.
  const [secret] = await studio.sql`select encrypted_password from auth.users where id = ${owner.id}`;
  for (const name of zip.items.keys()) {
    expect(name).not.toMatch(/secrets|auth\.|private\.|order_links/);
    if (name.startsWith('tables/'))
      expect(await zip.readText(name)).not.toContain(secret?.encrypted_password);
  }
  await zip.close();
  const { data } = await owner.client.rpc('list_audit_events', { wanted_area: 'export' });
  expect(data).toMatchObject([{ actor: owner.id, action: 'exported_everything' }]);
});

it('is denied to everyone else and to pages of other sites', async () => {
  expect((await ask(studio, 'GET /api/studio/export')).status).toBe(401);
  for (const role of ['member', 'teacher', 'host', 'staff'] as const)
    expect((await ask(studio, 'GET /api/studio/export', { as: await signUp(studio, role) })).status).toBe(
      403,
    );
  expect((await studio.fetch(request(owner.token, { 'sec-fetch-site': 'cross-site' }))).status).toBe(403);
});

describe('what opens something', () => {
  // Names in every schema: a column that comes later is either none of these or has to be decided about.
  const SECRET_NAME = /token|secret|passw|hash|_key$|^key$|code$|encrypted/;
  const FINE = new Set(['alarm_code', 'source_sha256', 'sha256']);
  // What the product's own tokens, codes and keys look like, wherever they stand.
  const SHAPES =
    /(?<![0-9a-f-])[0-9a-f]{32,}(?![0-9a-f-])|eyJ[\w-]{8,}\.|sb_secret_|whsec_|sk_live|\b[CPV][ACDEFGHJKLMNPQRTUVWXY3479]{11}\b|token_hash=[^&\s"?[]/;

  async function live(): Promise<void> {
    const jobs = await startJobs({ ...studio, log: createLogger('silent') });
    const guest = studio.newClient();
    const { sessionId } = await makeClassroom(studio.sql, { capacity: 1 });
    await bookPlaces(guest, sessionId);
    const person = { name: 'Wim', email: 'wim@post.example' };
    await call(guest, 'join_waitlist', { session_id: sessionId, places: 1, person });
    const buyer = { name: 'Bea', email: 'bea@post.example' };
    const [type] = await studio.sql`select id from public.pass_types where is_sold limit 1`;
    await call(guest, 'buy', { kind: 'voucher', buyer, method: 'studio', amount_cents: 2000 });
    await call(guest, 'buy', { kind: 'pass', buyer, method: 'studio', pass_type: type?.id });
    await call(studio.clients.elevated as SupabaseClient, 'subscribe_to_newsletter', {
      email: 'lena@post.example',
    });
    await call(owner.client, 'my_calendar_link');
    await guest.auth.signInWithOtp({ email: owner.email });
    await guest.auth.resetPasswordForEmail(owner.email);
    await jobs.run();
    await jobs.close();
  }

  it('is not in the export: no value of a secret column, and nothing that has the shape of one', async () => {
    await live();
    const columns = await studio.sql<{ relation: string; column: string }[]>`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as relation, column_name as column
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema in ('public', 'private', 'auth', 'storage') and column_name ~ ${SECRET_NAME.source}`;
    const secrets: { from: string; value: string }[] = [];
    for (const { relation, column } of columns.filter(({ column }) => !FINE.has(column))) {
      const values = await studio.sql.unsafe<{ value: string }[]>(
        `select distinct ${column}::text as value from ${relation} where length(${column}::text) >= 6`,
      );
      secrets.push(...values.map(({ value }) => ({ from: `${relation}.${column}`, value })));
    }
    for (const from of [
      'private.order_links.token',
      'private.waitlist_links.token',
      'private.newsletter_links.token',
      'private.calendar_links.token',
      'public.contents.preview_token',
      'public.vouchers.code',
      'public.passes.code',
      'auth.users.encrypted_password',
    ])
      expect(secrets.map((secret) => secret.from)).toContain(from);
    const { jwtSecret, anonKey, serviceRoleKey, secretKey } = studio.secrets;
    for (const value of [jwtSecret, anonKey, serviceRoleKey, secretKey])
      secrets.push({ from: 'keys', value });
    const codes = await studio.sql<{ id: string; to: string }[]>`
      select id, to_address as to from public.outbox where to_address = ${owner.email}`;
    for (const { text } of await Promise.all(
      codes.map(async ({ id }) => (await studio.outbox.readUnsendable(id)) ?? { text: '' }),
    )) {
      const value = /\b\d{6}\b/.exec(text)?.[0];
      if (value) secrets.push({ from: 'code', value });
    }
    const path = join(folder, 'searched.zip');
    await writeFile(path, Buffer.from(await (await studio.fetch(request(owner.token))).arrayBuffer()));
    const zip = await openZip(path);
    const found: string[] = [];
    for (const name of zip.items.keys()) {
      if (!/^(tables|calendars)|READ-ME/.test(name)) continue;
      const text = await zip.readText(name);
      const words = new Set(text.split(/[^\w-]+/));
      for (const { from, value } of secrets)
        if (/^[\w-]+$/.test(value) ? words.has(value) : text.includes(value))
          found.push(`${from} in ${name}`);
      // Sums of files, of which nothing can be opened.
      const shape = SHAPES.exec(text.replaceAll(/\b[0-9a-f]{64}\b/g, ''))?.[0];
      if (shape) found.push(`${shape} in ${name}`);
    }
    await zip.close();
    expect(found).toEqual([]);
  });
});

it('one that is stopped in the middle lets go of the database, and another can begin', async () => {
  await studio.sql`insert into public.page_views (day, path, views) select current_date, repeat(n::text, 40), 1 from generate_series(10000, 60000) n`;
  const first = await studio.fetch(request(owner.token));
  const reader = first.body?.getReader();
  await reader?.read();
  expect((await ask(studio, 'GET /api/studio/export', { as: owner })).json.code).toBe('export_running');
  await reader?.cancel();
  await expect.poll(async () => (await studio.fetch(request(owner.token))).status).toBe(200);
});
