// The media library's rules, tried as each role through the official client.
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../accounts/testing/people.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { addPicture, newPath, rowOf, sendFile } from './testing/pictures.ts';

let studio: StudioApp;
let staff: SupabaseClient;
const others: Record<string, SupabaseClient> = {};

beforeAll(async () => {
  studio = await startStudioApp();
  staff = (await signUp(studio, 'staff')).client;
  others.visitor = studio.newClient();
  for (const role of ['member', 'teacher', 'host'] as const) {
    others[role] = (await signUp(studio, role)).client;
  }
});
afterAll(() => studio.close());

const hang = (table: string, id: string | null, slug: string) =>
  studio.sql`update ${studio.sql(`public.${table}`)} set media_id = ${id} where slug = ${slug}`;
const canSee = async (client: SupabaseClient | undefined, id: string) =>
  (await client?.from('media').select('id').eq('id', id))?.data?.length === 1;

describe.each(['visitor', 'member', 'teacher', 'host'])('a %s', (role) => {
  it('adds no file, adds no picture, changes and deletes none', async () => {
    const client = others[role] as SupabaseClient;
    const id = randomUUID();
    expect((await sendFile(client, newPath(id))).error).not.toBeNull();
    const path = newPath(id);
    await sendFile(staff, path);
    expect((await client.from('media').insert(rowOf(id, path))).error?.code).toBe('42501');
    const picture = await addPicture(staff);
    await hang('posts', picture.id, 'forty-one-first-poems');
    await client.from('media').update({ alt: 'Mine' }).eq('id', picture.id);
    await client.from('media').delete().eq('id', picture.id);
    await client.storage.from('media').remove([picture.path]);
    const [row] = await studio.sql`select alt from public.media where id = ${picture.id}`;
    expect(row?.alt).toBe('A loom');
    const [file] = await studio.sql`select 1 from storage.objects where name = ${picture.path}`;
    expect(file).toBeDefined();
    expect((await client.storage.from('media').list(picture.id)).data ?? []).toEqual([]);
    await hang('posts', null, 'forty-one-first-poems');
  });

  it('reads a picture only while something public shows it', async () => {
    const picture = await addPicture(staff);
    expect(await canSee(others[role], picture.id)).toBe(false);
    await hang('posts', picture.id, 'forty-one-first-poems');
    expect(await canSee(others[role], picture.id)).toBe(true);
    await studio.sql`update public.posts set published_at = now() + interval '1 hour' where slug = 'forty-one-first-poems'`;
    expect(await canSee(others[role], picture.id)).toBe(false);
    await studio.sql`update public.posts set published_at = now() where slug = 'forty-one-first-poems'`;
    await hang('posts', null, 'forty-one-first-poems');
  });
});

