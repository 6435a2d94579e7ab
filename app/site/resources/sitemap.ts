// Every public address that a search engine should know.

import { dataOf } from '#app/backend/data-of.ts';
import { isPublished } from '#app/backend/is-published.ts';
import { alternateLanguages, pathInLanguage } from '#app/language/language-path.ts';
import { currentLanguages } from '#app/language/messages.ts';
import { sectionState } from '#app/site/layout/section-state.ts';
import { policies } from '#app/site/policies/policies.ts';
import { siteContext } from '#app/site-context.ts';
import { escapeXml } from '#contracts/escape-xml.ts';
import { isLinked } from '#contracts/site-sections.ts';
import type { Route } from './+types/sitemap.ts';

const PLAIN_PAGES = [
  '/',
  '/classes',
  '/timetable',
  '/events',
  '/radio',
  '/works',
  '/people',
  '/journal',
  '/visit',
  '/about',
  '/contact',
  '/passes',
  '/newsletter',
];

/** The path of a page in a language, without its prefix. */
type PathIn = (code: string) => string;

export async function loader({ context }: Route.LoaderArgs) {
  const { backend, settings } = context.get(siteContext);
  const [sections, offerings, works, people, posts, shows, pages, translated] = await Promise.all([
    dataOf(backend.from('site_sections').select('name,is_on,has_content')),
    readAll((from, to) => backend.from('offerings').select('id,slug,kind').order('slug').range(from, to)),
    readAll((from, to) => backend.from('works').select('id,slug').order('slug').range(from, to)),
    readAll((from, to) => backend.from('people').select('id,slug').order('slug').range(from, to)),
    readAll((from, to) => backend.from('posts').select('id,slug,published_at').order('slug').range(from, to)),
    readAll((from, to) => backend.from('shows').select('id,slug').order('slug').range(from, to)),
    readAll((from, to) => backend.from('pages').select('id,slug').order('slug').range(from, to)),
    readAll((from, to) =>
      backend
        .from('translated_slugs')
        .select('ref,language,slug')
        .eq('is_current', true)
        .order('relation')
        .order('language')
        .order('slug')
        .range(from, to),
    ),
  ]);
  const state = sectionState(sections, settings.streamUrl);
  const ownSlugs = new Map(translated.map(({ ref, language, slug }) => [`${ref} ${language}`, slug]));
  const below =
    (folder: string, { id, slug }: { id: string; slug: string }): PathIn =>
    (code) =>
      folder + (ownSlugs.get(`${id} ${code}`) ?? slug);
  // The studio's texts for these pages are at addresses that are already listed.
  const known = new Set(['about', 'visit', ...policies.map(({ slug }) => slug)]);
  const addresses: [path: PathIn, changedAt?: string][] = [
    ...PLAIN_PAGES.filter((path) => isLinked(path, state)).map((path): [PathIn] => [() => path]),
    ...policies.map(({ slug }): [PathIn] => [() => `/policies/${slug}`]),
    ...offerings.map((row): [PathIn] => [below(row.kind === 'event' ? '/events/' : '/classes/', row)]),
    ...works.map((row): [PathIn] => [below('/works/', row)]),
    ...people.filter(() => state.open.includes('people')).map((row): [PathIn] => [below('/people/', row)]),
    ...posts.filter(isPublished).map((row): [PathIn, string] => [below('/journal/', row), row.published_at]),
    ...shows.map((row): [PathIn] => [below('/radio/shows/', row)]),
    ...pages.filter(({ slug }) => !known.has(slug)).map((row): [PathIn] => [below('/', row)]),
  ];
  const { languages } = currentLanguages();
  const addressOf = (path: PathIn, code: string) =>
    escapeXml(new URL(pathInLanguage(path(code), code), settings.siteUrl).href);
  const urls = addresses.flatMap(([path, changedAt]) => {
    const changed = changedAt ? `<lastmod>${new Date(changedAt).toISOString().slice(0, 10)}</lastmod>` : '';
    const alternates = alternateLanguages(languages).map(
      ({ hrefLang, code }) =>
        `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${addressOf(path, code)}"/>`,
    );
    return languages.map(
      ({ code }) => `<url><loc>${addressOf(path, code)}</loc>${changed}${alternates.join('')}</url>`,
    );
  });
  const xhtml = languages.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : '';
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${xhtml}>${urls.join('')}</urlset>\n`,
    { headers: { 'content-type': 'application/xml' } },
  );
}

const ROWS_AT_ONCE = 1000;

// The backend may return fewer rows than requested: read until there are none left.
async function readAll<Row>(
  read: (from: number, to: number) => PromiseLike<{ data: Row[] | null; error: Error | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const data = await dataOf(read(rows.length, rows.length + ROWS_AT_ONCE - 1));
    if (!data?.length) return rows;
    rows.push(...data);
  }
}
