// Pages in the languages of the studio, rendered by the real site from a small route table, without a database.

import { Outlet, redirect, Scripts, type ServerBuild, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { requirePerson } from '#app/dashboard/guard.server.ts';
import * as entry from '#app/entry.server.tsx';
import { currentLanguage } from '#app/language/messages.ts';
import { pageMeta } from '#app/site/document/page-meta.ts';
import { Link } from '#app/ui/link.tsx';
import { openPapers } from '#backend/papers/open-papers.ts';
import { openPictures } from '#backend/pictures/open-pictures.ts';
import type { Visitor } from '#contracts/visitor.ts';
import type { VisitorClients } from '../accounts/visitor-client.ts';
import { createSecurityHeaders } from '../http/content-security.ts';
import { ApiError } from '../http-kit/api-error.ts';
import { inLanguage } from '../language/current-language.ts';
import { createLogger } from '../logger.ts';
import { createSite, type Site } from './create-site.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import { createRevalidatedCache } from './revalidated-cache.ts';

const SITE = 'http://studio.test';
let languages = ['en', 'pt', 'ar'];
let visitor: Visitor;
let site: Site;
let cache: PageCache;

function Page() {
  const { pathname } = useLocation();
  const { code, direction } = currentLanguage();
  return (
    <html lang={code} dir={direction}>
      <body>
        <p id="path">{pathname}</p>
        <Link to="/">home</Link>
        <Link to="/classes?level=open">classes</Link>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}

const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
const modules = {
  root: { path: '', default: Page, ErrorBoundary: Page, loader: () => null },
  home: { path: undefined, index: true, default: () => null },
  classes: {
    path: 'classes',
    default: () => <i>{currentLanguage().name}</i>,
    loader: () => pause().then(() => ({ language: currentLanguage().code })),
  },
  go: { path: 'go', default: () => null, loader: () => redirect('/classes?a=1') },
  form: { path: 'form', default: () => null, action: () => redirect('/classes') },
  file: { path: 'file.txt', loader: () => new Response(currentLanguage().code) },
  dashboard: {
    path: 'dashboard/*',
    default: () => null,
    loader: async (args: Parameters<typeof requirePerson>[0]) => (await requirePerson(args)).person.id,
  },
  rest: { path: '*', default: () => null, loader: () => Promise.reject(new Response(null, { status: 404 })) },
};

const routes = Object.entries(modules).map(([id, { path, ...module }]) => {
  const index = 'index' in module;
  return [id, { id, path, index, ...(id !== 'root' && { parentId: 'root' }), module }] as const;
});
const build = {
  entry: { module: entry },
  routes: Object.fromEntries(routes),
  assets: {
    entry: { module: '/entry.js', imports: [] },
    routes: Object.fromEntries(
      routes.map(([id, { module, ...route }]) => [
        id,
        { ...route, module: `/${id}.js`, imports: [], hasLoader: 'loader' in module },
      ]),
    ),
    url: '/m.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild;

beforeEach(() => {
  languages = ['en', 'pt', 'ar'];
  visitor = { user: null, roles: [] };
  cache = createPageCache();
  const visit = () => ({ proof: 'none', client: {}, visitor: async () => visitor, setCookies: [] });
  site = createSite({
    loadBuild: async () => build,
    mode: 'production',
    sourceOf: () => ({ address: '192.0.2.1', isInProcess: false }),
    clients: { visit } as unknown as VisitorClients,
    settings: { siteUrl: SITE } as never,
    gate: { isHuman: async () => true, prove: async () => null },
    receiveMessage: async () => ({ state: 'taken' }),
    readUnsendable: async () => undefined,
    cache,
    shared: createRevalidatedCache<unknown>({}),
    closedSections: { current: async () => [] },
    pictures: openPictures(),
    papers: openPapers(),
    languages: {
      current: async () => languages,
      get known() {
        return languages;
      },
    },
    security: createSecurityHeaders({ siteUrl: SITE, apiBaseUrl: SITE, radio: {} } as never),
    log: createLogger('silent'),
  });
});

const open = (path: string, init?: RequestInit) => site.fetch(new Request(SITE + path, init));
const html = async (path: string) => (await open(path)).text();

test('the first segment of an address is its language; the default has none', async () => {
  const pt = await html('/pt/classes');
  expect(pt).toContain('<html lang="pt" dir="ltr">');
  expect(pt).toContain('<p id="path">/classes</p>');
  expect(pt).toContain('href="/pt"');
  expect(pt).toContain('href="/pt/classes?level=open"');
  expect(pt).toContain('"basename":"/pt"');
  expect(pt).toContain('Português');
  expect(await html('/ar/classes')).toContain('<html lang="ar" dir="rtl">');
  const en = await html('/classes');
  expect(en).toContain('<html lang="en" dir="ltr">');
  expect(en).toContain('href="/classes?level=open"');
  for (const home of ['/pt', '/pt/']) expect(await html(home)).toContain('<p id="path">/</p>');
  expect(await (await open('/pt/file.txt')).text()).toBe('pt');
});

test('data of a page has the language of the page', async () => {
  expect(await (await open('/pt/classes.data')).text()).toContain('"pt"');
  expect(await (await open('/classes.data')).text()).toContain('"en"');
  for (const path of ['/_.data', '/pt.data', '/pt/_.data']) expect((await open(path)).status).toBe(200);
});

test('redirects of pages and forms stay in the language', async () => {
  const location = async (path: string, init?: RequestInit) =>
    (await open(path, init)).headers.get('location');
  expect(await location('/pt/go')).toBe('/pt/classes?a=1');
  expect(await location('/go')).toBe('/classes?a=1');
  const form = {
    method: 'POST',
    body: new URLSearchParams({ a: '1' }),
    headers: { 'sec-fetch-site': 'same-origin' },
  };
  expect(await location('/pt/form', form)).toBe('/pt/classes');
  expect(await location('/pt/dashboard/a?b=1')).toBe('/pt/sign-in?next=%2Fdashboard%2Fa%3Fb%3D1');
  const code = '0b5e9d4e-1c5a-4a53-9a34-4a6a1d0b6c11';
  expect(await location(`/pt/classes?code=${code}`)).toBe(`/pt/auth/callback?code=${code}&next=%2Fclasses`);
});

test('a page that is missing, an error and a prefix that is no language', async () => {
  const missing = await open('/pt/nothing');
  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('<html lang="pt"')]);
  const error = await site.errorPage(new ApiError(404, 'gone', 'Gone.'), '/pt/classes');
  expect(await error.text()).toContain('<html lang="pt"');
  expect(await (await site.errorPage(new ApiError(404, 'gone', 'Gone.'))).text()).toContain(
    '<html lang="en"',
  );
  for (const path of ['/xx/classes', '/PT/classes', '/ptx/classes']) {
    const unknown = await open(path);
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('<html lang="en"')]);
  }
});