describe('staff', () => {
  it('cannot use a picture without a description, nor remove the description while it is used', async () => {
    const bare = await addPicture(staff, { alt: '  ', credit: 'Ana Sol' });
    const hung = () => hang('works', bare.id, 'nobody-leads');
    await expect(hung()).rejects.toThrow('Add a description and a credit');
    await staff.from('media').update({ alt: 'Eleven people' }).eq('id', bare.id);
    await hung();
    const rejected = await staff.from('media').update({ credit: '' }).eq('id', bare.id);
    expect(rejected.error).toMatchObject({ code: '23514', hint: 'picture_used' });
    await hang('works', null, 'nobody-leads');
    expect((await staff.from('media').update({ credit: '' }).eq('id', bare.id)).error).toBeNull();
  });

  it('see where a picture is used and cannot delete it, or its file, until it is used nowhere', async () => {
    const picture = await addPicture(staff);
    await hang('people', picture.id, 'jonas-lind');
    const { data } = await staff.from('media').select('uses:media_uses(relation,title)').eq('id', picture.id);
    expect(data).toEqual([{ uses: [{ relation: 'people', title: 'Jonas Lind' }] }]);
    const rejected = await staff.from('media').delete().eq('id', picture.id);
    expect(rejected.status).toBe(409);
    expect(rejected.error?.message).toContain('“Jonas Lind”');
    await staff.storage.from('media').remove([picture.path]);
    expect((await studio.sql`select 1 from storage.objects where name = ${picture.path}`).length).toBe(1);
    await hang('people', null, 'jonas-lind');
    expect((await staff.from('media').delete().eq('id', picture.id)).error).toBeNull();
    await staff.storage.from('media').remove([picture.path]);
    expect((await studio.sql`select 1 from storage.objects where name = ${picture.path}`).length).toBe(0);
  });

  it('delete the picture of the home page, which then shows the name', async () => {
    const owner = (await signUp(studio, 'owner')).client;
    const save = (changes: object) => owner.from('studio').update(changes).eq('id', true);
    const shown = async () => (await owner.from('studio').select('hero,hero_media_id').single()).data;
    for (const hero of ['picture', 'both']) {
      expect((await save({ hero })).error).toMatchObject({ hint: 'hero_without_picture' });
      const picture = await addPicture(staff);
      expect((await save({ hero, hero_media_id: picture.id })).error).toBeNull();
      expect(await canSee(others.visitor, picture.id)).toBe(true);
      expect((await save({ hero_media_id: null })).error).toMatchObject({ hint: 'hero_without_picture' });
      await save({ hero: 'wordmark' });
      expect(await canSee(others.visitor, picture.id)).toBe(false);
      await save({ hero });
      expect((await staff.from('media').update({ alt: '' }).eq('id', picture.id)).error).toMatchObject({
        hint: 'picture_used',
      });
      expect((await staff.from('media').delete().eq('id', picture.id)).error).toBeNull();
      expect(await shown()).toEqual({ hero: 'wordmark', hero_media_id: null });
    }
    const bare = await addPicture(staff, { alt: '', credit: '' });
    expect((await save({ hero: 'picture', hero_media_id: bare.id })).error?.message).toContain(
      'Add a description and a credit',
    );
    const gone = await save({ hero: 'picture', hero_media_id: randomUUID() });
    expect(gone.error).not.toBeNull();
    expect(
      (await staff.from('studio').update({ hero: 'both' }).eq('id', true).select('hero')).data ?? [],
    ).toEqual([]);
  });

  it('cannot overwrite a file, name one that is not there, or add what is no picture', async () => {
    const picture = await addPicture(staff);
    const again = await staff.storage
      .from('media')
      .upload(picture.path, new Blob(['x'], { type: 'image/jpeg' }), { upsert: true });
    expect(again.error).not.toBeNull();
    const id = randomUUID();
    const missing = await staff.from('media').insert(rowOf(id, newPath(id)));
    expect(missing.error?.hint).toBe('file_missing');
    const program = await staff.storage
      .from('media')
      .upload(`${id}/${'a'.repeat(32)}.svg`, new Blob(['<svg/>'], { type: 'image/svg+xml' }));
    expect(program.error).not.toBeNull();
    expect((await staff.from('media').update({ focal_x: 1.2 }).eq('id', picture.id)).error?.code).toBe(
      '23514',
    );
  });

  it('replace a file by another: the old one may go, the new one is shown', async () => {
    const picture = await addPicture(staff);
    const path = newPath(picture.id);
    await sendFile(staff, path);
    expect((await staff.from('media').update({ path }).eq('id', picture.id)).error).toBeNull();
    await staff.storage.from('media').remove([picture.path]);
    const files = await studio.sql`select name from storage.objects where name like ${`${picture.id}/%`}`;
    expect(files.map(({ name }) => name)).toEqual([path]);
  });
});

it('a picture cannot be deleted at the moment someone hangs it', async () => {
  const picture = await addPicture(staff);
  const outcomes = await Promise.allSettled([
    hang('posts', picture.id, 'forty-one-first-poems'),
    staff.from('media').delete().eq('id', picture.id).throwOnError(),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  const [post] = await studio.sql`
    select p.media_id, m.id from public.posts p left join public.media m on m.id = p.media_id
    where p.slug = 'forty-one-first-poems'`;
  expect(post?.media_id).toBe(post?.id);
  await hang('posts', null, 'forty-one-first-poems');
});
