// Reading with the official client: select, filters, modifiers, embeds, counts, forms of the answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from './tables.ts';
import { openTarget, type Target } from './target.ts';

let target: Target;
beforeAll(async () => {
  target = await openTarget(tables);
});
afterAll(() => target.close());

const db = () => target.service;

/** Names of artists that a filter leaves, in order of id. */
type Filter = (
  query: ReturnType<typeof artists>,
) => PromiseLike<{ data: { id: number }[] | null; error: unknown }>;
const artists = () => db().from('e2e_artists').select('id');

describe('filters', () => {
  const cases: [name: string, filter: Filter, ids: number[]][] = [
    ['eq', (query) => query.eq('genre', 'jazz'), [1]],
    ['neq', (query) => query.neq('genre', 'jazz'), [2]],
    ['gt', (query) => query.gt('id', 1), [2, 3]],
    ['gte', (query) => query.gte('id', 2), [2, 3]],
    ['lt', (query) => query.lt('id', 2), [1]],
    ['lte', (query) => query.lte('id', 2), [1, 2]],
    ['like', (query) => query.like('name', 'N%'), [1, 3]],
    ['likeAllOf', (query) => query.likeAllOf('name', ['N%', '%a']), [1]],
    ['likeAnyOf', (query) => query.likeAnyOf('name', ['%a', 'J%']), [1, 2]],
    ['ilike', (query) => query.ilike('name', 'n%'), [1, 3]],
    ['ilikeAllOf', (query) => query.ilikeAllOf('name', ['n%', '%A']), [1]],
    ['ilikeAnyOf', (query) => query.ilikeAnyOf('name', ['%A', 'j%']), [1, 2]],
    ['is null', (query) => query.is('genre', null), [3]],
    ['in', (query) => query.in('name', ['Nina', 'João', 'a,b', 'c"d', '(e)']), [1, 2]],
    ['not in', (query) => query.not('id', 'in', '(1,2)'), [3]],
    ['contains JSON', (query) => query.contains('facts', { awards: 4 }), [1]],
    ['contains a range', (query) => query.contains('active', '[1960,1961)'), [1, 2]],
    ['containedBy', (query) => query.containedBy('active', '[1900,2010)'), [1]],
    ['rangeGt', (query) => query.rangeGt('active', '[1900,1950)'), [1, 2]],
    ['rangeGte', (query) => query.rangeGte('active', '[1954,1955)'), [1]],
    ['rangeLt', (query) => query.rangeLt('active', '[2010,2020)'), [1]],
    ['rangeLte', (query) => query.rangeLte('active', '[1900,2010)'), [1]],
    ['rangeAdjacent', (query) => query.rangeAdjacent('active', '[2003,2004)'), [1]],
    ['overlaps', (query) => query.overlaps('active', '[2010,2011)'), [2]],
    ['textSearch', (query) => query.textSearch('about', 'pianist', { config: 'english' }), [1]],
    [
      'textSearch plain',
      (query) => query.textSearch('about', 'guitarist singer', { type: 'plain', config: 'english' }),
      [2],
    ],
    [
      'textSearch phrase',
      (query) => query.textSearch('about', 'singer pianist', { type: 'phrase', config: 'english' }),
      [],
    ],
    [
      'textSearch websearch',
      (query) => query.textSearch('about', 'pianist or guitarist', { type: 'websearch', config: 'english' }),
      [1, 2],
    ],
    ['notIn', (query) => query.notIn('name', ['Nina', 'a,b']), [2, 3]],
    ['isDistinct', (query) => query.isDistinct('genre', 'jazz'), [2, 3]],
    ['regexMatch', (query) => query.regexMatch('name', '^N.n'), [1]],
    ['regexIMatch', (query) => query.regexIMatch('name', '^n.n'), [1]],
    ['match', (query) => query.match({ genre: 'jazz', name: 'Nina' }), [1]],
    ['not', (query) => query.not('genre', 'is', null), [1, 2]],
    ['or', (query) => query.or('genre.eq.jazz,name.eq.Nobody'), [1, 3]],
    ['or with and inside', (query) => query.or('id.eq.3,and(genre.eq.jazz,facts->awards.eq.4)'), [1, 3]],
    ['filter', (query) => query.filter('facts->born->>city', 'eq', 'Juazeiro'), [2]],
    ['nothing', (query) => query.eq('id', 99), []],
  ];
  test.each(cases)('%s', async (_name, filter, ids) => {
    const { data, error } = await filter(artists().order('id') as ReturnType<typeof artists>);
    expect(error).toBeNull();
    expect(data).toEqual(ids.map((id) => ({ id })));
  });

  test('arrays: contains, containedBy, overlaps', async () => {
    const songs = () => db().from('e2e_songs').select('id').order('id');
    expect((await songs().contains('tags', ['long'])).data).toEqual([{ id: 1 }, { id: 3 }]);
    expect((await songs().containedBy('tags', ['slow', 'short'])).data).toEqual([{ id: 2 }, { id: 4 }]);
    expect((await songs().overlaps('tags', ['short', 'live'])).data).toEqual([{ id: 1 }, { id: 4 }]);
  });
});

