// Every list of the dashboard, turned page by page while rows come in at the very place where a page ends: each row that
// was there is seen once. Many rows share a moment or a name, so that the order must hold by id too.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Columns,
  MOMENT,
  readPage,
  TEXT,
  turnedPage,
  UUID,
} from '#app/dashboard/pagination/column-cursor.ts';
import { signUp } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { call, makeClassroom } from './testing/classroom.ts';

let studio: StudioApp;
let staffClient: SupabaseClient;
let offeringId: string;
let roomId: string;

const ROWS = 24;
const SIZE = 7;

beforeAll(async () => {
  studio = await startStudioApp();
  staffClient = (await signUp(studio, 'staff')).client;
  ({ offeringId, roomId } = await makeClassroom(studio.sql));
});
afterAll(() => studio?.close());

/** Names with filter syntax, which must not be taken for a part of the filter. */
const oddName = `(array['Ação', 'a, "b"', 'c)', 'd\\e', 'f.eq.g', '50 % off'])[1 + n % 6]`;

interface TableList {
  table: string;
  columns: Columns;
  descending: boolean;
  /** Adds rows from one number to another, all of them alike but for these. */
  add: string;
}

const tables: TableList[] = [
  {
    table: 'outbox',
    columns: { created_at: MOMENT, id: UUID },
    descending: true,
    add: `insert into public.outbox (kind, to_address, subject, text_body, html_body, state, created_at)
      select 'test', 'x', 'turned', '', '', 'sent', timestamptz '2019-01-01 00:00:00.123456' + n / 5 * interval '1 microsecond'`,
  },
  {
    table: 'radio_plays',
    columns: { started_at: MOMENT, id: UUID },
    descending: true,
    add: `insert into public.radio_plays (id, kind, title, started_at)
      select gen_random_uuid(), 'music', 'turned', timestamptz '2019-01-01' + n / 5 * interval '1 second'`,
  },
  {
    table: 'radio_episodes',
    columns: { recorded_at: MOMENT, id: UUID },
    descending: true,
    add: `insert into public.radio_episodes (title, file, bytes, duration_ms, recorded_at)
      select 'turned', gen_random_uuid() || '.mp3', 1, 1, timestamptz '2019-01-01' + n / 5 * interval '1 second'`,
  },
  {
    table: 'radio_tracks',
    columns: { artist: TEXT, title: TEXT, id: UUID },
    descending: false,
    add: `insert into public.radio_tracks (title, artist, album, duration_ms, file)
      select 'turned ' || ${oddName}, ${oddName}, 'turned', 1000, gen_random_uuid() || '.mp3'`,
  },
  {
    table: 'offerings',
    columns: { title: TEXT, id: UUID },
    descending: false,
    add: `insert into public.offerings (slug, kind, title, summary, body, discipline, price_cents, currency, bring)
      select 'turned-' || gen_random_uuid(), 'class', ${oddName}, '', '', 'word', 0, 'EUR', 'turned'`,
  },
  {
    table: 'posts',
    columns: { title: TEXT, id: UUID },
    descending: false,
    add: `insert into public.posts (slug, title, summary, body, discipline, published_at)
      select 'turned-' || gen_random_uuid(), 'turned ' || n / 5, 'turned', '', 'word', now()`,
  },
];
const marks: Record<string, string> = {
  radio_tracks: 'album',
  outbox: 'subject',
  offerings: 'bring',
  posts: 'summary',
};

const add = (text: string, from: number, to: number) =>
  studio.sql.unsafe(`${text} from generate_series(${from}, ${to}) n`);

