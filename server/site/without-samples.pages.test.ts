// What visitors read after the owner has removed the sample studio: the studio's own texts, neutral ones, or none.
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '#backend/database/driver/sql.ts';
import { readSentences } from '../language/read-catalogues.ts';
import { mintKey } from '../testing/mint-key.ts';
import { all, readHtml } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';

const LANGUAGES = ['en', 'pt'];

let site: TestSite;
let sampleTexts: string[];
beforeAll(async () => {
  site = await startSite();
  sampleTexts = await readSampleTexts(site.sql);
  await removeSamples();
});
afterAll(() => site?.close());

it('collects texts of every kind', () => {
  expect(sampleTexts.length).toBeGreaterThan(500);
  for (const text of ['Nothing is glued that can be sewn.', 'Teo Marchetti', 'Ressaca', 'Five entries'])
    expect(sampleTexts).toContain(text);
});

describe('without the samples', () => {
  it('no public page has a text of the sample studio or a link that leads nowhere', async () => {
    const { texts, dead } = await crawl();
    expect(dead).toEqual([]);
    for (const path of [
      '/',
      '/pt',
      '/about',
      '/pt/visit',
      '/passes',
      '/radio',
      '/pt/policies/terms',
      '/journal.rss',
    ])
      expect([...texts.keys()]).toContain(path);
    const left = [...texts].flatMap(([path, text]) =>
      sampleTexts.filter((sample) => contains(text, sample)).map((sample) => `${path}: ${sample}`),
    );
    expect(left).toEqual([]);
  }, 120_000);
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
