// What visitors read after the owner has removed the sample studio: the studio's own texts, neutral ones, or none.
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '#backend/database/driver/sql.ts';
import { type SiteSection, sectionOf } from '#contracts/site-sections.ts';
import { pageLanguageOf } from '../language/page-language.ts';
import { readLanguages, readSentences } from '../language/read-catalogues.ts';
import { mintKey } from '../testing/mint-key.ts';
import { all, readHtml } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';

/** All that the product has. */
const LANGUAGES = [...readLanguages().keys()];
const CLOSED: readonly SiteSection[] = ['works', 'newsletter'];

let site: TestSite;
let sampleTexts: string[];
beforeAll(async () => {
  site = await startSite();
  sampleTexts = await readSampleTexts(site.sql);
  await removeSamples();
  await addOwnContent(site.sql);
  await site.sql`update public.studio set languages = ${LANGUAGES}`;
  await site.sql`update public.site_sections set is_on = false where name = any (${[...CLOSED]})`;
});
afterAll(() => site?.close());

it('collects texts of every kind', () => {
  expect(sampleTexts.length).toBeGreaterThan(500);
  for (const text of ['Nothing is glued that can be sewn.', 'Teo Marchetti', 'Ressaca', 'Five entries'])
    expect(sampleTexts).toContain(text);
});

describe('without the samples', () => {
  it('no public page has a text of the sample studio or a link that leads nowhere', async () => {
    await expect.poll(async () => (await site.fetch('/works')).status).toBe(404);
    const { texts, dead } = await crawl();
    expect(dead).toEqual([]);
    expect([...texts].filter(([path]) => path.startsWith('/book/')).length).toBe(4);
    // Closed, or without anything in it.
    const sections = [...texts.keys()].map((path) => sectionOf(pageLanguageOf(path, LANGUAGES).path));
    for (const name of [...CLOSED, 'passes'] as const) expect(sections).not.toContain(name);
    for (const path of [
      '/',
      '/pt',
      '/about',
      '/pt/visit',
      '/de/people',
      '/ar',
      '/radio',
      '/pt/policies/terms',
      '/journal.rss',
      '/classes/clay-class',
      '/pt/events/clay-event',
      '/journal/first-firing',
      '/radio/shows/kiln-hour',
    ])
      expect([...texts.keys()]).toContain(path);
    const left = [...texts].flatMap(([path, text]) =>
      sampleTexts.filter((sample) => contains(text, sample)).map((sample) => `${path}: ${sample}`),
    );
    expect(left).toEqual([]);
  });
});

async function removeSamples(): Promise<void> {
  const { token } = await site.signIn('owner');
  const owner = createClient(site.siteUrl, mintKey('anon'), {
    auth: { persistSession: false },
    global: { headers: { authorization: `Bearer ${token}` } },
  });
  const { error } = await owner.rpc('remove_demo_content');
  if (error) throw error;
}

/** So that every kind of page is there: a class with a free date and a full one, an event, a person, a work, a post and a show. */
async function addOwnContent(sql: Sql): Promise<void> {
  const [person] = await sql<{ id: string }[]>`
    insert into public.people (slug, name, line, bio) values ('ada-own', 'Ada Own', 'Clay', 'Fires twice.') returning id`;
  const [room] = await sql<
    { id: string }[]
  >`insert into public.rooms (slug, name) values ('kiln', 'kiln') returning id`;
  for (const kind of ['class', 'event'])
    for (const seats of [0, 4]) {
      const [pool] = await sql<{ id: string }[]>`
        insert into public.capacity_pools (capacity, seats) values (4, ${seats}) returning id`;
      await sql`
        with own as (
          insert into public.offerings (slug, kind, title, summary, body, discipline, price_cents, currency, teacher_id, published_at)
          values (${`clay-${kind}`}, ${kind}, ${`Clay ${kind}`}, 'Fired.', 'Twice.', 'making', 1000, 'EUR', ${person?.id ?? null}, now())
          on conflict (slug) do update set title = excluded.title returning id, teacher_id
        )
        insert into public.sessions (offering_id, room_id, teacher_id, pool_id, local_date, local_time, duration_min, zone)
        select id, ${room?.id ?? null}, teacher_id, ${pool?.id ?? null}, now()::date + ${2 + seats}::int,
          ${kind === 'class' ? '10:00' : '18:00'}::time, 60, 'Europe/Lisbon' from own`;
    }
  await sql`insert into public.posts (slug, title, summary, body, discipline, author_id, published_at)
    values ('first-firing', 'First firing', 'Hot.', 'Very hot.', 'making', ${person?.id ?? null}, now())`;
  await sql`insert into public.works (slug, title, year, medium, credits, body, discipline, ratio_width, ratio_height, picture_description,
      person_id, featured_position, published_at)
    values ('a-bowl', 'A bowl', 2026, 'Clay', 'Ada Own', 'Round.', 'making', 4, 5, 'A round bowl', ${person?.id ?? null}, 1, now())`;
  await sql`
    with own as (insert into public.shows (slug, title, summary) values ('kiln-hour', 'Kiln hour', 'Crackling.') returning id)
    insert into public.slots (show_id, weekday, local_time, duration_min, zone)
    select id, day, '00:00', 1440, 'Europe/Lisbon' from own cross join generate_series(1, 7) day`;
}

