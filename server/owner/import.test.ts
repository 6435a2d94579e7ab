import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorText } from '#app/language/error-text.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let owner: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  owner = await signUp(studio, 'owner');
});
afterAll(() => studio?.close());

type Row = Record<string, string>;

async function fill(kind: string, rows: Row[], client: SupabaseClient = owner.client): Promise<string> {
  const { data: id, error } = await client.rpc('create_import', { kind, file_name: 'test.csv' });
  if (error) throw error;
  for (let at = 0; at < rows.length; at += 1000) {
    const batch = rows.slice(at, at + 1000).map((data, index) => ({ line: at + index + 2, data }));
    const added = await client.rpc('add_import_rows', { import: id, rows: batch });
    if (added.error) throw added.error;
  }
  return id as string;
}

async function run(id: string, isFinal: boolean) {
  const { data, error } = await owner.client.rpc('run_import', { import: id, is_final: isFinal });
  if (error) throw error;
  return data as Record<string, number | string>;
}

const report = async (id: string) =>
  (
    await studio.sql`select line, outcome, message, reason from public.import_rows where import_id = ${id} order by line`
  ).map(({ line, outcome, message, reason }) => {
    // Worded from the catalogue it is the same.
    if (outcome !== null) expect(errorText(reason)).toBe(message);
    return [line, outcome, message];
  });
const count = async (table: string) =>
  Number((await studio.sql`select count(*) from ${studio.sql(`public.${table}`)}`)[0]?.count);

describe('[rule 12] people', () => {
  const rows: Row[] = [
    {
      name: 'Ana Prado',
      household: 'Prado',
      email: 'Ana.Prado@example.com',
      phone: '+351 900',
      born_on: '1986-04-12',
    },
    {
      name: 'Leo Prado',
      household: 'Prado',
      email: 'ana.prado@example.com',
      born_on: '30.9.2016',
      note: 'In front',
    },
    { name: 'Solo Ruiz' },
  ];

  it('are tried without a trace, then taken whole; the same file again doubles nothing', async () => {
    const before = [await count('households'), await count('participants')];
    const id = await fill('people', rows);
    expect(await run(id, false)).toMatchObject({ state: 'checked', created_count: 3, rejected_count: 0 });
    expect([await count('households'), await count('participants')]).toEqual(before);
    expect(await run(id, true)).toMatchObject({ state: 'done', created_count: 3 });
    expect([await count('households'), await count('participants')]).toEqual([
      (before[0] ?? 0) + 2,
      (before[1] ?? 0) + 3,
    ]);
    const [leo] = await studio.sql`select p.born_on::text, p.note, h.email, h.phone from public.participants p
      join public.households h on h.id = p.household_id where p.name = 'Leo Prado'`;
    expect(leo).toEqual({
      born_on: '2016-09-30',
      note: 'In front',
      email: 'ana.prado@example.com',
      phone: '+351 900',
    });

    const again = await fill('people', rows);
    expect(await run(again, true)).toMatchObject({ state: 'done', created_count: 0, matched_count: 3 });
    expect(await count('participants')).toBe((before[1] ?? 0) + 3);
    await expect(run(again, true)).rejects.toMatchObject({ hint: 'done' });
  });

  it('fill gaps and overwrite nothing', async () => {
    const id = await fill('people', [
      { name: 'solo ruiz', born_on: '1970-01-01', note: 'new' },
      { name: 'Leo Prado', email: 'ana.prado@example.com', note: 'other' },
    ]);
    expect(await run(id, true)).toMatchObject({ changed_count: 1, matched_count: 1 });
    const notes =
      await studio.sql`select note from public.participants where name in ('Solo Ruiz', 'Leo Prado') order by name`;
    expect(notes.map(({ note }) => note)).toEqual(['In front', 'new']);
  });

  it('join the household of an account by its proven address', async () => {
    const parent = await signUp(studio);
    await parent.client.rpc('my_family');
    const id = await fill('people', [{ name: 'Kid', email: parent.email, born_on: '2018-01-01' }]);
    await run(id, true);
    const { data } = await parent.client.rpc('my_family');
    expect((data as { name: string }[]).map(({ name }) => name)).toContain('Kid');
  });

  it('with one bad row are not taken at all, and every row says why', async () => {
    await studio.sql`insert into public.households (name) values ('Twin'), ('Twin')`;
    const before = await count('participants');
    const id = await fill('people', [
      { name: 'Good One' },
      { name: '' },
      { name: 'Bad Mail', email: 'nowhere' },
      { name: 'Bad Date', born_on: 'last spring' },
      { name: 'Unborn', born_on: '2999-01-01' },
      { name: 'X'.repeat(121) },
      { name: 'Who', household: 'Twin' },
      { name: '=cmd()', household: "Robert'); drop table households;--" },
    ]);
    expect(await run(id, true)).toMatchObject({ state: 'checked', created_count: 2, rejected_count: 6 });
    expect(await count('participants')).toBe(before);
    expect((await report(id)).map(([line, outcome]) => [line, outcome])).toEqual([
      [2, 'created'],
      [3, 'rejected'],
      [4, 'rejected'],
      [5, 'rejected'],
      [6, 'rejected'],
      [7, 'rejected'],
      [8, 'rejected'],
      [9, 'created'],
    ]);
    expect((await report(id)).map(([, , message]) => message)).toEqual(
      expect.arrayContaining([
        'The name is missing.',
        '"nowhere" is not an email address.',
        '"last spring" is not a date. Use the form 2026-01-31.',
        '2 households match "Twin". Add the email address.',
      ]),
    );
  });
});