describe.each(tables)(
  'the list of $table, read from the table',
  ({ table, columns, descending, add: text }) => {
    const mark = marks[table] ?? 'title';
    const page = async (turn: Parameters<typeof turnedPage>[1]['turn']) => {
      const { data, error } = await readPage(staffClient.from(table).select('*').eq(mark, 'turned'), {
        columns,
        turn,
        size: SIZE,
        descending,
      });
      expect(error).toBeNull();
      return turnedPage((data ?? []) as { id: string }[], { columns, turn, size: SIZE });
    };

    it('shows each row once on the way down, and the same rows on the way up', async () => {
      await add(text, 1, ROWS);
      const before = await studio.sql.unsafe(`select id from public.${table} where ${mark} = 'turned'`);
      const seen: string[] = [];
      let turned = await page(null);
      expect(turned.back).toBeNull();
      for (;;) {
        seen.push(...turned.rows.map(({ id }) => id));
        // At the top, in the middle of the page and where it ends.
        await add(text, 1, ROWS / 4);
        if (!turned.on || seen.length > 500) break;
        turned = await page({ way: 'on', at: JSON.parse(turned.on) });
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(before.filter(({ id }) => !seen.includes(id))).toEqual([]);
      const [top] = await studio.sql.unsafe(`select id from public.${table} where ${mark} = 'turned'
      order by ${Object.keys(columns)
        .map((name) => `${name} ${descending ? 'desc' : 'asc'}`)
        .join(', ')} limit 1`);
      const up: string[] = [];
      for (let steps = 0; turned.back && steps < 500; steps += 1) {
        turned = await page({ way: 'back', at: JSON.parse(turned.back) });
        up.unshift(...turned.rows.map(({ id }) => id));
      }
      expect(new Set(up).size).toBe(up.length);
      expect(up[0]).toBe(top?.id);
    });
  },
);

interface CalledList {
  name: string;
  args: Record<string, unknown>;
  /** The row's moment or name, by which the list is ordered. */
  key: string;
  id?: string;
  down: [string, string];
  up?: [string, string];
  add: string;
}

const called: CalledList[] = [
  {
    name: 'list_passes',
    args: { query: 'turned' },
    key: 'created_at',
    down: ['before_at', 'before_id'],
    up: ['after_at', 'after_id'],
    add: `insert into public.passes (code, type_id, email, entry_value_cents, valid_until, created_at)
      select 'T' || gen_random_uuid(), (select id from public.pass_types order by id limit 1), 'turned@list.example', 0, now(),
        timestamptz '2019-01-01' + n / 5 * interval '1 second'`,
  },
  {
    name: 'list_vouchers',
    args: { query: 'turned' },
    key: 'created_at',
    down: ['before_at', 'before_id'],
    up: ['after_at', 'after_id'],
    add: `insert into public.vouchers (code, currency, email, created_at)
      select 'T' || gen_random_uuid(), 'EUR', 'turned@list.example', timestamptz '2019-01-01' + n / 5 * interval '1 second'`,
  },
  {
    name: 'list_contact_messages',
    args: { query: 'turned' },
    key: 'received_at',
    down: ['before_at', 'before_id'],
    up: ['after_at', 'after_id'],
    add: `insert into public.contact_messages (name, email, message, received_at)
      select 'Turned', 'a@list.example', 'words', timestamptz '2019-01-01' + n / 5 * interval '1 second'`,
  },
  {
    name: 'list_households',
    args: { query: 'turned' },
    key: 'sort_name',
    down: ['after_name', 'after_id'],
    up: ['before_name', 'before_id'],
    add: `insert into public.households (name) select 'Turned ' || n / 5`,
  },
];

describe.each(called)('the list of $name', ({ name, args, key, down, up, add: text }) => {
  type Row = Record<string, string>;
  const page = (row: Row | undefined, [at, id]: [string, string]) =>
    call<Row[]>(staffClient, name, { ...args, max_rows: SIZE, ...(row && { [at]: row[key], [id]: row.id }) });

  it('shows each row once on the way down, and the row above on the way up', async () => {
    await add(text, 1, ROWS);
    const before = await call<Row[]>(staffClient, name, { ...args, max_rows: 200 });
    expect(before).toHaveLength(ROWS);
    const seen: string[] = [];
    let rows = await page(undefined, down);
    for (; rows.length > 0 && seen.length < 500; rows = await page(rows.at(-1), down)) {
      seen.push(...rows.map(({ id }) => id ?? ''));
      await add(text, 1, ROWS / 4);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(before.filter(({ id }) => !seen.includes(id ?? ''))).toEqual([]);
    if (!up) return;
    const all = await call<Row[]>(staffClient, name, { ...args, max_rows: 200 });
    const above = await page(all[SIZE + 2], up);
    expect(above.map(({ id }) => id)).toEqual(all.slice(2, SIZE + 2).map(({ id }) => id));
  });
});

it('dates are turned from the nearest on, though a date is planned between two pages', async () => {
  const columns = { starts_at: MOMENT, id: UUID };
  const insert = (from: number, to: number) =>
    studio.sql.unsafe(`
      with pools as (insert into public.capacity_pools (capacity) select 5 from generate_series(${from}, ${to}) returning id),
        numbered as (select id, ${from} - 1 + (row_number() over ())::integer as n from pools)
      insert into public.sessions (offering_id, room_id, pool_id, local_date, local_time, duration_min, zone, clash_reason)
      select '${offeringId}', '${roomId}', id, date '2019-01-01' + n / 5, '10:00', 60, 'Europe/Lisbon', 'a test of lists' from numbered`);
  await insert(1, ROWS);
  const read = async (turn: Parameters<typeof turnedPage>[1]['turn']) => {
    const wanted = staffClient.from('sessions').select('id,starts_at').lt('local_date', '2019-02-01');
    const { data, error } = await readPage(wanted, { columns, turn, size: SIZE });
    expect(error).toBeNull();
    return turnedPage((data ?? []) as { id: string; starts_at: string }[], { columns, turn, size: SIZE });
  };
  const before = await studio.sql`select id from public.sessions where local_date < '2019-02-01'`;
  const seen: string[] = [];
  for (let page = await read(null); ; page = await read({ way: 'on', at: JSON.parse(page.on ?? '') })) {
    seen.push(...page.rows.map(({ id }) => id));
    await insert(1, 3);
    if (!page.on || seen.length > 500) break;
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(before.filter(({ id }) => !seen.includes(id))).toEqual([]);
});
