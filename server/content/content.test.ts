// Drafts, publishing, revisions, previews and old addresses, tried as each role through the official client.
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../accounts/testing/people.ts';
import { startJobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { contentJobs } from './content-jobs.ts';
import { addPicture } from './testing/pictures.ts';

let studio: StudioApp;
let staff: SupabaseClient;
let owner: SupabaseClient;
let visitor: SupabaseClient;
const others: Record<string, SupabaseClient> = {};

beforeAll(async () => {
  studio = await startStudioApp();
  staff = (await signUp(studio, 'staff')).client;
  owner = (await signUp(studio, 'owner')).client;
  visitor = studio.newClient();
  others.visitor = visitor;
  for (const role of ['member', 'teacher', 'host'] as const) {
    others[role] = (await signUp(studio, role)).client;
  }
});
afterAll(() => studio.close());

const paragraph = (text: string) => ({ kind: 'paragraph', text: [{ text }] });
type Relation = 'posts' | 'works' | 'people' | 'pages';

async function begin(title: string, relation: Relation = 'posts'): Promise<string> {
  const { data, error } = await staff.rpc('create_content', { of_relation: relation, title });
  expect(error).toBeNull();
  return data;
}
const save = (ref: string, fields: object, base: number, { as = staff, relation = 'posts' } = {}) =>
  as.rpc('save_content', { of_relation: relation, of_ref: ref, new_fields: fields, base_version: base });
const publish = (ref: string, base: number, at: string | null = null, relation: Relation = 'posts') =>
  staff.rpc('publish_content', { of_relation: relation, of_ref: ref, base_version: base, at });
const act = (name: string, ref: string, relation: Relation = 'posts') =>
  staff.rpc(name, { of_relation: relation, of_ref: ref });
async function stateOf(ref: string) {
  const { data } = await staff.from('contents').select('*').eq('ref', ref).single();
  return data;
}
const publicPost = async (ref: string) =>
  (await visitor.from('posts').select('slug,title,body,blocks').eq('id', ref).maybeSingle()).data;

describe.each(['visitor', 'member', 'teacher', 'host'])('a %s', (role) => {
  it('sees no draft and no revision, and can neither begin, write, publish nor throw away', async () => {
    const client = others[role] as SupabaseClient;
    const ref = await begin('Hidden');
    await save(ref, { blocks: [paragraph('Secret')] }, 1);
    expect((await client.from('posts').select('id').eq('id', ref)).data).toEqual([]);
    for (const table of ['contents', 'content_revisions'])
      expect((await client.from(table).select('ref').limit(1)).data ?? []).toEqual([]);
    const relation = { of_relation: 'posts', of_ref: ref };
    const calls: [string, object][] = [
      ['create_content', { of_relation: 'posts', title: 'Mine' }],
      ['save_content', { ...relation, new_fields: {}, base_version: 2 }],
      ['publish_content', { ...relation, base_version: 2, at: null }],
      ['restore_revision', { ...relation, wanted: 1, base_version: 2 }],
      ...['unschedule', 'unpublish', 'trash', 'untrash', 'purge'].map((verb): [string, object] => [
        `${verb}_content`,
        relation,
      ]),
      ['renew_preview', relation],
    ];
    for (const [name, args] of calls) {
      const { error } = await client.rpc(name, args);
      expect(error?.code, name).toBe('42501');
    }
    for (const table of ['posts', 'works', 'people', 'pages', 'contents', 'redirects']) {
      expect((await client.from(table).delete().neq('slug', '')).error, table).not.toBeNull();
    }
    expect((await stateOf(ref))?.version).toBe(2);
  });
});

describe('writing', () => {
  it('publishes what was saved, and a later save stays unseen until it is published too', async () => {
    const ref = await begin('Notes from the yard');
    await save(ref, { summary: 'Cold.', blocks: [paragraph('First words.')] }, 1);
    expect(await publicPost(ref)).toBeNull();
    expect((await publish(ref, 2)).error).toBeNull();
    expect(await publicPost(ref)).toMatchObject({ slug: 'notes-from-the-yard', body: 'First words.' });
    await save(ref, { blocks: [paragraph('Second words.')] }, 2);
    expect(await publicPost(ref)).toMatchObject({ body: 'First words.' });
    expect(await stateOf(ref)).toMatchObject({ has_changes: true, version: 3 });
    await publish(ref, 3);
    expect(await publicPost(ref)).toMatchObject({ body: 'Second words.' });
    expect(await stateOf(ref)).toMatchObject({ has_changes: false, version: 3 });
  });

  it('rejects a change that would overwrite text the writer has not seen', async () => {
    const ref = await begin('Two at once');
    expect((await save(ref, { summary: 'Mine' }, 1, { as: owner })).data).toBe(2);
    const late = await save(ref, { summary: 'Theirs' }, 1);
    expect(late.status).toBe(409);
    expect(late.error).toMatchObject({
      hint: 'changed_meanwhile',
      details: expect.stringContaining('"version": 2'),
    });
    expect((await publish(ref, 1)).status).toBe(409);
    expect((await stateOf(ref))?.fields.summary).toBe('Mine');
    const both = await Promise.all([save(ref, { summary: 'a' }, 2), save(ref, { summary: 'b' }, 2)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['a program as a link', [{ kind: 'paragraph', text: [{ text: 'x', href: 'javascript:alert(1)' }] }]],
    ['another host in disguise', [{ kind: 'paragraph', text: [{ text: 'x', href: '//evil.example' }] }]],
    ['a kind that is none', [{ kind: 'html', text: '<script>' }]],
    ['a word too many', [{ kind: 'paragraph', text: [{ text: 'x', onclick: 'y' }] }]],
    ['text that is no text', [{ kind: 'heading', level: 1, text: [{ text: 'x' }] }]],
    ['no list of blocks', { kind: 'paragraph' }],
  ])('rejects %s', async (_, blocks) => {
    const ref = await begin('Refused');
    const { error } = await save(ref, { blocks }, 1);
    expect(error?.code).toBe('23514');
    expect((await stateOf(ref))?.version).toBe(1);
  });

  it('saves every kind of block, indexes their text, and finds it by search', async () => {
    const picture = await addPicture(staff);
    const ref = await begin('All kinds');
    const blocks = [
      { kind: 'heading', level: 2, text: [{ text: 'Zanzibarite' }] },
      { kind: 'paragraph', text: [{ text: 'To ' }, { text: 'the wall', bold: true, href: '/works' }] },
      { kind: 'list', ordered: true, items: [[{ text: 'one' }], [{ text: 'two', italic: true }]] },
      { kind: 'quote', text: [{ text: 'Said.' }], by: 'Abel' },
      { kind: 'image', media: picture.id, caption: 'A frame' },
      { kind: 'gallery', pictures: [picture.id] },
      { kind: 'class', ref: picture.id },
    ];
    expect((await save(ref, { blocks, media_id: picture.id }, 1)).error).toBeNull();
    const used = await staff.from('media').delete().eq('id', picture.id);
    expect(used.error?.message).toContain('All kinds');
    await publish(ref, 2);
    expect((await publicPost(ref))?.body).toBe(
      'Zanzibarite\n\nTo the wall\n\none\ntwo\n\nSaid.\nAbel\n\nA frame',
    );
    const found = await visitor.rpc('search_studio', { query: 'zanzibarite' });
    expect(found.data).toMatchObject([{ path: '/journal/all-kinds' }]);
    expect((await visitor.from('media').select('id').eq('id', picture.id)).data?.length).toBe(1);
  });

  it('keeps revisions, and brings one back without the pictures that are gone', async () => {
    const picture = await addPicture(staff);
    const ref = await begin('Changes');
    await save(
      ref,
      { blocks: [paragraph('One'), { kind: 'image', media: picture.id }], media_id: picture.id },
      1,
    );
    await save(ref, { blocks: [paragraph('Two')], media_id: null }, 2);
    expect((await staff.from('media').delete().eq('id', picture.id)).error).toBeNull();
    const restored = await staff.rpc('restore_revision', {
      of_relation: 'posts',
      of_ref: ref,
      wanted: 2,
      base_version: 3,
    });
    expect(restored.data).toBe(4);
    expect((await stateOf(ref))?.fields).toMatchObject({ blocks: [paragraph('One')], media_id: null });
    const { data } = await staff
      .from('content_revisions')
      .select('version,note')
      .eq('ref', ref)
      .order('version');
    expect(data?.map(({ version, note }) => `${version} ${note}`)).toEqual([
      '1 as it was',
      '2 saved',
      '3 saved',
      '4 restored from revision 2',
    ]);
  });

  it('follows what another room changes, unless someone is writing at it', async () => {
    const ref = await begin('Elsewhere');
    await publish(ref, 1);
    await studio.sql`update public.posts set title = 'Changed elsewhere' where id = ${ref}`;
    expect(await stateOf(ref)).toMatchObject({ title: 'Changed elsewhere', version: 2, has_changes: false });
    await save(ref, { title: 'My draft' }, 2);
    await studio.sql`update public.posts set title = 'Again' where id = ${ref}`;
    expect(await stateOf(ref)).toMatchObject({ title: 'My draft', version: 3 });
  });
});

describe('an hour to come', () => {
  it('publishes by itself and notifies the pages, but not what was moved or withdrawn', async () => {
    const received: string[] = [];
    const listening = await studio.sql.listen('onda_content', (relation) => received.push(relation));
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const [first, moved, withdrawn] = [
      await begin('At its hour'),
      await begin('Moved'),
      await begin('Kept back'),
    ];
    const planned = at(700);
    await publish(first, 1, planned);
    await publish(moved, 1, at(600));
    await publish(moved, 1, at(3_600_000));
    await publish(withdrawn, 1, at(600));
    await act('unschedule_content', withdrawn);
    expect(await publicPost(first)).toBeNull();
    received.length = 0;
    const log = createLogger('silent');
    const runner = await startJobRunner({ sql: studio.sql, handlers: contentJobs, log });
    await expect.poll(() => publicPost(first), { interval: 50 }).not.toBeNull();
    await expect.poll(() => received).toContain('public.posts');
    await runner.run();
    expect(await publicPost(moved)).toBeNull();
    expect(await publicPost(withdrawn)).toBeNull();
    const [row] = await studio.sql`select published_at from public.posts where id = ${first}`;
    expect(row?.published_at).toEqual(new Date(planned));
    expect(await stateOf(first)).toMatchObject({ publish_at: null, has_changes: false });
    await runner.close();
    await listening.unlisten();
  });
});

describe('a preview', () => {
  it('shows the draft and its pictures to anyone who has the link, until it is renewed or thrown away', async () => {
    const picture = await addPicture(staff);
    const ref = await begin('Look first');
    await save(ref, { blocks: [{ kind: 'image', media: picture.id }] }, 1);
    const { preview_token: token } = (await stateOf(ref)) ?? {};
    const look = async (given: string) => (await visitor.rpc('preview_content', { token: given })).data;
    expect(await look(token)).toMatchObject({
      relation: 'posts',
      fields: { title: 'Look first' },
      media: [{ id: picture.id, credit: 'Ana Sol' }],
    });
    expect(await look('')).toBeNull();
    const renewed = await act('renew_preview', ref);
    expect(await look(token)).toBeNull();
    expect(await look(renewed.data)).not.toBeNull();
    await act('trash_content', ref);
    expect(await look(renewed.data)).toBeNull();
  });
});

describe('an address', () => {
  it('that was public leads on after it changed, and through every later change', async () => {
    const ref = await begin('Old name');
    await publish(ref, 1);
    for (const [version, slug] of [
      [1, 'new-name'],
      [2, 'newest-name'],
    ] as const) {
      await save(ref, { slug }, version);
      await publish(ref, version + 1);
    }
    const { data } = await visitor
      .from('redirects')
      .select('from_path,to_path')
      .like('to_path', '%newest-name');
    expect(data?.map(({ from_path }) => from_path).sort()).toEqual([
      '/journal/new-name',
      '/journal/old-name',
    ]);
    await save(ref, { slug: 'old-name' }, 3);
    await publish(ref, 4);
    const back = await visitor.from('redirects').select('from_path').eq('from_path', '/journal/old-name');
    expect(back.data).toEqual([]);
  });

  it('belongs to one item, consists of letters, and that of a default page stays', async () => {
    const [one, two] = [await begin('Taken'), await begin('Taken')];
    expect([(await stateOf(one))?.slug, (await stateOf(two))?.slug]).toEqual(['taken', 'taken-2']);
    await save(two, { slug: 'taken' }, 1);
    expect((await publish(two, 2)).error).toMatchObject({ code: '23505', hint: 'slug_taken' });
    expect((await save(two, { slug: 'Not A Slug' }, 2)).error?.hint).toBe('bad_slug');
    const about = await begin('About', 'pages');
    expect((await publish(about, 1, null, 'pages')).error).toBeNull();
    await save(about, { slug: 'about-us' }, 1, { relation: 'pages' });
    expect((await publish(about, 2, null, 'pages')).error?.hint).toBe('fixed_address');
    expect((await stateOf(await begin('Journal', 'pages')))?.slug).toBe('journal-2');
  });
});

describe('the trash', () => {
  it('hides, returns as it was, and only what lies in it is gone for good', async () => {
    const ref = await begin('Thrown away');
    await publish(ref, 1);
    const [before] = await studio.sql`select published_at from public.posts where id = ${ref}`;
    expect((await act('purge_content', ref)).error?.hint).toBe('not_in_trash');
    await act('trash_content', ref);
    expect(await publicPost(ref)).toBeNull();
    await act('untrash_content', ref);
    const [after] = await studio.sql`select published_at from public.posts where id = ${ref}`;
    expect(after?.published_at).toEqual(before?.published_at);
    await act('trash_content', ref);
    expect((await act('purge_content', ref)).error).toBeNull();
    expect(await stateOf(ref)).toBeNull();
    expect((await studio.sql`select 1 from public.content_revisions where ref = ${ref}`).length).toBe(0);
  });

  it('keeps a person whom classes still name', async () => {
    const [jonas] =
      await studio.sql`select teacher_id from public.offerings where teacher_id is not null limit 1`;
    await act('trash_content', jonas?.teacher_id, 'people');
    expect((await act('purge_content', jonas?.teacher_id, 'people')).error?.hint).toBe('still_named');
    await act('untrash_content', jonas?.teacher_id, 'people');
    const [person] = await studio.sql`select is_public from public.people where id = ${jonas?.teacher_id}`;
    expect(person?.is_public).toBe(true);
  });
});

it('works and people are written the same way, with their own fields', async () => {
  const work = await begin('Eleven', 'works');
  await save(work, { year: 2025, medium: 'Duet', person_id: null, ratio_width: 3 }, 1, { relation: 'works' });
  expect((await visitor.from('works').select('id').eq('id', work)).data).toEqual([]);
  expect((await publish(work, 2, null, 'works')).error).toBeNull();
  const shown = await visitor.from('works').select('year,medium,ratio_width').eq('id', work).single();
  expect(shown.data).toEqual({ year: 2025, medium: 'Duet', ratio_width: 3 });
  const person = await begin('Rosa Berg', 'people');
  await save(person, { line: 'weaves', discipline: null, blocks: [paragraph('She weaves.')] }, 1, {
    relation: 'people',
  });
  expect((await publish(person, 2, null, 'people')).error).toBeNull();
  const rosa = await visitor.from('people').select('bio,slug').eq('id', person).single();
  expect(rosa.data).toEqual({ bio: 'She weaves.', slug: 'rosa-berg' });
  await act('unpublish_content', person, 'people');
  expect((await visitor.from('people').select('id').eq('id', person)).data).toEqual([]);
});

it('removes the name of a writer whose account is deleted, and keeps the text', async () => {
  const ref = await begin('By someone');
  const gone = await signUp(studio, 'staff');
  await save(ref, { summary: 'Theirs' }, 1, { as: gone.client });
  expect((await stateOf(ref))?.updated_name).toContain('Person');
  await studio.sql`delete from auth.users where id = ${gone.id}`;
  expect(await stateOf(ref)).toMatchObject({ updated_name: '', fields: { summary: 'Theirs' } });
  const { data } = await staff.from('content_revisions').select('made_name').eq('ref', ref).eq('version', 2);
  expect(data).toEqual([{ made_name: '' }]);
});