describe('[rule 12] bookings', () => {
  let free: { slug: string; day: string; time: string; left: number; pool: string };
  beforeAll(async () => {
    const [row] = await studio.sql`
      select o.slug, s.local_date::text as day, to_char(s.local_time, 'HH24:MI') as time, p.capacity - p.seats as left, p.id as pool
      from public.sessions s join public.offerings o on o.id = s.offering_id join public.capacity_pools p on p.id = s.pool_id
      where o.kind = 'class' and s.starts_at > now() + interval '3 days' and p.waiting = 0 and p.capacity - p.seats >= 3
      order by p.capacity - p.seats, s.starts_at limit 1`;
    free = row as typeof free;
  });
  const booking = (name: string, more: Row = {}): Row => ({
    class: free.slug,
    date: free.day,
    time: free.time,
    name,
    email: 'ana.prado@example.com',
    ...more,
  });
  const seats = async () =>
    Number((await studio.sql`select seats from public.capacity_pools where id = ${free.pool}`)[0]?.seats);

  it('take places, with payment and participant, send no email, and are not duplicated', async () => {
    const before = await seats();
    const mails = await count('outbox');
    const rows = [
      booking('Leo Prado', { paid: 'yes', price: '€12,50' }),
      booking('Mia', { paid: '5', price: '9' }),
    ];
    const id = await fill('bookings', rows);
    expect(await run(id, false)).toMatchObject({ created_count: 2 });
    expect(await seats()).toBe(before);
    expect(await run(id, true)).toMatchObject({ state: 'done', created_count: 2 });
    expect(await seats()).toBe(before + 2);
    const orders = await studio.sql`
      select o.state, o.total_cents, b.name, b.participant_id is not null as known, coalesce(sum(p.amount_cents), 0)::int as paid
      from public.orders o join public.bookings b on b.order_id = o.id left join public.payments p on p.order_id = o.id
      where b.pool_id = ${free.pool} and o.buyer_email = 'ana.prado@example.com' group by o.id, b.id order by b.name`;
    expect([...orders]).toEqual([
      { state: 'confirmed', total_cents: 1250, name: 'Leo Prado', known: true, paid: 1250 },
      { state: 'confirmed', total_cents: 900, name: 'Mia', known: false, paid: 500 },
    ]);
    expect(await count('outbox')).toBe(mails);
    expect((await studio.sql`select from private.jobs where kind = 'mail.confirmation'`).length).toBe(0);
    const again = await fill('bookings', rows);
    expect(await run(again, true)).toMatchObject({ created_count: 0, matched_count: 2 });
    expect(await seats()).toBe(before + 2);
  });

  it('never exceed the pool: the dry run counts as the real one does', async () => {
    const left = free.left - 2;
    const id = await fill(
      'bookings',
      Array.from({ length: left + 2 }, (_, index) => booking(`Crowd ${index}`)),
    );
    expect(await run(id, true)).toMatchObject({ state: 'checked', created_count: left, rejected_count: 2 });
    expect(await report(id)).toContainEqual([left + 3, 'rejected', 'This session is full.']);
    expect(
      Number((await studio.sql`select count(*) from public.bookings where name like 'Crowd %'`)[0]?.count),
    ).toBe(0);
  });

  it('say what is wrong with a row', async () => {
    const id = await fill('bookings', [
      booking('A', { class: 'no-such-class' }),
      booking('B', { email: '' }),
      booking('C', { time: '25:00' }),
      booking('D', { price: 'a lot' }),
      booking('E', { price: '1', paid: '2' }),
    ]);
    await run(id, false);
    expect((await report(id)).map(([, outcome]) => outcome)).toEqual(Array(5).fill('rejected'));
    expect((await report(id)).map(([, , words]) => words)).toEqual([
      expect.stringContaining('No session of "no-such-class"'),
      expect.stringContaining('email address is missing'),
      '"25:00" is not a time of day.',
      '"a lot" is not a price.',
      'The amount paid is more than the price.',
    ]);
  });
});