describe('modifiers', () => {
  test('order, limit, range', async () => {
    const { data } = await db()
      .from('e2e_songs')
      .select('title')
      .order('seconds', { ascending: false })
      .limit(2);
    expect(data).toEqual([{ title: 'Sinnerman' }, { title: 'Four Women' }]);
    const page = await db().from('e2e_songs').select('id', { count: 'exact' }).order('id').range(1, 2);
    expect(page).toMatchObject({ data: [{ id: 2 }, { id: 3 }], count: 4, status: 206 });
  });

  test('order with nulls', async () => {
    const { data } = await db()
      .from('e2e_artists')
      .select('id')
      .order('genre', { nullsFirst: true })
      .order('id');
    expect(data?.[0]).toEqual({ id: 3 });
  });

  test('single and maybeSingle', async () => {
    expect(await db().from('e2e_artists').select('name').eq('id', 1).single()).toMatchObject({
      data: { name: 'Nina' },
      error: null,
    });
    const none = await db().from('e2e_artists').select().eq('id', 99).single();
    expect(none.error).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
      message: 'Cannot coerce the result to a single JSON object',
    });
    expect(none.status).toBe(406);
    expect(await db().from('e2e_artists').select().eq('id', 99).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    expect((await db().from('e2e_artists').select().maybeSingle()).error).toMatchObject({ code: 'PGRST116' });
  });

  test('counts', async () => {
    expect(await db().from('e2e_songs').select('*', { count: 'exact', head: true })).toMatchObject({
      count: 4,
      data: null,
      error: null,
    });
    expect((await db().from('e2e_songs').select('id', { count: 'estimated' })).count).toBe(4);
    await target.sql`analyze e2e_songs`;
    expect((await db().from('e2e_songs').select('id', { count: 'planned' })).count).toBe(4);
  });

  test('the value of a function is counted as one row', async () => {
    expect(await db().rpc('e2e_add', { a: 1 }, { count: 'exact' })).toMatchObject({ data: 11, count: 1 });
    expect(await db().rpc('e2e_add', { a: 1 }, { head: true, count: 'exact' })).toMatchObject({ count: 1 });
    expect(await db().rpc('e2e_add', { a: 1 })).toMatchObject({ data: 11, count: null });
  });

  test('functions that fit equally are listed by fewest parameters, without comment, by type', async () => {
    const { error, status } = await db().rpc('e2e_unclear', { b: '1' });
    expect([status, error?.code]).toEqual([300, 'PGRST203']);
    expect(error?.message).toBe(
      'Could not choose the best candidate function between: public.e2e_unclear(b => integer), ' +
        'public.e2e_unclear(b => text), public.e2e_unclear(b => date), ' +
        'public.e2e_unclear(b => text, a => integer, c => integer)',
    );
  });

  test('csv', async () => {
    const { data } = await db().from('e2e_places').select().order('id').csv();
    expect(data).toBe('id,name\n1,Montreux\n2,Rio');
  });

  test('explain', async () => {
    const text = await db().from('e2e_places').select().explain();
    expect(text.data).toContain('Aggregate');
    const json = await db()
      .from('e2e_places')
      .select()
      .explain({ analyze: true, settings: true, format: 'json' });
    expect(json.data).toMatchObject([
      { Plan: { 'Node Type': 'Aggregate' }, Settings: { search_path: '"public", "public", "extensions"' } },
    ]);
  });

  test('without nulls', async () => {
    const { data } = await db().from('e2e_artists').select('id,genre').eq('id', 3).stripNulls();
    expect(data).toEqual([{ id: 3 }]);
  });

  test('abort', async () => {
    const controller = new AbortController();
    controller.abort();
    const { error } = await db().from('e2e_places').select().abortSignal(controller.signal);
    expect(error?.message).toContain('AbortError');
  });

  test('geojson needs PostGIS, and says so without it', async () => {
    const { status, error } = await db().from('e2e_artists').select('id').geojson();
    const [{ here }] = await target.sql<[{ here: boolean }]>`
      select exists (select from pg_extension where extname = 'postgis') as here`;
    expect([error === null, status]).toEqual(here ? [true, 200] : [false, 406]);
  });

  test('retry can be switched off, and types can be named', async () => {
    const { data } = await db()
      .from('e2e_artists')
      .select('id')
      .eq('id', 1)
      .retry(false)
      .overrideTypes<{ id: number }[], { merge: false }>();
    expect(data).toEqual([{ id: 1 }]);
  });

  test('throwOnError', async () => {
    await expect(db().from('no_such_table').select().throwOnError()).rejects.toMatchObject({
      code: 'PGRST205',
    });
  });
});