test('the cache never mixes languages, and a new default takes effect at once', async () => {
  cache.resume();
  const asked = Array.from({ length: 60 }, (_, turn) => ['en', 'pt', 'ar'][turn % 3] as string);
  const pages = await Promise.all(
    asked.map((code) => html(`${code === 'en' ? '' : `/${code}`}/classes${Math.random() < 0.3 ? '?x' : ''}`)),
  );
  expect(pages.map((page) => /lang="(\w+)"/.exec(page)?.[1])).toEqual(asked);
  expect(pages.map((page) => /"language","(\w+)"/.exec(page)?.[1])).toEqual(asked);
  expect(cache.size).toBe(3);
  languages = ['pt', 'en'];
  cache.clear();
  expect(await html('/classes')).toContain('<html lang="pt"');
  expect(await html('/en/classes')).toContain('<html lang="en"');
});

test('a member is redirected to the language they chose, and only where the studio has it', async () => {
  const member = { id: 'm', language: 'pt', isAnonymous: false, needsSecondFactor: false };
  const as = (language: string | null) => {
    visitor = { user: { ...member, language } as never, roles: [] };
  };
  as('pt');
  const answer = await open('/dashboard/orders?show=open');
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    `${SITE}/pt/dashboard/orders?show=open`,
  ]);
  // In an open page the whole document is loaded again, without the data's own parts of the address.
  const data = await (await open('/dashboard/orders.data?show=open&_routes=dashboard')).text();
  expect(data).toContain(`"${SITE}/pt/dashboard/orders?show=open"`);
  expect(data).toMatch(/"reload",(true|\d+)/);
  expect((await open('/pt/dashboard/orders')).status).toBe(200);
  visitor.user = null;
  expect(await (await open('/dashboard/orders.data?show=open&_routes=dashboard')).text()).toContain(
    '"/sign-in?next=%2Fdashboard%2Forders%3Fshow%3Dopen"',
  );
  as('en');
  expect((await open('/ar/dashboard')).headers.get('location')).toBe(`${SITE}/dashboard`);
  for (const none of [null, 'de']) {
    as(none);
    for (const path of ['/dashboard', '/pt/dashboard']) expect((await open(path)).status).toBe(200);
  }
});

test('the head of a page names its other languages', () => {
  const codes = ['en', 'pt'];
  const root = { studio: { name: 'Onda' }, settings: { siteUrl: SITE } };
  const meta = inLanguage('pt', () => pageMeta(root, { description: '', path: '/visit' }), {
    base: '/pt',
    codes,
  });
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: `${SITE}/pt/visit` });
  for (const [hrefLang, href] of [
    ['en', '/visit'],
    ['pt', '/pt/visit'],
    ['x-default', '/visit'],
  ])
    expect(meta).toContainEqual({ tagName: 'link', rel: 'alternate', hrefLang, href: SITE + href });
  expect(meta).toContainEqual({ property: 'og:url', content: `${SITE}/pt/visit` });
  expect(meta).toContainEqual({ property: 'og:locale', content: 'pt_PT' });
  expect(meta).toContainEqual({ property: 'og:locale:alternate', content: 'en_GB' });
});

test('a visitor who leaves does not end the page that others wait for', async () => {
  for (const path of ['/classes', '/classes.data']) {
    const leaving = new AbortController();
    const first = open(path, { signal: leaving.signal });
    const second = open(path);
    leaving.abort();
    expect((await second).status).toBe(200);
    await first;
  }
});
