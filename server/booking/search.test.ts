import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../accounts/testing/people.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { createLogger } from '../logger.ts';
import { startJobs } from '../start-jobs.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { call, callError } from './testing/classroom.ts';

let studio: StudioApp;
let guest: SupabaseClient;
let staffClient: SupabaseClient;
let jobs: JobRunner;

beforeAll(async () => {
  studio = await startStudioApp();
  guest = studio.newClient();
  staffClient = studio.clients.elevated as SupabaseClient;
  const { sql, outbox, siteUrl } = studio;
  jobs = await startJobs({ sql, outbox, siteUrl, log: createLogger('silent') });
});
afterAll(async () => {
  await jobs?.close();
  await studio?.close();
});

const find = async (query: string, maxResults?: number) =>
  (
    await call<{ path: string }[]>(guest, 'search_studio', {
      query,
      ...(maxResults && { max_rows: maxResults }),
    })
  ).map(({ path }) => path);

describe('search', () => {
  it.each([
    ['Inês', '/people/ines-valadao'],
    ['ines', '/people/ines-valadao'],
    ['INES VAL', '/people/ines-valadao'],
    ['bookb', '/classes/bookbinding-in-one-night'],
    ['night copy', '/events/the-copy-shop-night'],
    ['undert', '/radio/shows/undertow'],
    ['harb minus', '/works/harbour-at-minus-six'],
    ['waiting list', '/journal/how-the-waiting-list-works'],
  ])('"%s" finds %s first', async (query, path) => {
    expect((await find(query))[0]).toBe(path);
  });

  it.each(['', '   ', "'); drop table x; --", '& | ! ( ) : *', '\u0001', 'x'.repeat(5000), '日本'])(
    'takes %j without falling over',
    async (query) => {
      expect(await find(query)).toEqual(expect.any(Array));
    },
  );

  it.each([
    ['oficina ceramica', 'oficinas-pt'],
    ['oficinas cerâmica', 'oficinas-pt'],
    ['aula de cerâmica', 'oficinas-pt'],
    ['sessao impressao', 'sessoes-pt'],
    ['sessões de impressões', 'sessoes-pt'],
    ['animal papel', 'animais-pt'],
    ['papéis lençol', 'animais-pt'],
    ['imagem', 'sessoes-pt'],
    ['mao', 'animais-pt'],
  ])('in Portuguese "%s" finds %s, whatever the number and the accents', async (query, slug) => {
    const { sql } = studio;
    await sql`update public.studio set languages = '{en,pt}'`;
    const texts = [
      { title: 'Oficinas de cerâmica', summary: 'Aulas ao sábado', slug: 'oficinas-pt' },
      { title: 'Sessões de impressão', summary: 'Imagens em papelão', slug: 'sessoes-pt' },
      { title: 'Animais e papéis', summary: 'Lençóis feitos com as mãos', slug: 'animais-pt' },
    ];
    for (const pt of texts)
      await sql`
        insert into public.posts (slug, title, summary, body, discipline, published_at, translations)
        values (${`en-${pt.slug}`}, 'Nothing', '', '', 'word', now(), ${sql.json({ pt })}) on conflict do nothing`;
    const found = await call<{ path: string }[]>(guest, 'search_studio', { query, in_language: 'pt' });
    expect(found.map(({ path }) => path)).toContain(`/journal/${slug}`);
  });

  it('knows what changed at once, and nothing that is not public', async () => {
    const title = `Zanzibar${Date.now()}`;
    await studio.sql`
      insert into public.posts (slug, title, summary, body, discipline, published_at)
      values ('draft', ${title}, '', '', 'word', null), ('later', ${title}, '', '', 'word', now() + interval '1 day'),
        ('now', ${title}, '', '', 'word', now())`;
    expect(await find(title)).toEqual(['/journal/now']);
    await studio.sql`update public.posts set title = 'Renamed' where slug = 'now'`;
    expect(await find(title)).toEqual([]);
    await studio.sql`delete from public.posts where slug = 'now'`;
    expect(await find('Renamed')).toEqual([]);
  });

  it('never answers with more than fifty', async () => {
    expect((await find('a', 5000)).length).toBeLessThanOrEqual(50);
  });
});

describe('the newsletter', () => {
  const mailsTo = async (email: string) => {
    await jobs.run();
    return studio.withSecrets(
      await studio.sql<{ id: string; kind: string; text_body: string; headers: Record<string, string> }[]>`
        select id, kind, text_body, headers from public.outbox where to_address = ${email} order by created_at`,
    );
  };

  it('comes only after a yes, ends with one press, and says nothing about who is known', async () => {
    const email = 'lena@post.example';
    expect(await callError(guest, 'subscribe_to_newsletter', { email })).toMatchObject({ status: 401 });
    await call(staffClient, 'subscribe_to_newsletter', { email: ' Lena@Post.Example ' });
    await call(staffClient, 'subscribe_to_newsletter', { email });
    const [asked, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(await call(staffClient, 'send_newsletter', { subject: 'November', body: 'Hello' })).toBe(0);
    const link = /newsletter\/([0-9a-f]+)/.exec(asked?.text_body ?? '')?.[1];
    expect(await call(guest, 'newsletter_status', { link })).toEqual({ email, state: 'pending' });
    await call(guest, 'confirm_newsletter', { link });
    expect(await call(staffClient, 'send_newsletter', { subject: 'December', body: 'One.\n\nTwo.' })).toBe(1);
    const contactMessage = (await mailsTo(email)).at(-1);
    expect(contactMessage?.kind).toBe('newsletter');
    expect(contactMessage?.headers).toEqual({
      'List-Unsubscribe': `<${studio.siteUrl}/api/newsletter/leave/${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect((await ask(studio, `POST /api/newsletter/leave/${link}`)).status).toBe(200);
    expect((await ask(studio, 'POST /api/newsletter/leave/nobody')).status).toBe(404);
    expect(await call(guest, 'newsletter_status', { link })).toMatchObject({ state: 'left' });
    expect(await call(staffClient, 'send_newsletter', { subject: 'January', body: 'x' })).toBe(0);
  });

  it.each(['', 'nobody', 'a@b', 'two@post.example, three@post.example'])('rejects "%s"', async (email) => {
    expect(await callError(staffClient, 'subscribe_to_newsletter', { email })).toMatchObject({
      status: 422,
      reason: 'bad_email',
    });
  });
});