describe('embeds', () => {
  test('to-one, to-many and nested', async () => {
    const { data } = await db()
      .from('e2e_albums')
      .select('title, artist:e2e_artists(name), e2e_songs(title)')
      .eq('id', 1)
      .order('id', { referencedTable: 'e2e_songs' })
      .single();
    expect(data).toEqual({
      title: 'Pastel Blues',
      artist: { name: 'Nina' },
      e2e_songs: [{ title: 'Sinnerman' }, { title: 'Strange Fruit' }],
    });
  });

  test('many-to-many', async () => {
    const { data } = await db()
      .from('e2e_artists')
      .select('name, e2e_places(name)')
      .order('id')
      .order('id', { referencedTable: 'e2e_places' });
    expect(data).toEqual([
      { name: 'Nina', e2e_places: [{ name: 'Montreux' }] },
      { name: 'João', e2e_places: [{ name: 'Montreux' }, { name: 'Rio' }] },
      { name: 'Nobody', e2e_places: [] },
    ]);
  });

  test('filters, order, limit and or inside', async () => {
    const { data } = await db()
      .from('e2e_artists')
      .select('name, e2e_albums!inner(title)')
      .or('year.eq.1959,year.eq.1966', { referencedTable: 'e2e_albums' })
      .order('title', { referencedTable: 'e2e_albums' })
      .limit(1, { referencedTable: 'e2e_albums' })
      .order('id');
    expect(data).toEqual([
      { name: 'Nina', e2e_albums: [{ title: 'Wild Is the Wind' }] },
      { name: 'João', e2e_albums: [{ title: 'Chega de Saudade' }] },
    ]);
  });

  test('order by a related column', async () => {
    const { data } = await db()
      .from('e2e_albums')
      .select('id, e2e_artists(name)')
      .order('e2e_artists(name)')
      .order('id');
    expect(data?.map(({ id }) => id)).toEqual([3, 1, 2]);
  });

  test('spreads, computed fields, computed relationships, aggregates, views', async () => {
    expect(
      (await db().from('e2e_songs').select('e2e_shout, ...e2e_albums(album:title)').eq('id', 1)).data,
    ).toEqual([{ e2e_shout: 'SINNERMAN', album: 'Pastel Blues' }]);
    expect((await db().from('e2e_artists').select('name, e2e_songs_of(title)').eq('id', 2)).data).toEqual([
      { name: 'João', e2e_songs_of: [{ title: 'Desafinado' }] },
    ]);
    expect((await db().from('e2e_albums').select('title, e2e_songs(count)').eq('id', 1)).data).toEqual([
      { title: 'Pastel Blues', e2e_songs: [{ count: 2 }] },
    ]);
    expect((await db().from('e2e_songs').select('album_id, seconds.sum()').eq('album_id', 1)).data).toEqual([
      { album_id: 1, sum: 831 },
    ]);
    expect((await db().from('e2e_long_songs').select('title, e2e_albums(title)').eq('id', 3)).data).toEqual([
      { title: 'Four Women', e2e_albums: { title: 'Wild Is the Wind' } },
    ]);
  });

  test('a table on itself: by its name the many, by its column the one, by its constraint neither', async () => {
    const rooms = (select: string, id: number) => db().from('e2e_rooms').select(select).eq('id', id).single();
    expect((await rooms('e2e_rooms(name)', 1)).data).toEqual({ e2e_rooms: [{ name: 'attic' }] });
    expect((await rooms('parts:e2e_rooms!part_of(name)', 1)).data).toEqual({ parts: [{ name: 'attic' }] });
    expect((await rooms('part_of(name)', 2)).data).toEqual({ part_of: { name: 'house' } });
    expect((await rooms('e2e_rooms!e2e_rooms_part_of_fkey(name)', 2)).error).toMatchObject({
      code: 'PGRST200',
      details:
        "Searched for a foreign key relationship between 'e2e_rooms' and 'e2e_rooms' using the hint 'e2e_rooms_part_of_fkey' in the schema 'public', but no matches were found.",
    });
  });

  test('errors have their code, details and hint', async () => {
    const { error, status } = await db().from('e2e_places').select('*, e2e_songs(*)');
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'PGRST200',
      message: "Could not find a relationship between 'e2e_places' and 'e2e_songs' in the schema cache",
    });
  });
});

