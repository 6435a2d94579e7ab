import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { newPath, sendFile } from '../content/testing/pictures.ts';
import { createLogger } from '../logger.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { addSampleMediaOnce } from './add-sample-media.ts';

let studio: StudioApp;
let owner: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  owner = await signUp(studio, 'owner');
});
afterAll(async () => {
  await studio?.close();
});

const start = () =>
  addSampleMediaOnce({
    sql: studio.sql,
    client: studio.clients.elevated,
    log: createLogger('silent'),
  });

it('hangs a described picture on every sample work and person, and a sound on what can be heard, once', async () => {
  const { sql } = studio;
  await start();
  const [bare] = await sql`
    select count(*)::int as count from (select media_id from public.works union all select media_id from public.people) all_of_them
    where media_id is null`;
  expect(bare?.count).toBe(0);
  // As anyone may read them: in public use, described, with files that can be fetched.
  const visitor = studio.newClient();
  const { data: works } = await visitor
    .from('works')
    .select('slug,sound_path,sound_duration_ms,picture:media(path,alt,credit,translations,width,height)');
  expect(works?.length).toBeGreaterThan(10);
  const text = expect.stringMatching(/./);
  for (const { picture } of works ?? [])
    expect(picture).toMatchObject({
      alt: text,
      credit: text,
      translations: { pt: { alt: text, credit: text } },
    });
  const heard = works?.filter(({ sound_path }) => sound_path) ?? [];
  expect(heard.map(({ slug }) => slug)).toContain('harbour-at-minus-six');
  for (const { sound_path } of heard) {
    const url = visitor.storage.from('sounds').getPublicUrl(sound_path).data.publicUrl;
    const part = await studio.fetch(new Request(url, { headers: { range: 'bytes=0-99' } }));
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
  }
  const [first] = await sql`select path from public.media limit 1`;
  const small = `${studio.siteUrl}/storage/v1/render/image/public/media/${first?.path}?width=320&resize=contain&quality=78`;
  const rendered = await studio.fetch(new Request(small, { headers: { accept: 'image/webp' } }));
  expect([rendered.status, rendered.headers.get('content-type')]).toEqual([200, 'image/webp']);

  // What the owner takes down does not come back with the next start.
  await sql`update public.works set media_id = null where slug = 'low-water'`;
  await start();
  const [taken] = await sql`select media_id from public.works where slug = 'low-water'`;
  expect(taken?.media_id).toBeNull();
});

it('removes sample pictures with the sample studio, but not those the studio replaced or uses', async () => {
  const { sql } = studio;
  const idOf = async (slug: string) =>
    String((await sql`select media_id from public.works where slug = ${slug}`)[0]?.media_id);
  const [used, replaced] = [await idOf('lemons-on-a-tuesday'), await idOf('chair-at-four')];
  await sql`insert into public.posts (slug, title, summary, body, discipline, media_id)
    values ('our-own', 'Our own', '', '', 'word', ${used})`;
  const photograph = newPath(replaced);
  expect((await sendFile(owner.client, photograph)).error).toBeNull();
  expect((await owner.client.from('media').update({ path: photograph }).eq('id', replaced)).error).toBeNull();

  const [row] = await sql<{ removed: { pictures: string[]; sounds: string[] } }[]>`
    select public.remove_demo_content() as removed`;
  const { pictures, sounds } = row?.removed ?? { pictures: [], sounds: [] };
  const left = await sql`select id from public.media`;
  expect(left.map(({ id }) => id).sort()).toEqual([used, replaced].sort());
  expect([pictures.length > 15, sounds.length]).toEqual([true, 3]);
  for (const [bucket, paths] of [
    ['media', pictures],
    ['sounds', sounds],
  ] as const)
    expect((await owner.client.storage.from(bucket).remove(paths)).data).toHaveLength(paths.length);
});
