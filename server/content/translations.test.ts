import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { call, callError } from '../booking/testing/classroom.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let staff: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  staff = await signUp(studio, 'staff');
});
afterAll(() => studio?.close());

const find = async (query: string, in_language = 'pt') =>
  call<{ path: string; title: string; language: string }[]>(studio.newClient(), 'search_studio', {
    query,
    in_language,
  });

async function newPost(title: string) {
  const ref = await call<string>(staff.client, 'create_content', { of_relation: 'posts', title });
  const save = (translations: unknown, base_version: number) => ({
    of_relation: 'posts',
    of_ref: ref,
    new_fields: { translations },
    base_version,
  });
  return { ref, save };
}

describe('texts in the other languages of the studio', () => {
  it('come with the row, cleaned: no empty texts, and the plain text beside the blocks', async () => {
    await studio.sql`
      update public.posts set translations = ${studio.sql.json({
        pt: { title: ' Olá ', summary: '', blocks: [{ kind: 'paragraph', text: [{ text: 'Um' }] }] },
      })} where slug = 'a-drum-and-a-half'`;
    const { data } = await studio
      .newClient()
      .from('posts')
      .select('translations')
      .eq('slug', 'a-drum-and-a-half')
      .single();
    expect(data?.translations).toEqual({
      pt: { title: ' Olá ', body: 'Um', blocks: [{ kind: 'paragraph', text: [{ text: 'Um' }] }] },
    });
  });

  it.each([
    [{ xx: { title: 'a' } }, 'The studio does not have this language. (xx)'],
    [{ pt: { published_at: 'now' } }, '"published_at" cannot be translated. (pt)'],
    [{ pt: { title: ['a'] } }, '"title" must be a text. (pt)'],
    [{ pt: { title: 'a'.repeat(201) } }, 'Use at most 200 characters for "title". (pt)'],
    [
      { pt: { slug: 'Não assim' } },
      'Use lower-case letters, digits and single hyphens for the address. (pt)',
    ],
    [{ pt: { blocks: [{ kind: 'script' }] } }, 'The text contains a block of an unknown kind.'],
    ['pt', 'Send the translations as an object.'],
  ])('are rejected with a plain sentence: %j', async (translations, message) => {
    const { save } = await newPost('Anything');
    const { error } = await staff.client.rpc('save_content', save(translations, 1));
    expect(error?.message).toBe(message);
  });

  it('stay in the draft until it is published, and come back with a revision', async () => {
    const { ref, save } = await newPost('Tide tables');
    const first = await call<number>(
      staff.client,
      'save_content',
      save({ pt: { title: 'Zarabatanas', slug: 'zarabatanas' } }, 1),
    );
    const slugs = () =>
      studio.newClient().from('translated_slugs').select('slug,is_current').eq('ref', ref).order('slug');
    expect((await slugs()).data).toEqual([]);
    expect(await find('zarabatanas')).toEqual([]);
    await call(staff.client, 'publish_content', { of_relation: 'posts', of_ref: ref, base_version: first });
    expect(await find('zarabatanas')).toMatchObject([
      { path: '/journal/zarabatanas', title: 'Zarabatanas', language: 'pt' },
    ]);
    expect((await slugs()).data).toEqual([{ slug: 'zarabatanas', is_current: true }]);
    const second = await call<number>(
      staff.client,
      'save_content',
      save({ pt: { title: 'A zarabatana', slug: 'a-zarabatana' } }, first),
    );
    await call(staff.client, 'publish_content', { of_relation: 'posts', of_ref: ref, base_version: second });
    expect((await slugs()).data).toEqual([
      { slug: 'a-zarabatana', is_current: true },
      { slug: 'zarabatanas', is_current: false },
    ]);
    await call(staff.client, 'restore_revision', {
      of_relation: 'posts',
      of_ref: ref,
      wanted: first,
      base_version: second,
    });
    const { data } = await staff.client.from('contents').select('fields').eq('ref', ref).single();
    expect(data?.fields.translations.pt.title).toBe('Zarabatanas');
  });

  it('have an address that belongs to one row of a language, also in a copy', async () => {
    const [offering] = await studio.sql<{ id: string; version: number; translations: object }[]>`
      select id, version, translations from public.offerings where slug = 'morning-body'`;
    const save = (translations: object) =>
      callError(staff.client, 'save_offering', {
        offering_id: offering?.id,
        known_version: offering?.version,
        fields: { translations },
      });
    expect(await save({ pt: { slug: 'desenhar-o-que-se-move' } })).toMatchObject({
      status: 409,
      reason: 'slug_taken',
    });
    expect(await save({ pt: { slug: 'weaving-a-field' } })).toMatchObject({
      status: 409,
      reason: 'slug_taken',
    });
    const copy = await call<string>(staff.client, 'duplicate_offering', { offering_id: offering?.id });
    const [copied] =
      await studio.sql`select translations -> 'pt' as pt from public.offerings where id = ${copy}`;
    expect(copied?.pt).toMatchObject({ title: expect.any(String) });
    expect(copied?.pt).not.toHaveProperty('slug');
  });

  it('cannot be written by visitors, nor can members of the studio write the list of addresses', async () => {
    const guest = studio.newClient();
    for (const relation of ['offerings', 'posts', 'works', 'people', 'pages', 'shows', 'rooms', 'studio']) {
      const { data, error } = await guest
        .from(relation)
        .update({ translations: {} })
        .not('translations', 'is', null)
        .select();
      expect(error?.code ?? data?.length, relation).toSatisfy((value) => value === '42501' || value === 0);
    }
    const { error } = await staff.client
      .from('translated_slugs')
      .insert({ relation: 'posts', language: 'pt', slug: 'x', ref: crypto.randomUUID() });
    expect(error?.code).toBe('42501');
  });

  it('change places with the texts of the columns when the studio gets another first language', async () => {
    const read = () => studio.sql`
      select slug, title, translations -> 'en' ->> 'title' as en, translations -> 'pt' ->> 'title' as pt
      from public.offerings where 'morning-body' in (slug, translations -> 'en' ->> 'slug')`;
    const [before] = await read();
    await studio.sql`update public.studio set languages = '{pt,en}'`;
    expect(await read()).toEqual([
      { slug: 'corpo-da-manha', title: before?.pt, en: 'Morning body', pt: null },
    ]);
    await studio.sql`update public.studio set languages = '{en,pt}'`;
    expect(await read()).toEqual([before]);
  });
});