describe('schemas and callers', () => {
  test('another schema', async () => {
    const { data } = await db().schema('personal').from('diary').select();
    expect(data).toEqual([{ id: 1, text: 'dear diary' }]);
    expect((await db().schema('personal').rpc('e2e_hello')).data).toBe('from personal');
    expect((await db().schema('nope').from('diary').select()).error).toMatchObject({ code: 'PGRST106' });
  });

  test('row policies decide for each caller', async () => {
    const mine = target.as({ sub: '00000000-0000-4000-8000-000000000001' });
    expect((await target.anon.from('e2e_letters').select('id')).data).toEqual([]);
    expect((await mine.from('e2e_letters').select('id')).data).toEqual([{ id: 1 }]);
    expect((await target.service.from('e2e_letters').select('id').order('id')).data).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect(
      (await mine.from('e2e_letters').insert({ id: 9, owner: '00000000-0000-4000-8000-000000000002' })).error,
    ).toMatchObject({ code: '42501' });
  });

  test('no key and a strange key are anonymous', async () => {
    for (const headers of [{}, { apikey: 'foo' }] as Record<string, string>[]) {
      const response = await fetch(`${target.url}/rest/v1/e2e_places?select=id`, { headers });
      expect(response.status).toBe(200);
    }
  });

  test('the OpenAPI document describes tables and functions', async () => {
    const response = await fetch(`${target.url}/rest/v1/`, {
      headers: { apikey: target.anonKey, accept: 'application/openapi+json' },
    });
    expect(response.headers.get('content-type')).toContain('application/openapi+json');
    const document = (await response.json()) as {
      swagger: string;
      paths: object;
      definitions: Record<string, { properties: object }>;
    };
    expect(document.swagger).toBe('2.0');
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/', '/e2e_songs', '/rpc/e2e_add']));
    expect(document.definitions.e2e_songs?.properties).toMatchObject({
      id: { type: 'integer', description: expect.stringContaining('<pk/>') },
      tags: { type: 'array' },
      album_id: { description: expect.stringContaining("<fk table='e2e_albums' column='id'/>") },
    });
  });

  test('the client asks for the description by itself', async () => {
    const { data, error } = await db().getOpenApiSpec();
    expect(error).toBeNull();
    expect(Object.keys(data?.paths ?? {})).toContain('/e2e_artists');
  });
});
