// contracts/database.types.ts matches the migrations, and supabase-js accepts it.
import { readFile } from 'node:fs/promises';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { readSchema } from '#backend/types/read-schema.ts';
import { writeTypes } from '#backend/types/write-types.ts';
import type { Database, Tables, TablesInsert } from '#contracts/database.types.ts';
import { openStudioDatabase } from './testing/studio-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openStudioDatabase();
});
afterAll(() => database.drop());

test('the types are those of the schema: after a new migration run "npm run types"', async () => {
  const written = await readFile(new URL('../contracts/database.types.ts', import.meta.url), 'utf8');
  expect(writeTypes(await readSchema(database.sql, 'public'), { schema: 'public' })).toBe(written);
});

test('every kind of thing is written as clients read it', async () => {
  await database.sql.unsafe(`
    create schema shapes;
    create type shapes.mood as enum ('calm', 'it''s loud');
    create type shapes.pair as (a int, b text[]);
    create domain shapes.score as int not null;
    create table shapes.takes (
      id bigint generated always as identity primary key, "odd name" text, mood shapes.mood not null default 'calm',
      moods shapes.mood[], note jsonb, twice int generated always as (score * 2) stored, score shapes.score,
      parent bigint unique references shapes.takes (id), during tstzrange,
      state text not null check (state in ('open', 'it''s over')), free text check (free <> 'none'));
    create view shapes.loud as select id, mood from shapes.takes;
    create function shapes.one(a int, b text default '') returns shapes.takes language sql as 'select null::shapes.takes';
    create function shapes.many() returns setof shapes.takes language sql as 'select null::shapes.takes';
    create function shapes.cells() returns table (x int, y text) language sql as $$ select 1, '' $$;
    create function shapes.nothing() returns void language sql as 'select';
    create function shapes.over(a int) returns int language sql strict as 'select 1';
    create function shapes.over(a text) returns text language sql as $$ select '' $$;
    create function shapes.whole(jsonb) returns shapes.pair language sql as 'select null::shapes.pair';
    create function shapes.hook() returns trigger language plpgsql as 'begin return null; end';
  `);
  const text = writeTypes(await readSchema(database.sql, 'shapes'), { schema: 'shapes' }).replaceAll(
    /\s+/g,
    ' ',
  );
  for (const part of [
    "mood: 'calm' | 'it\\'s loud';",
    'pair: { a: number | null; b: string[] | null; };',
    "moods: Database['shapes']['Enums']['mood'][] | null; note: Json | null; 'odd name': string | null;",
    "id?: never; mood?: Database['shapes']['Enums']['mood'];",
    "state: 'open' | 'it\\'s over';",
    'free: string | null;',
    'score: number; state',
    "columns: ['parent']; isOneToOne: true; referencedRelation: 'takes'; referencedColumns: ['id'];",
    "loud: { Row: { id: number | null; mood: Database['shapes']['Enums']['mood'] | null; };",
    "one: { Args: { a: number | null; b?: string | null; }; Returns: Database['shapes']['Tables']['takes']['Row']; SetofOptions: { from: '*'; to: 'takes'; isOneToOne: true; isSetofReturn: false; };",
    "many: { Args: never; Returns: Database['shapes']['Tables']['takes']['Row'][];",
    'cells: { Args: never; Returns: { x: number; y: string; }[]; };',
    'nothing: { Args: never; Returns: undefined; };',
    'over: { Args: { a: number; }; Returns: number; } | { Args: { a: string | null; }; Returns: string; };',
    "whole: { Args: { '': JsonInput | null; }; Returns: Database['shapes']['CompositeTypes']['pair']; };",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('hook:');
});

test('supabase-js infers rows, embeds and functions from them', () => {
  const client = createClient<Database>('http://localhost', 'key');
  const offerings = client
    .from('offerings')
    .select('slug, price_cents, teacher:people(name), sessions(starts_at)')
    .single();
  type Found = NonNullable<Awaited<typeof offerings>['data']>;
  expectTypeOf<Found['price_cents']>().toEqualTypeOf<number>();
  expectTypeOf<Found['sessions']>().toEqualTypeOf<{ starts_at: string }[]>();
  expectTypeOf<Tables<'posts'>['published_at']>().toEqualTypeOf<string | null>();
  expectTypeOf<TablesInsert<'rooms'>>().toMatchTypeOf<{ slug: string; name: string; note?: string }>();
  const isStaff = client.rpc('is_staff');
  expectTypeOf<NonNullable<Awaited<typeof isStaff>['data']>>().toEqualTypeOf<boolean>();
  expect(client.storage).toBeDefined();
});

test('partitions are not written: neither as tables nor as what a table refers to', async () => {
  await database.sql.unsafe(`
    create schema parts;
    create table parts.docs (id int, region text, primary key (id, region)) partition by list (region);
    create table parts.docs_eu partition of parts.docs for values in ('eu');
    create table parts.docs_us partition of parts.docs for values in ('us') partition by range (id);
    create table parts.docs_us_low partition of parts.docs_us for values from (0) to (100);
    create table parts.notes (id int, region text, foreign key (id, region) references parts.docs);
    create table parts.links (id int, region text, foreign key (id, region) references parts.docs_eu);`);
  const text = writeTypes(await readSchema(database.sql, 'parts'), { schema: 'parts' });
  expect(text).not.toMatch(/docs_/);
  expect(text.match(/referencedRelation: 'docs'/g)).toHaveLength(1);
});