describe('texts that are not translated', () => {
  const RELATIONS = ['offerings', 'posts', 'pages', 'works', 'people', 'rooms', 'disciplines', 'media'];
  const readAll = async () => {
    const rows: [string, unknown][] = [];
    for (const relation of RELATIONS)
      for (const { id, texts } of await studio.sql.unsafe(`
        select coalesce(to_jsonb(t) ->> 'id', to_jsonb(t) ->> 'slug') as id, (select jsonb_object_agg(field, to_jsonb(t) -> field) from jsonb_object_keys(
          private.translatable('${relation}')) field) || jsonb_build_object('translations', translations) as texts
        from public.${relation} t`))
        rows.push([`${relation} ${id}`, texts]);
    return Object.fromEntries(rows);
  };

  it('are no translations after the first language has changed and changed back', async () => {
    await studio.sql`insert into public.posts (slug, title, summary, body, discipline, published_at)
      values ('low-tide', 'Low tide', 'Only in English', '', 'word', now())`;
    const before = await readAll();
    for (const languages of [
      ['pt', 'en'],
      ['de', 'pt', 'en'],
      ['en', 'pt'],
    ])
      await studio.sql`update public.studio set languages = ${languages}`;
    expect(await readAll()).toEqual(before);
  });

  it('are saved for the former language before someone writes over them', async () => {
    await studio.sql`update public.studio set languages = '{pt,en}'`;
    await studio.sql`update public.posts set title = 'Maré baixa' where slug = 'low-tide'`;
    await studio.sql`update public.studio set languages = '{en,pt}'`;
    const [post] = await studio.sql`
      select title, summary, translations -> 'pt' as pt from public.posts where slug = 'low-tide'`;
    expect(post).toEqual({ title: 'Low tide', summary: 'Only in English', pt: { title: 'Maré baixa' } });
  });
});

describe('search in another language', () => {
  it('finds other forms of a word, with and without accents, and shows the language of the page', async () => {
    for (const query of ['poema', 'poemas', 'primeiros poemas'])
      expect((await find(query)).map(({ path }) => path)).toContain('/classes/clube-dos-primeiros-poemas');
    // "encadernações" is not written anywhere; its stem is that of "encadernação".
    for (const query of ['encadernações', 'encadernacao', 'ENCADERNAR'])
      expect((await find(query))[0]).toMatchObject({ language: 'pt', title: 'Encadernação numa noite' });
    expect((await find('Inês'))[0]?.path).toBe('/people/ines-valadao');
    expect((await find('drawings', 'en')).map(({ path }) => path)).toContain('/classes/drawing-what-moves');
  });

  it('finds what is written in the first language, and what is not translated', async () => {
    expect((await find('bookbinding'))[0]).toMatchObject({
      path: '/classes/encadernacao-numa-noite',
      language: 'pt',
    });
    await studio.sql`insert into public.posts (slug, title, summary, body, discipline, published_at)
      values ('only-english', 'Unrepeatable', '', '', 'word', now())`;
    expect(await find('unrepeatable')).toMatchObject([{ path: '/journal/only-english', language: 'en' }]);
    expect(await find('encadernação', 'en')).toEqual([]);
  });
});
