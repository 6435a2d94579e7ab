// Writing and calling with the official client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from './tables.ts';
import { atMost, openTarget, type Target } from './target.ts';

let target: Target;
beforeAll(async () => {
  target = await openTarget(tables);
});
afterAll(() => target.close());

const db = () => target.service;

describe('insert', () => {
  test('alone gives nothing back', async () => {
    const answer = await db().from('e2e_places').insert({ id: 10, name: 'Lisbon' });
    expect(answer).toMatchObject({ data: null, error: null, status: 201 });
  });

  test('with select gives the row', async () => {
    const { data } = await db()
      .from('e2e_songs')
      .insert({ title: 'New', album_id: 1 })
      .select('title, e2e_albums(title)')
      .single();
    expect(data).toEqual({ title: 'New', e2e_albums: { title: 'Pastel Blues' } });
  });

  test('in bulk, with defaults for what is missing', async () => {
    const rows = [{ title: 'A' }, { seconds: 5 }];
    const { data } = await db()
      .from('e2e_songs')
      .insert(rows, { defaultToNull: false })
      .select('title, seconds')
      .order('title');
    expect(data).toEqual([
      { title: 'A', seconds: null },
      { title: 'untitled', seconds: 5 },
    ]);
    const { error } = await db().from('e2e_songs').insert(rows).select();
    expect(error).toMatchObject({ code: '23502' });
  });

  test('counted', async () => {
    expect(
      (
        await db()
          .from('e2e_places')
          .insert([{ id: 11 }, { id: 12 }], { count: 'exact' })
      ).count,
    ).toBe(2);
  });

  test('a duplicate is a conflict', async () => {
    const { error, status } = await db().from('e2e_places').insert({ id: 1 });
    expect(status).toBe(409);
    expect(error).toMatchObject({ code: '23505', details: 'Key (id)=(1) already exists.' });
  });
});

describe('upsert', () => {
  test('updates or inserts', async () => {
    const { data, status } = await db()
      .from('e2e_places')
      .upsert([
        { id: 10, name: 'Porto' },
        { id: 20, name: 'Faro' },
      ])
      .select()
      .order('id');
    expect(status).toBe(201);
    expect(data).toEqual([
      { id: 10, name: 'Porto' },
      { id: 20, name: 'Faro' },
    ]);
    expect((await db().from('e2e_places').upsert({ id: 10, name: 'Porto' })).status).toBe(200);
  });

  test('ignores duplicates when asked to', async () => {
    const { data } = await db()
      .from('e2e_places')
      .upsert({ id: 10, name: 'Ignored' }, { ignoreDuplicates: true, onConflict: 'id' })
      .select();
    expect(data).toEqual([]);
  });
});

describe('update and delete', () => {
  test('update gives the changed rows and their count', async () => {
    const { data, count } = await db()
      .from('e2e_places')
      .update({ name: 'Changed' }, { count: 'exact' })
      .in('id', [11, 12])
      .select()
      .order('id');
    expect(data).toEqual([
      { id: 11, name: 'Changed' },
      { id: 12, name: 'Changed' },
    ]);
    expect(count).toBe(2);
  });

  test('update of nothing is no error', async () => {
    expect(await db().from('e2e_places').update({ name: 'x' }).eq('id', 999)).toMatchObject({
      data: null,
      error: null,
      status: 204,
    });
  });

  test('more rows than maxAffected are rejected and stay unchanged', async () => {
    const { error } = await atMost(db().from('e2e_places').update({ name: 'All' }).gt('id', 0), 1);
    expect(error).toMatchObject({ code: 'PGRST124' });
    expect(
      (await db().from('e2e_places').select('id', { count: 'exact', head: true }).eq('name', 'All')).count,
    ).toBe(0);
  });

  test('rollback leaves everything as it was', async () => {
    const { data } = await db().from('e2e_places').update({ name: 'Tried' }).eq('id', 1).select().rollback();
    expect(data).toEqual([{ id: 1, name: 'Tried' }]);
    expect((await db().from('e2e_places').select('name').eq('id', 1).single()).data).toEqual({
      name: 'Montreux',
    });
  });

  test('delete gives the deleted rows', async () => {
    const { data, count } = await db()
      .from('e2e_places')
      .delete({ count: 'exact' })
      .gte('id', 10)
      .select('id')
      .order('id');
    expect(data).toEqual([{ id: 10 }, { id: 11 }, { id: 12 }, { id: 20 }]);
    expect(count).toBe(4);
    expect(await db().from('e2e_places').delete().eq('id', 999)).toMatchObject({
      data: null,
      error: null,
      status: 204,
    });
  });
});

describe('rpc', () => {
  test('by POST, by GET and with HEAD', async () => {
    expect((await db().rpc('e2e_add', { a: 1, b: 2 })).data).toBe(3);
    expect((await db().rpc('e2e_add', { a: 1 }, { get: true })).data).toBe(11);
    expect(await db().rpc('e2e_all_songs', undefined, { head: true, count: 'exact' })).toMatchObject({
      data: null,
      error: null,
      count: expect.any(Number),
    });
  });

  test('rows can be filtered, shaped and embedded', async () => {
    const { data } = await db()
      .rpc('e2e_all_songs')
      .select('title, e2e_albums(title), e2e_shout')
      .eq('id', 1)
      .single();
    expect(data).toEqual({
      title: 'Sinnerman',
      e2e_albums: { title: 'Pastel Blues' },
      e2e_shout: 'SINNERMAN',
    });
  });

  test('void', async () => {
    expect(await db().rpc('e2e_nothing')).toMatchObject({ data: null, error: null, status: 204 });
  });

  test('an error of the function', async () => {
    const { error, status } = await db().rpc('e2e_fail');
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'P0001', message: 'no', details: 'at all', hint: 'try yes' });
  });

  test('a function that is not there, with a hint', async () => {
    const { error, status } = await db().rpc('e2e_all_song');
    expect(status).toBe(404);
    expect(error).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function public.e2e_all_songs',
    });
  });

  test('too many affected rows undo the call', async () => {
    const { error } = await atMost(db().rpc('e2e_rename', { prefix: 'x' }), 1);
    expect(error).toMatchObject({ code: 'PGRST124' });
    expect((await db().from('e2e_places').select('name').eq('id', 1).single()).data).toEqual({
      name: 'Montreux',
    });
  });

  test('headers reach the database', async () => {
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { data } = await db().rpc('e2e_header', { name: 'traceparent' }).setHeader('traceparent', trace);
    expect(data).toBe(trace);
    expect((await db().rpc('e2e_header', { name: 'x-client-info' })).data).toMatch(/^supabase-js/);
  });
});