describe('[rule 12] tracks', () => {
  it('are matched by file, ISRC or title and get their details; unknown ones are rejected', async () => {
    await studio.sql`insert into public.radio_tracks (title, artist, duration_ms, file, source_name, isrc) values
      ('track 01', '', 1000, 'a1.mp3', 'harbour.mp3', ''), ('Song', 'One', 1000, 'a2.mp3', 'x.mp3', 'PT-A01-26-00001')`;
    const rows: Row[] = [
      { file: 'Harbour.mp3', title: 'Harbour', artist: 'Teo', year: '2026' },
      { isrc: 'PTA012600001', album: 'Hulls' },
    ];
    const id = await fill('tracks', rows);
    expect(await run(id, true)).toMatchObject({ state: 'done', changed_count: 2 });
    expect(
      (await studio.sql`select title, artist, year from public.radio_tracks where file = 'a1.mp3'`)[0],
    ).toEqual({ title: 'Harbour', artist: 'Teo', year: 2026 });
    expect((await studio.sql`select title, album from public.radio_tracks where file = 'a2.mp3'`)[0]).toEqual(
      { title: 'Song', album: 'Hulls' },
    );
    expect(await run(await fill('tracks', rows), true)).toMatchObject({ matched_count: 2, changed_count: 0 });
    const unknown = await fill('tracks', [{ title: 'Nowhere' }, { title: '' }]);
    expect(await run(unknown, true)).toMatchObject({ state: 'checked', rejected_count: 2 });
  });
});

describe('an import', () => {
  it('belongs to owners: no one else begins, fills, runs, watches or reads one', async () => {
    const id = await fill('people', [{ name: 'Secret Person' }]);
    const staff = await signUp(studio, 'staff');
    const member = await signUp(studio);
    for (const client of [staff.client, member.client, studio.newClient()]) {
      expect((await client.rpc('create_import', { kind: 'people' })).error?.code).toBe('42501');
      expect((await client.rpc('add_import_rows', { import: id, rows: [] })).error?.code).toBe('42501');
      expect((await client.rpc('run_import', { import: id, is_final: true })).error?.code).toBe('42501');
      expect((await client.rpc('import_progress')).error?.code).toBe('42501');
      expect((await client.from('imports').select('id')).data ?? []).toEqual([]);
      expect((await client.from('import_rows').select('line')).data ?? []).toEqual([]);
      expect(
        (await client.from('import_rows').insert({ import_id: id, line: 9, data: {} })).error,
      ).not.toBeNull();
    }
    expect(await count('participants')).toBeGreaterThan(0);
    expect((await studio.sql`select from public.participants where name = 'Secret Person'`).length).toBe(0);
  });

  it('takes thousands of rows, reports progress, and rejects too many', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      name: `Person ${index}`,
      household: `House ${index % 900}`,
    }));
    const id = await fill('people', rows);
    let furthest = 0;
    const running = run(id, true);
    for (let isOver = false; !isOver; ) {
      const { data } = await owner.client.rpc('import_progress');
      furthest = Math.max(furthest, Number(data));
      isOver = await Promise.race([
        running.then(() => true),
        new Promise<false>((go) => setTimeout(go, 20, false)),
      ]);
    }
    expect(await running).toMatchObject({ created_count: 3000, rejected_count: 0 });
    expect(furthest).toBeGreaterThan(0);
    const { data: log } = await owner.client
      .from('audit_events')
      .select('action,table_name,details')
      .eq('area', 'import')
      .order('id', { ascending: false })
      .limit(1);
    expect(log).toMatchObject([
      { action: 'imported', table_name: 'people', details: { rows: 3000, created: 3000 } },
    ]);
    const many = await owner.client.rpc('add_import_rows', {
      import: await fill('people', [{ name: 'x' }]),
      rows: Array(1001).fill({ line: 1, data: {} }),
    });
    expect(many.error?.hint).toBe('bad_rows');
  });
});
