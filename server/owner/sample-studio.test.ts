import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readScripts, runSeed } from '#backend/database/apply-seed.ts';
import type { TransactionSql } from '#backend/database/driver/sql.ts';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { SEED_FILES } from '../seed-files.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';

let studio: TestDatabase;
beforeAll(async () => {
  studio = await openStudioDatabase();
});
afterAll(() => studio.drop());

class Undo extends Error {}

interface Filled {
  running: string[];
  today: number;
  opens: string | null;
  closes: string | null;
}

/** What a studio shows at once that is filled in at this moment; nothing of it stays. */
async function fillInAt(moment: string): Promise<Filled> {
  const scripts = await readScripts(SEED_FILES.slice(0, 2));
  let filled: Filled | undefined;
  await studio.sql
    .begin(async (within) => {
      await within`select public.remove_demo_content()`;
      await within`delete from public.opening_hours`;
      await within`select set_config('onda.sample_now', ${moment}, true)`;
      await runSeed(within, scripts);
      const at = new Date(moment);
      [filled] = await within<Filled[]>`
        select (select coalesce(array_agg(o.slug order by o.slug), '{}') from public.sessions s join public.offerings o on o.id = s.offering_id
            where s.starts_at <= ${at} and s.ends_at > ${at}::timestamptz + interval '10 minutes') as running,
          (select count(*)::int from public.sessions where local_date = (${at} at time zone 'Europe/Lisbon')::date) as today,
          h.opens, h.closes
        from (select) as one left join public.opening_hours h on h.weekday = extract(isodow from ${at} at time zone 'Europe/Lisbon')`;
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return filled as Filled;
}

describe('the sample studio', () => {
  // Lisbon is at UTC in November: the clock below is the studio's.
  it.each([
    ['a Monday at noon', '2026-11-16T12:40:00Z', 'open-studio', '10:00:00', '22:00:00'],
    ['a Tuesday evening', '2026-11-17T18:50:00Z', 'breath-and-bowed-metal', '10:00:00', '22:00:00'],
    ['a Wednesday between two classes', '2026-11-18T18:25:00Z', 'open-studio', '10:00:00', '22:00:00'],
    ['a Thursday before opening', '2026-11-19T07:30:00Z', 'open-studio', '07:00:00', '22:00:00'],
    ['a Friday late', '2026-11-20T21:58:00Z', 'open-studio', '10:00:00', '23:30:00'],
    ['a Saturday evening', '2026-11-21T19:45:00Z', 'open-studio', '09:30:00', '21:00:00'],
    ['a Sunday morning', '2026-11-22T10:20:00Z', 'morning-body', '10:00:00', '20:00:00'],
    ['a Sunday before midnight', '2026-11-22T23:10:00Z', 'night-loop-lying-down', '10:00:00', '20:00:00'],
    [
      'a Thursday at three in the night',
      '2026-11-19T03:00:00Z',
      'night-loop-lying-down',
      '10:00:00',
      '22:00:00',
    ],
  ])(
    'has a session running and is open when it is filled in on %s',
    async (_, moment, running, opens, closes) => {
      const filled = await fillInAt(moment);
      expect(filled.running).toContain(running);
      expect(filled).toMatchObject({ opens, closes });
      expect(filled.today).toBeGreaterThan(3);
    },
  );

  it('has a full class with people waiting, messages, a failed email, families, drafts, terms and a quarter of figures', async () => {
    const [found] = await studio.sql`
      select (select count(*)::int from public.capacity_pools p where p.waiting > 0 and p.seats = p.capacity and exists (
          select from public.sessions s where s.pool_id = p.id and s.starts_at between now() and now() + interval '3 days')) > 0 as full,
        (select array_agg(distinct state order by state) from public.contact_messages) as messages,
        (select count(*)::int from public.outbox where state = 'failed') as failed,
        (select count(distinct name)::int from public.households) > 20 as families,
        (select count(*)::int from public.posts where published_at is null) as drafts,
        (select count(*)::int from public.terms where now()::date between starts_on and ends_on) as term,
        (select count(distinct date_trunc('week', received_at))::int from public.payments) >= 13 as paid,
        (select count(distinct s.local_date)::int from public.attendance a join public.sessions s on s.id = a.session_id) > 60 as attended,
        (select count(distinct minute::date)::int from public.radio_listener_minutes) > 88 as listened,
        (select count(distinct day)::int from public.page_views) as visited,
        (select count(*)::int from public.substitute_requests where state = 'open') as gaps,
        (select count(*)::int from (select 1 from public.bookings group by pool_id, name having count(*) > 1) twice) as twice,
        (select count(*)::int from public.orders where state = 'confirmed' and total_cents > paid_cents) between 1 and 40 as unpaid`;
    expect(found).toEqual({
      full: true,
      messages: ['answered', 'done', 'open'],
      failed: 1,
      families: true,
      drafts: 1,
      term: 1,
      paid: true,
      attended: true,
      listened: true,
      visited: 91,
      gaps: 1,
      twice: 0,
      unpaid: true,
    });
  });

  it('has another radio programme on every weekday', async () => {
    const days = await studio.sql<{ day: string; minutes: number }[]>`
      select string_agg(show_id || ' ' || local_time, ',' order by local_time) as day, sum(duration_min)::int as minutes
      from public.slots group by weekday`;
    expect(new Set(days.map(({ day }) => day)).size).toBe(7);
    expect(days.every(({ minutes }) => minutes === 1440)).toBe(true);
  });
});

describe('the texts of the studio when the samples are removed', () => {
  interface Texts {
    name: string;
    description: string;
    statement: string;
    lead: string;
    address: string;
    hours: number;
    pt: Record<string, string> | null;
    making: { name: string; description: string; pt: Record<string, string> };
    sound: string;
  }

  /** Nothing of it stays. */
  async function removeAfter(change: (within: TransactionSql) => Promise<unknown>): Promise<Texts> {
    let left: Texts | undefined;
    await studio.sql
      .begin(async (within) => {
        await change(within);
        await within`select public.remove_demo_content()`;
        [left] = await within<Texts[]>`
          select s.name, s.description, s.statement, s.lead, s.address, s.translations -> 'pt' as pt,
            (select count(*)::int from public.opening_hours) as hours,
            (select jsonb_build_object('name', d.name, 'description', d.description, 'pt', d.translations -> 'pt')
              from public.disciplines d where d.slug = 'making') as making,
            (select d.description from public.disciplines d where d.slug = 'sound') as sound
          from public.studio s`;
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
    return left as Texts;
  }

  it('go while nobody has changed them, and disciplines keep their names', async () => {
    expect(await removeAfter(async () => undefined)).toEqual({
      name: 'onda',
      description: '',
      statement: '',
      lead: '',
      address: '',
      hours: 0,
      pt: null,
      making: { name: 'Making', description: '', pt: { name: 'Ofícios' } },
      sound: '',
    });
  });

  it('stay in each language in which the owner has written them, and the sample in the others goes', async () => {
    const left = await removeAfter(async (within) => {
      await within`update public.studio set statement = 'Clay, fired twice.',
        translations = jsonb_set(translations, '{pt,lead}', '"Barro cozido duas vezes."')`;
      await within`update public.disciplines set description = 'Whatever rings.' where slug = 'sound'`;
      await within`update public.opening_hours set opens = '08:00' where weekday = 3`;
    });
    expect(left).toMatchObject({ statement: 'Clay, fired twice.', lead: '', sound: 'Whatever rings.' });
    expect(left.pt).toEqual({ lead: 'Barro cozido duas vezes.' });
    expect(left.hours).toBeGreaterThan(4);
  });

  it('go under the name and in the first language that the owner has chosen since', async () => {
    const left = await removeAfter(async (within) => {
      await within`update public.studio set name = 'Maré', languages = '{pt,en}'`;
    });
    expect(left).toMatchObject({ name: 'Maré', description: '', statement: '', lead: '', sound: '' });
    expect(left.making.name).toBe('Ofícios');
  });
});

describe('removing the sample studio', () => {
  // As server/radio/demo-library.ts adds it: the station of a test makes no music.
  it('removes the jingles of the station and the invented names of its music', async () => {
    await studio.sql`insert into private.sample_texts (place, text) values ('radio_tracks.title', 'The Green Lamp Is On'),
      ('radio_tracks.title', 'Eleven Chairs'), ('radio_tracks.artist', 'Inês Valadão'), ('radio_tracks.artist', 'Ruth Adeyemi')`;
    const tracks = await studio.sql<{ id: string; kind: string }[]>`
      insert into public.radio_tracks (kind, title, artist, duration_ms, file, is_demo, added_at) values
        ('jingle', 'onda, by the canal', 'onda', 5000, 'demo-ident-canal.mp3', true, now()),
        ('music', 'The Green Lamp Is On', 'Inês Valadão', 60000, 'demo-green-lamp.mp3', true, now()),
        ('music', 'Our own title', 'Ruth Adeyemi', 60000, 'demo-eleven-chairs.mp3', true, now() + interval '1 minute'),
        ('music', 'Eleven Chairs', 'Ruth Adeyemi', 60000, 'own.mp3', false, now())
      returning id, kind`;
    const [lists] = await studio.sql<{ jingles: string; music: string }[]>`
      with made as (insert into public.radio_playlists (name, kind, every, is_demo)
        values ('Idents', 'jingles', 3, true), ('House rotation', 'rotation', 0, true) returning id, kind)
      select (select id from made where kind = 'jingles') as jingles, (select id from made where kind = 'rotation') as music`;
    for (const { id, kind } of tracks) {
      await studio.sql`insert into public.radio_playlist_tracks (playlist_id, track_id)
        values (${(kind === 'jingle' ? lists?.jingles : lists?.music) ?? null}, ${id})`;
      await studio.sql`insert into public.radio_plays (id, track_id, kind, title, artist, started_at)
        select gen_random_uuid(), id, kind, title, artist, now() from public.radio_tracks where id = ${id}`;
    }
    await studio.sql`select public.remove_demo_content()`;
    expect(await studio.sql`select title, artist from public.radio_tracks order by file`).toEqual([
      { title: 'Our own title', artist: '' },
      { title: 'Track 1', artist: '' },
      { title: 'Eleven Chairs', artist: 'Ruth Adeyemi' },
    ]);
    expect(await studio.sql`select name from public.radio_playlists`).toEqual([{ name: 'House rotation' }]);
    expect(await studio.sql`select title from public.radio_plays`).toEqual([{ title: 'Eleven Chairs' }]);
    await studio.sql`delete from public.radio_playlists`;
    await studio.sql`delete from public.radio_tracks`;
  });

  it('leaves no sample row', async () => {
    const tables = await studio.sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.columns
      where column_name = 'is_demo' and table_schema = 'public'`;
    await studio.sql`select public.remove_demo_content()`;
    for (const { name } of tables)
      expect([name, (await studio.sql.unsafe(`select from ${name} where is_demo`)).length]).toEqual([
        name,
        0,
      ]);
    expect(await studio.sql`select from public.radio_listener_minutes`).toHaveLength(0);
  });
});
