import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { readLanguages } from '../language/read-catalogues.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { followContent } from './follow-content.ts';
import { createStudioLanguages } from './studio-languages.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await openStudioDatabase();
});
afterAll(() => database?.drop());

test('the studio’s languages are followed without a query per request, and pages are dropped when they change', async () => {
  const { sql } = database;
  const queries: string[] = [];
  const counted = ((...query: Parameters<typeof sql>) => {
    queries.push('read');
    return sql(...query);
  }) as unknown as typeof sql;
  const languages = createStudioLanguages({ sql: counted, log });
  let changes = 0;
  languages.onChange(() => {
    changes += 1;
  });
  const follower = await followContent(database.url, [languages], log);
  expect(await languages.current()).toEqual(['en', 'pt']);
  changes = 0;
  const before = queries.length;
  for (let turn = 0; turn < 20; turn++) await languages.current();
  expect(queries.length).toBe(before);
  await sql`update public.studio set languages = '{pt,en,ar}'`;
  await expect.poll(() => languages.current()).toEqual(['pt', 'en', 'ar']);
  expect([changes, languages.known]).toEqual([1, ['pt', 'en', 'ar']]);
  // Another change of the studio is none of its languages.
  await sql`update public.studio set phone_hours = 'always'`;
  await expect.poll(() => queries.length).toBeGreaterThan(before + 1);
  await languages.current();
  expect(changes).toBe(1);
  await follower.close();
});

test('the database accepts codes of languages, each once, and one at least', async () => {
  const { sql } = database;
  const all = [...readLanguages().keys()];
  await sql`update public.studio set languages = ${all}`;
  for (const wrong of [[], ['en', 'en'], ['EN'], ['en', '']])
    await expect(sql`update public.studio set languages = ${wrong}`).rejects.toThrow(/check constraint/);
  // As the owner saves them: in the role of the API.
  await sql.begin(async (within) => {
    await within`set local role service_role`;
    await within`update public.studio set languages = '{en,pt}'`;
    await within`update public.profiles set language = 'pt'`;
  });
  await expect(sql`update public.studio set languages = '{en,NULL}'`).rejects.toThrow(/check constraint/);
});

test('a new account has the language of the page it was created on', async () => {
  const { sql } = database;
  const languageAfter = async (about: object) => {
    const id = randomUUID();
    await sql`insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${`${id}@a.example`}, ${sql.json({ ...about })})`;
    const [profile] = await sql`select language from public.profiles where user_id = ${id}`;
    return profile?.language;
  };
  expect(await languageAfter({ name: 'Ana', language: 'pt' })).toBe('pt');
  expect(await languageAfter({ name: 'Ana', language: '<b>' })).toBeNull();
  expect(await languageAfter({ name: 'Ana' })).toBeNull();
});

test('another default leaves the dashboard of people who work here in its language', async () => {
  const { sql } = database;
  await sql`update public.studio set languages = '{en,pt}'`;
  const add = async (role: string, language: string | null) => {
    const id = randomUUID();
    const about = sql.json({ language });
    await sql`insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${`${id}@a.example`}, ${about})`;
    await sql`insert into public.roles (user_id, role) values (${id}, ${role}) on conflict do nothing`;
    return id;
  };
  const ids = [await add('teacher', null), await add('staff', 'pt'), await add('member', null)];
  const languages = async () => {
    const rows = await sql`select user_id, language from public.profiles where user_id = any (${ids})`;
    return ids.map((id) => rows.find(({ user_id }) => user_id === id)?.language);
  };
  await sql`update public.studio set languages = '{pt,en}'`;
  expect(await languages()).toEqual(['en', 'pt', null]);
  await sql`update public.profiles set language = null where user_id = any (${ids})`;
  // A language that was given up is nobody's.
  await sql`update public.studio set languages = '{en}'`;
  expect(await languages()).toEqual([null, null, null]);
});

test('no page takes the address of a language: its old prefix redirects', async () => {
  const [row] = await database.sql`select private.reserved_slugs() as reserved`;
  expect(row?.reserved).toEqual(expect.arrayContaining([...readLanguages().keys()]));
});

test('names and titles are sorted as people sort them: accents and capitals do not matter', async () => {
  const { sql } = database;
  const names = ['zeta', 'Zoe', 'émile', 'Emil', 'Ålund', 'alma', 'Çelik', 'Costa', 'Öztürk', 'Otto'];
  await sql`insert into public.households ${sql(names.map((name) => ({ name, phone: 'sorted' })))}`;
  const sorted = await sql`select name from public.households where phone = 'sorted' order by name`;
  expect(sorted.map(({ name }) => name)).toEqual([...names].sort(new Intl.Collator('en').compare));
  const bytewise = await sql`
    select table_name, column_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('name', 'title', 'buyer_name', 'artist')
      and data_type = 'text' and collation_name is distinct from 'und-x-icu' order by 1, 2`;
  expect(bytewise.map(({ table_name, column_name }) => `${table_name}.${column_name}`)).toEqual(NEVER_SORTED);
});

/** Names that no list is sorted by. */
const NEVER_SORTED = [
  'radio_chat_address_mutes.name',
  'radio_chat_messages.name',
  'radio_chat_mutes.name',
  'radio_plays.artist',
  'radio_plays.title',
  'site_sections.name',
  'studio.name',
];
