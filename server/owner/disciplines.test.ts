import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let owner: TestPerson;
let staff: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  owner = await signUp(studio, 'owner');
  staff = await signUp(studio, 'staff');
});
afterAll(() => studio?.close());

const save = (fields: Record<string, unknown>, client: SupabaseClient = owner.client) =>
  client.rpc('save_discipline', { discipline: null, color: 'teal', description: '', ...fields });
const list = async () => {
  const { data } = await studio.newClient().from('disciplines').select('slug,name,color').order('position');
  return data ?? [];
};
const slugs = async () => (await list()).map(({ slug }) => slug);

describe('disciplines', () => {
  it('are the five of the sample studio to begin with, for everyone to read', async () => {
    expect(await slugs()).toEqual(['sound', 'movement', 'image', 'word', 'making']);
  });

  it('are changed by the owner alone', async () => {
    for (const client of [studio.newClient(), staff.client]) {
      expect((await save({ name: 'Theft' }, client)).error?.code).toBe('42501');
      expect((await client.rpc('order_disciplines', { slugs: [] })).error?.code).toBe('42501');
      expect((await client.rpc('remove_discipline', { discipline: 'word' })).error?.code).toBe('42501');
      expect((await client.rpc('discipline_usage')).error?.code).toBe('42501');
      expect(
        (await client.from('disciplines').insert({ slug: 'a', name: 'A', color: 'teal' })).error,
      ).not.toBeNull();
    }
    expect((await owner.client.from('disciplines').delete().eq('slug', 'word')).error?.code).toBe('42501');
    expect(await slugs()).toHaveLength(5);
  });

  it('are added, renamed and coloured; the address stays, search follows, the log says so', async () => {
    expect((await save({ name: '  Céramique  ' })).data).toBe('ceramique');
    const offering = await staff.client.rpc('save_offering', {
      offering_id: null,
      known_version: null,
      fields: {
        title: 'Bowls',
        discipline: 'ceramique',
        summary: 'Round.',
        published_at: new Date().toISOString(),
      },
    });
    expect(offering.error).toBeNull();
    const found = async (text: string) =>
      (
        await studio.sql`select title from private.search_documents where title = 'Bowls'
        and search_vector @@ websearch_to_tsquery('simple', ${text})`
      ).length;
    expect(await found('ceramique')).toBe(1);
    expect((await save({ discipline: 'ceramique', name: 'Pottery', color: 'coral' })).data).toBe('ceramique');
    expect((await list()).at(-1)).toEqual({ slug: 'ceramique', name: 'Pottery', color: 'coral' });
    expect([await found('pottery'), await found('ceramique')]).toEqual([1, 0]);
    const { data: log } = await owner.client
      .from('audit_events')
      .select('action,table_name,subject')
      .eq('area', 'settings')
      .order('id');
    expect(log).toEqual([
      { action: 'added_row', table_name: 'disciplines', subject: 'Céramique' },
      { action: 'changed_row', table_name: 'disciplines', subject: 'Pottery' },
    ]);
  });

  it.each([
    [{ name: ' ' }, 'bad_name'],
    [{ name: 'x'.repeat(41) }, 'bad_name'],
    [{ name: 'sOUND' }, 'name_taken'],
    [{ name: 'Glass', color: '#ff0000' }, 'bad_color'],
    [{ name: 'Glass', description: 'x'.repeat(201) }, 'bad_description'],
    [{ discipline: 'nowhere', name: 'Nowhere' }, 'no_discipline'],
  ])('are not saved as %j, and the error names the reason', async (fields, reason) => {
    expect((await save(fields)).error?.hint).toBe(reason);
  });

  it('are put in another order, all at once', async () => {
    const order = ['ceramique', 'making', 'word', 'image', 'movement', 'sound'];
    expect((await owner.client.rpc('order_disciplines', { slugs: order })).error).toBeNull();
    expect(await slugs()).toEqual(order);
    const { error } = await owner.client.rpc('order_disciplines', { slugs: order.slice(1) });
    expect(error?.hint).toBe('changed_meanwhile');
  });

  it('are removed when unused, or when what has them moves to another', async () => {
    const remove = (discipline: string, move_to: string | null = null) =>
      owner.client.rpc('remove_discipline', { discipline, move_to });
    expect((await remove('sound')).error?.hint).toBe('discipline_used');
    expect((await remove('sound', 'sound')).error?.hint).toBe('bad_move_to');
    expect((await remove('sound', 'nowhere')).error?.hint).toBe('bad_move_to');
    const before = ((await owner.client.rpc('discipline_usage')).data ?? {}) as Record<
      string,
      { offerings: number }
    >;
    for (const from of ['sound', 'image', 'word']) expect((await remove(from, 'ceramique')).error).toBeNull();
    const after = ((await owner.client.rpc('discipline_usage')).data ?? {}) as Record<
      string,
      { offerings: number }
    >;
    const moved = ['sound', 'image', 'word', 'ceramique'].map((slug) => before[slug]?.offerings ?? 0);
    expect(after.ceramique?.offerings).toBe(moved.reduce((sum, each) => sum + each, 0));
    expect((await save({ name: 'Glass' })).data).toBe('glass');
    expect((await remove('glass')).error).toBeNull();
    expect(await studio.sql`select from public.contents where fields ->> 'discipline' = 'word'`).toHaveLength(
      0,
    );
  });

  it('have a default for content and shows when those of the sample studio are gone', async () => {
    for (const of_relation of ['posts', 'works'])
      expect((await staff.client.rpc('create_content', { of_relation, title: 'New' })).error).toBeNull();
    await studio.sql`insert into public.shows (slug, title, summary) values ('dawn', 'Dawn', '')`;
    const [show] = await studio.sql`select discipline from public.shows where slug = 'dawn'`;
    expect(show?.discipline).toBe('ceramique');
  });

  it('reject an offering of one that is not there, and the last one stays', async () => {
    const { error } = await staff.client.rpc('save_offering', {
      offering_id: null,
      known_version: null,
      fields: { title: 'Waves', discipline: 'sound', summary: 'Loud.' },
    });
    expect(error?.hint).toBe('bad_discipline');
    for (const from of ['making', 'movement'])
      await owner.client.rpc('remove_discipline', { discipline: from, move_to: 'ceramique' });
    const last = await owner.client.rpc('remove_discipline', { discipline: 'ceramique' });
    expect(last.error?.hint).toBe('last_discipline');
  });

  it('come back with the samples that need them', async () => {
    await save({ discipline: 'ceramique', name: 'Sound' });
    expect((await owner.client.rpc('remove_demo_content')).error).toBeNull();
    expect((await ask(studio, 'POST /api/studio/samples/back', { as: owner, body: {} })).status).toBe(200);
    expect((await list()).map(({ name }) => name).sort()).toEqual(
      ['Image', 'Making', 'Movement', 'Sound', 'Sound (sample)', 'Word'].sort(),
    );
  });
});
