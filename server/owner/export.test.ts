import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { openZip } from '../archive/open-zip.ts';
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
}, 120_000);
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
}, 60_000);

it('is denied to everyone else and to pages of other sites', async () => {
  expect((await ask(studio, 'GET /api/studio/export')).status).toBe(401);
  for (const role of ['member', 'teacher', 'host', 'staff'] as const)
    expect((await ask(studio, 'GET /api/studio/export', { as: await signUp(studio, role) })).status).toBe(
      403,
    );
  expect((await studio.fetch(request(owner.token, { 'sec-fetch-site': 'cross-site' }))).status).toBe(403);
}, 60_000);

it('one that is stopped in the middle lets go of the database, and another can begin', async () => {
  await studio.sql`insert into public.page_views (day, path, views) select current_date, repeat(n::text, 40), 1 from generate_series(10000, 60000) n`;
  const first = await studio.fetch(request(owner.token));
  const reader = first.body?.getReader();
  await reader?.read();
  expect((await ask(studio, 'GET /api/studio/export', { as: owner })).json.code).toBe('export_running');
  await reader?.cancel();
  await expect
    .poll(async () => (await studio.fetch(request(owner.token))).status, { timeout: 20_000 })
    .toBe(200);
}, 60_000);