/** The sentences of the sample studio, but for those that the product itself uses. */
async function readSampleTexts(sql: Sql): Promise<string[]> {
  const rows = await sql<{ fields: unknown }[]>`
    select to_jsonb(s) - array['name', 'zone', 'currency', 'languages', 'typeface', 'updated_at'] as fields from public.studio s
    union all select jsonb_build_array(description, (select jsonb_agg(t -> 'description') from jsonb_path_query(translations, '$.*') t))
      from public.disciplines
    union all select jsonb_build_array(transfer_account) from public.booking_settings
    union all select to_jsonb(o) - array['kind', 'level', 'discipline', 'currency'] from public.offerings o where is_demo
    union all select to_jsonb(q) - 'kind' from public.questions q
    union all select to_jsonb(p) - 'discipline' from public.people p where is_demo
    union all select to_jsonb(w) - 'discipline' from public.works w where is_demo
    union all select to_jsonb(p) - 'discipline' from public.posts p where is_demo
    union all select to_jsonb(s) - 'discipline' from public.shows s where is_demo
    union all select jsonb_build_array(name, note, translations) from public.rooms where is_demo
    union all select jsonb_build_array(name, translations) from public.terms where is_demo
    union all select jsonb_build_array(name, translations) from public.pass_types where is_demo`;
  const messages = LANGUAGES.flatMap((language) =>
    Object.values(readSentences(language)).flatMap(Object.values),
  )
    .join('\n')
    .toLowerCase();
  const found = new Set(rows.flatMap(({ fields }) => stringsIn(fields)).flatMap(sentencesOf));
  return [...found].filter((text) => !messages.includes(text.toLowerCase()));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Without ids, times, addresses of pages and the studio's name, which stays. */
function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}{3}/u.test(sentence) && /[\p{Lu} @]/u.test(sentence) && sentence !== 'onda');
}

function contains(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
    if (!/[\p{L}\d]/u.test(`${text[at - 1] ?? ''}${text[at + phrase.length] ?? ''}`)) return true;
  return false;
}

/** Reads every page that can be reached, from the sitemap and from pages without a page. */
async function crawl(): Promise<{ texts: Map<string, string>; dead: string[] }> {
  const prefixes = LANGUAGES.map((language) => (language === LANGUAGES[0] ? '' : `/${language}`));
  const waiting = [
    '/sitemap.xml',
    ...prefixes.flatMap((prefix) => [prefix || '/', `${prefix}/no-such-page`]),
  ];
  const seen = new Set(waiting);
  const texts = new Map<string, string>();
  const dead: string[] = [];
  const visit = async (path: string) => {
    const response = await site.fetch(path);
    const isMissing = path.endsWith('/no-such-page');
    if (response.status >= 400 && !isMissing) dead.push(`${path} (${response.status})`);
    const links = [response.headers.get('location') ?? ''];
    if (/html|xml|json|text\/plain|calendar/.test(response.headers.get('content-type') ?? '')) {
      const text = await response.text();
      texts.set(path, decode(text));
      // Weeks and filters lead on without an end.
      if (!path.includes('?')) links.push(...linksOf(path, text));
    } else await response.body?.cancel();
    for (const link of links) {
      const next = pathOf(link, path);
      if (!next || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  };
  for (let paths = waiting.splice(0); paths.length > 0; paths = waiting.splice(0, 4))
    await Promise.all(paths.map(visit));
  return { texts, dead };
}

function linksOf(path: string, text: string): string[] {
  if (path === '/sitemap.xml')
    return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '');
  if (!text.startsWith('<!DOCTYPE html')) return [];
  const page = readHtml(text);
  return [
    ...all(page, '*', { href: /./ }).map(({ attributes }) => attributes.href ?? ''),
    ...all(page, '*', { src: /./ }).map(({ attributes }) => attributes.src ?? ''),
    ...all(page, 'meta', { property: 'og:image' }).map(({ attributes }) => attributes.content ?? ''),
  ];
}

/** Of a link within the site; the stream never ends. */
function pathOf(link: string, from: string): string | undefined {
  if (link === '') return undefined;
  const url = new URL(link, site.siteUrl + from);
  if (url.origin !== site.siteUrl || url.pathname.startsWith('/radio/live')) return undefined;
  return url.pathname + url.search;
}

const decode = (text: string) =>
  text
    .replaceAll('\u00ad', '')
    .replaceAll(/&(?:#x27|#39|apos);/g, "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
