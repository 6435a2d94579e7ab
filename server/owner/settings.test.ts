import type { SupabaseClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { drawLogo, readLogo } from '#app/site/social/draw-icon.server.ts';
import { openPictures } from '#backend/pictures/open-pictures.ts';
import { ask, signUp, type TestPerson } from '../accounts/testing/people.ts';
import { readMailStudio } from '../mail/templates/mail-studio.ts';
import { type SmtpServer, startSmtpServer } from '../mail/testing/smtp-server.ts';
import { createSitePictures } from '../site/site-pictures.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';

let studio: StudioApp;
let smtp: SmtpServer;
let owner: TestPerson;
const others = new Map<string, { client: SupabaseClient; person?: TestPerson }>();

beforeAll(async () => {
  smtp = await startSmtpServer();
  studio = await startStudioApp({ SMTP_URL: smtp.url });
  // Where emails leave, nobody reads their codes in the outbox.
  studio.codeFor = (address) =>
    vi.waitFor(() => {
      const mail = smtp.mails.findLast(({ to }) => to.includes(address));
      return (
        /\b\d{6}\b/.exec(
          mail?.text
            .split(/\r?\n\r?\n/)
            .slice(1)
            .join('\n') ?? '',
        )?.[0] ?? Promise.reject()
      );
    }, 60_000);
  owner = await signUp(studio, 'owner');
  others.set('a visitor', { client: studio.newClient() });
  for (const role of ['member', 'teacher', 'host', 'staff'] as const) {
    const person = await signUp(studio, role);
    others.set(role, { client: person.client, person });
  }
});
afterAll(async () => {
  await studio?.close();
  await smtp?.close();
});

const roles = ['a visitor', 'member', 'teacher', 'host', 'staff'] as const;
const as = (role: string) => others.get(role) as { client: SupabaseClient; person?: TestPerson };
const studioRow = async () => (await studio.sql`select * from public.studio`)[0] as Record<string, unknown>;
const png = new Blob(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  { type: 'image/png' },
);

describe.each(roles)('%s', (role) => {
  it('changes nothing of the studio, its hours or its rules', async () => {
    const { client } = as(role);
    const before = await studioRow();
    const hours = await studio.sql`select * from public.opening_hours order by weekday`;
    await client.from('studio').update({ name: 'stolen' }).eq('id', true);
    await client.from('booking_settings').update({ max_places: 20 }).eq('id', true);
    expect((await client.rpc('set_opening_hours', { hours: [] })).error?.code).toBe('42501');
    expect(await studioRow()).toEqual(before);
    const [rules] = await studio.sql`select max_places from public.booking_settings`;
    expect(rules?.max_places).toBe(6);
    expect(await studio.sql`select * from public.opening_hours order by weekday`).toEqual(hours);
  });

  it('puts no logo into the bucket and takes none away', async () => {
    const { client } = as(role);
    expect(
      (await client.storage.from('brand').upload(`by-${role.replace(' ', '-')}.png`, png)).error,
    ).not.toBeNull();
    const { status } = await ask(studio, 'POST /api/studio/logo', {
      ...(as(role).person && { as: as(role).person }),
      body: { svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    });
    expect(status).toBe(role === 'a visitor' ? 401 : 403);
  });

  it('neither reads nor writes the audit log', async () => {
    const { client } = as(role);
    expect((await client.from('audit_events').select('id')).data ?? []).toEqual([]);
    expect((await client.from('audit_events').insert({ area: 'x', action: 'y' })).error).not.toBeNull();
  });

  it('neither counts the sample studio, nor takes it away, nor brings it back', async () => {
    const { client, person } = as(role);
    expect((await client.rpc('sample_content')).error?.code).toBe('42501');
    expect((await client.rpc('remove_demo_content')).error?.code).toBe('42501');
    const { status } = await ask(studio, 'POST /api/studio/samples/back', { as: person, body: {} });
    expect(status).toBe(person ? 403 : 401);
  });

  it.each(['GET /api/studio/mail', 'POST /api/studio/mail/test'])('is rejected %s', async (line) => {
    const { person } = as(role);
    const { status, json } = await ask(studio, line, {
      as: person,
      body: line.startsWith('POST') ? {} : undefined,
    });
    expect([status, json.code]).toEqual(person ? [403, 'not_owner'] : [401, 'not_signed_in']);
  });
});

describe('the owner', () => {
  it('changes name and colour, and it is written down who did', async () => {
    const { data, error } = await owner.client
      .from('studio')
      .update({ name: 'maré', primary_colour: '#ff9f1c' })
      .eq('id', true)
      .select('updated_at');
    expect([error, data?.length]).toEqual([null, 1]);
    const { data: log } = await owner.client
      .from('audit_events')
      .select('actor,area,action,table_name,details')
      .eq('area', 'settings')
      .order('id', { ascending: false })
      .limit(1);
    expect(log).toMatchObject([
      {
        actor: owner.id,
        action: 'changed_row',
        table_name: 'studio',
        details: { name: { from: 'onda', to: 'maré' }, primary_colour: { from: null, to: '#ff9f1c' } },
      },
    ]);
  });

  it('renames the studio, and descriptions that name it follow, but for those changed with it', async () => {
    const rename = async (patch: Record<string, string>) => {
      await owner.client.from('studio').update(patch).eq('id', true);
      return (await owner.client.from('studio').select('description,translations').single()).data;
    };
    const renamed = await rename({ name: 'Atelier Nord' });
    expect(renamed?.description).toMatch(/^Atelier Nord supports/);
    expect(renamed?.translations.pt.description).toMatch(/^Atelier Nord apoia/);
    const described = await rename({ name: 'onda', description: 'What Atelier Nord became.' });
    expect(described?.description).toBe('What Atelier Nord became.');
  });

  it('gets an error when someone else saved first, and nothing is overwritten', async () => {
    const { data } = await owner.client.from('studio').select('updated_at').single();
    const save = (lead: string) =>
      owner.client
        .from('studio')
        .update({ lead })
        .eq('id', true)
        .eq('updated_at', data?.updated_at)
        .select('lead');
    expect((await save('first')).data).toHaveLength(1);
    expect((await save('second')).data).toHaveLength(0);
    expect((await studioRow()).lead).toBe('first');
  });

  it.each([
    [{ primary_colour: 'red' }, 'primary_colour'],
    [{ typeface: 'comic' }, 'typeface'],
    [{ logo_path: '../../secrets.json' }, 'logo_path'],
    [{ zone: 'Mars/Olympus' }, 'Unknown time zone'],
    [{ name: ' spaced ' }, 'name'],
    [{ currency: 'euro' }, 'currency'],
    [{ description: 'x'.repeat(301) }, 'words_are_short'],
  ])('may not set %j', async (changes, message) => {
    const { error } = await owner.client.from('studio').update(changes).eq('id', true);
    expect(`${error?.message} ${error?.details}`).toContain(message);
  });

  it('sets the hours of the week at once, or not at all', async () => {
    const hours = (list: object[]) => owner.client.rpc('set_opening_hours', { hours: list });
    expect(
      (
        await hours([
          { weekday: 1, opens: '09:00', closes: '12:00' },
          { weekday: 1, opens: '14:00', closes: '18:00' },
          { weekday: 7, opens: '10:00', closes: '11:00' },
        ])
      ).error,
    ).toBeNull();
    for (const wrong of [
      [{ weekday: 1, opens: '12:00', closes: '09:00' }],
      [
        { weekday: 1, opens: '12:00', closes: '15:00' },
        { weekday: 1, opens: '09:00', closes: '12:00' },
      ],
      Array.from({ length: 7 }, (_, hour) => ({ weekday: 1, opens: `1${hour}:00`, closes: `1${hour}:30` })),
      [{ opens: '09:00', closes: '12:00' }],
    ])
      expect((await hours(wrong)).error?.hint, JSON.stringify(wrong)).toBe('bad_hours');
    expect((await hours([{ weekday: 9, opens: '09:00', closes: '12:00' }])).error).not.toBeNull();
    expect(
      (await studio.sql`select weekday from public.opening_hours order by weekday`).map(
        ({ weekday }) => weekday,
      ),
    ).toEqual([1, 1, 7]);
  });

  it('keeps the standard policy, and may have others', async () => {
    const table = () => owner.client.from('cancellation_policies');
    expect(
      (
        await table().insert({
          id: 'strict',
          summary: 'No way back.',
          full_until_h: 72,
          late_credit_percent: 0,
        })
      ).error,
    ).toBeNull();
    expect((await table().delete().eq('id', 'strict')).error).toBeNull();
    expect((await table().delete().eq('id', 'standard')).error?.hint).toBe('standard_stays');
  });

  it('uploads a logo as a picture only', async () => {
    const bucket = owner.client.storage.from('brand');
    expect((await bucket.upload('logo-1.png', png)).error).toBeNull();
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'], {
      type: 'image/svg+xml',
    });
    expect((await bucket.upload('logo-2.svg', svg)).error).not.toBeNull();
    expect((await bucket.upload('logo-2.png', svg)).error).not.toBeNull();
    expect((await bucket.remove(['logo-1.png'])).data).toHaveLength(1);
  });

  it('saves an SVG logo without what could run, and a PNG of it for emails', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" onload="alert(1)">';
    const source = `${drawing}<script>alert(1)</script><path fill="#f00" d="M0 0h40v20H0z"/></svg>`;
    const saved = await ask(studio, 'POST /api/studio/logo', { as: owner, body: { svg: source } });
    expect([saved.status, saved.json.removed]).toEqual([200, ['onload', 'script']]);
    const path = String(saved.json.path);
    expect((await owner.client.from('studio').update({ logo_path: path }).eq('id', true)).error).toBeNull();
    const read = (name: string) =>
      studio.fetch(new Request(`${studio.siteUrl}/storage/v1/object/public/brand/${name}`));
    const vector = await read(path);
    expect(vector.headers.get('content-type')).toBe('image/svg+xml');
    expect(vector.headers.get('content-security-policy')).toContain('sandbox');
    expect(vector.headers.get('content-disposition')).toContain('attachment');
    expect(await vector.text()).not.toMatch(/script|onload/);
    const { logoUrl } = await readMailStudio(studio.sql, studio.siteUrl);
    expect(logoUrl).toMatch(/\.png$/);
    const picture = await sharp(await (await read(path.replace('.svg', '.png'))).arrayBuffer()).metadata();
    expect(picture).toMatchObject({ format: 'png', width: 240, height: 120 });
    const icon = await readLogo(studio.newClient(), path);
    if (!icon) throw new Error('the logo cannot be read');
    const pictures = openPictures();
    onTestFinished(pictures.close);
    const drawn = await drawLogo(createSitePictures(pictures), icon, 192);
    expect((await sharp(drawn).metadata()).width).toBe(192);
    await owner.client.from('studio').update({ logo_path: null }).eq('id', true);
    expect((await owner.client.storage.from('brand').remove([path])).data).toHaveLength(1);
  });

  it.each([
    ['<svg', 'The SVG is not well-formed'],
    [
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="a.png"/></svg>',
      'contains nothing that can be displayed',
    ],
    [undefined, 'The SVG is not well-formed'],
  ])('rejects an SVG logo that cannot be shown, and says why: %s', async (svg, reason) => {
    const { status, json } = await ask(studio, 'POST /api/studio/logo', { as: owner, body: { svg } });
    expect([status, json.code]).toEqual([422, 'bad_logo']);
    expect(json.message).toContain(reason);
  });

  it('draws no icon from an SVG that passed as another picture', async () => {
    const elevated = studio.clients.elevated as SupabaseClient;
    const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' });
    await elevated.storage.from('brand').upload('logo-3.png', svg);
    await elevated.storage.from('brand').upload('logo-4.png', png);
    expect(await readLogo(studio.newClient(), 'logo-4.png')).toBeDefined();
    expect(await readLogo(studio.newClient(), 'logo-3.png')).toBeUndefined();
    await elevated.storage.from('brand').remove(['logo-3.png', 'logo-4.png']);
  });

  it('reads what the mail server answers, whether it takes the mail or not', async () => {
    const taken = await ask(studio, 'POST /api/studio/mail/test', { as: owner, body: {} });
    expect(taken.json).toMatchObject({ is_taken: true, to: owner.email });
    expect(taken.json.answer).toMatchObject({
      code: 'accepted_with_reply',
      message: expect.stringContaining('It said: 250'),
    });
    expect(smtp.mails.at(-1)?.to).toEqual([owner.email]);
    smtp.answers = { rcpt: '550 5.1.1 No such user here' };
    const rejected = await ask(studio, 'POST /api/studio/mail/test', { as: owner, body: {} });
    smtp.answers = {};
    expect(rejected.json).toMatchObject({ is_taken: false });
    expect(rejected.json.answer).toMatchObject({
      code: 'address_rejected_with_reply',
      values: { reply: expect.stringContaining('550 5.1.1 No such user here') },
    });
    const { json } = await ask(studio, 'GET /api/studio/mail', { as: owner });
    expect(json).toMatchObject({ server: new URL(smtp.url).host, failed: 0 });
  });

  it('takes the sample studio away and brings it back, and what is the studio’s own stays', async () => {
    const { sql } = studio;
    await sql`update public.studio set name = 'my own', lead = 'My words.'`;
    const [room] =
      await sql`insert into public.rooms (slug, name) values ('studio-1-mine', 'mine') returning id`;
    await sql`insert into public.posts (slug, title, summary, body, discipline) values ('mine', 'Mine', '', '', 'word')`;
    const before = (await owner.client.rpc('sample_content')).data;
    expect((await owner.client.rpc('remove_demo_content')).error).toBeNull();
    expect((await owner.client.rpc('sample_content')).data).toMatchObject({
      classes: 0,
      people: 0,
      works: 0,
      posts: 0,
      shows: 0,
      orders: 0,
    });
    expect((await sql`select id from public.rooms`).map(({ id }) => id)).toEqual([room?.id]);

    // Content that the studio created in the meantime stays as it is.
    await sql`insert into public.offerings (slug, kind, title, summary, body, discipline, price_cents, currency)
      values ('morning-body', 'class', 'Our own morning', '', '', 'movement', 100, 'EUR')`;
    const { status, json } = await ask(studio, 'POST /api/studio/samples/back', { as: owner, body: {} });
    expect([status, json.classes]).toEqual([200, Number(before?.classes) - 1]);
    expect(await studioRow()).toMatchObject({ name: 'my own', lead: 'My words.' });
    expect((await sql`select title, is_demo from public.offerings where slug = 'morning-body'`)[0]).toEqual({
      title: 'Our own morning',
      is_demo: false,
    });
    expect((await sql`select from public.opening_hours`).length).toBe(3);
    expect((await owner.client.rpc('sample_content')).data).toMatchObject({
      people: before?.people,
      works: before?.works,
      posts: before?.posts,
      shows: before?.shows,
    });
    const again = await ask(studio, 'POST /api/studio/samples/back', { as: owner, body: {} });
    expect([again.status, again.json.code]).toEqual([409, 'already_there']);
    const { data: log } = await owner.client
      .from('audit_events')
      .select('action')
      .eq('area', 'samples')
      .order('id');
    expect(log?.map(({ action }) => action)).toEqual([
      'removed_the_sample_studio',
      'restored_the_sample_studio',
    ]);
  });
});
