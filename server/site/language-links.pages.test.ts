// Links that were sent, printed or subscribed to, after the studio has changed its languages.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addMissingRecords, addressOf } from '../../e2e/site/all-languages/records.ts';
import { all, first, readHtml } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';

const ROUTES = ['/booking/:token', '/offer/:token', '/newsletter/:token', '/preview/:token', '/book/:id'];
const FILES = [
  '/journal.rss',
  '/sitemap.xml',
  '/manifest.webmanifest',
  '/social.png',
  '/search/suggest?q=ink',
];
const PAGES = [
  '/',
  '/classes',
  '/timetable?week=1',
  '/visit',
  '/policies/privacy',
  '/sign-in?next=%2Fdashboard',
];
const DATA = ['/_.data', '/classes.data?_routes=site%2Fclasses%2Fclasses-page'];

let site: TestSite;
let owner: string;
/** By path without its language. */
let links: string[];
/** What emails, calendar files and feeds of the year lead to. */
let sent: string[];
beforeAll(async () => {
  site = await startSite();
  await addMissingRecords(site.sql);
  const { id, cookie } = await site.signIn('owner');
  owner = cookie;
  const [calendar] = await site.sql`
    insert into private.calendar_links (user_id, token) values (${id}, private.new_token()) returning token`;
  const opened = await Promise.all(ROUTES.map((route) => addressOf(site.sql, route)));
  const order = await addressOf(site.sql, '/dashboard/orders/:id');
  links = [
    ...[...PAGES, ...FILES, ...DATA, ...opened],
    `${opened[0]}/calendar.ics`,
    `/calendar/${calendar?.token}.ics`,
    ...['/dashboard', order, order.replace('orders', 'receipts')],
  ];
  sent = await sentLinks(`${opened[0]}/calendar.ics`, `/calendar/${calendar?.token}.ics`);
});
afterAll(() => site?.close());
afterEach(() => setLanguages('en', 'pt'));

async function setLanguages(...codes: string[]): Promise<void> {
  await site.sql`update public.studio set languages = ${codes}`;
  const [code] = codes;
  await expect.poll(() => languageOf('/classes')).toBe(code);
  // An added or removed one is known at the same moment.
  for (const other of codes.slice(1)) await expect.poll(() => languageOf(`/${other}`)).toBe(other);
}

async function languageOf(path: string): Promise<string | undefined> {
  return first(readHtml(await (await open(path)).text()), 'html').attributes.lang;
}

/** The sample studio has a quarter of a year behind it, and dates ahead: every email, and a ticket of each week. */
async function sentLinks(...calendars: string[]): Promise<string[]> {
  const emails = await site.sql<
    { text: string }[]
  >`select text_body || ' ' || html_body as text from public.outbox`;
  const tickets = await site.sql<{ path: string }[]>`
    select distinct on (date_trunc('week', o.created_at)) '/booking/' || l.token as path
    from public.orders o join private.order_links l on l.order_id = o.id order by date_trunc('week', o.created_at), o.id`;
  const feeds = ['/journal.rss', '/functions/v1/calendar', '/functions/v1/podcast', ...calendars];
  const files = await Promise.all(
    feeds
      .flatMap((path) => [path, path.startsWith('/functions') ? `${path}?lang=pt` : `/pt${path}`])
      .map(async (path) => (await open(path)).text()),
  );
  const found = [...emails.map(({ text }) => text), ...files].flatMap((text) =>
    // Long lines of calendar files are folded.
    [...text.replace(/\r?\n[ \t]/g, '').matchAll(/https?:\/\/[^\s"'<>\\]+/g)].map(([url]) =>
      url.replaceAll('&amp;', '&'),
    ),
  );
  const own = found
    .filter((url) => url.startsWith(`${site.siteUrl}/`))
    .map((url) => url.slice(site.siteUrl.length))
    // The copy has no sound files.
    .filter((path) => !path.startsWith('/radio/episodes/'));
  return [...new Set([...tickets.flatMap(({ path }) => [path, `/pt${path}`]), ...own])];
}

const open = (path: string) =>
  site.fetch(path, {
    redirect: 'follow',
    ...(path.includes('/dashboard') && { headers: { cookie: owner } }),
  });
const within = (code: string, path: string) => `/${code}${path === '/' ? '' : path}`;

/** One after the other: more at once would be turned away. */
async function deadOnes(paths: string[]): Promise<string[]> {
  const dead: string[] = [];
  for (const path of paths) {
    const { status } = await open(path);
    if (status !== 200) dead.push(`${status} ${path}`);
  }
  return dead;
}

it('opens every link of before, whichever languages the studio has now', async () => {
  const feeds = ['calendar', 'calendar/morning-body.ics', 'podcast', 'podcast/standing-wave'].flatMap(
    (feed) => [`/functions/v1/${feed}`, `/functions/v1/${feed}?lang=pt`],
  );
  const slugs = ['/classes/morning-body', '/pt/classes/corpo-da-manha', ...feeds];
  const before = [...links, ...links.map((path) => within('pt', path)), '/pt.data', ...slugs];
  expect(await deadOnes(before)).toEqual([]);
  for (const codes of [['pt', 'en'], ['en', 'pt', 'de'], ['de']]) {
    await setLanguages(...codes);
    expect({ codes, dead: await deadOnes(before) }).toEqual({ codes, dead: [] });
  }
});

it('opens every link of a year of emails, tickets, calendars and feeds, whichever languages the studio has now', async () => {
  expect(sent.length).toBeGreaterThan(60);
  expect(sent.some((path) => path.startsWith('/pt/'))).toBe(true);
  expect(await deadOnes(sent)).toEqual([]);
  for (const codes of [['pt', 'en'], ['en', 'pt', 'de'], ['en'], ['de']]) {
    await setLanguages(...codes);
    expect({ codes, dead: await deadOnes(sent) }).toEqual({ codes, dead: [] });
  }
});

it('opens the links of a language that was added and removed again', async () => {
  await setLanguages('en', 'pt', 'de');
  const german = links.map((path) => within('de', path));
  expect(await deadOnes(german)).toEqual([]);
  await setLanguages('en', 'pt');
  expect(await deadOnes(german)).toEqual([]);
});

it('redirects from a prefix that is not in use for now only, with the query, whatever the method', async () => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const answer = await site.fetch('/en/classes?level=open&x=%C3%A3', { method });
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
      307,
      '/classes?level=open&x=%C3%A3',
      'no-store',
    ]);
  }
  const locationOf = async (path: string) => (await site.fetch(path)).headers.get('location');
  expect(await locationOf('/en')).toBe('/');
  expect(await locationOf('/de/')).toBe('/');
  expect(await locationOf('/en.data')).toBe('/_.data');
});

it('still has no page under words that are no language, nor leads to another site', async () => {
  for (const path of ['/xx/classes', '/PT/classes', '/english', '/ent/classes', '/en//other.example/classes'])
    expect((await site.fetch(path)).status, path).toBe(404);
});

it('shows the dashboard in the language that it had', async () => {
  const { id, cookie } = await site.signIn('staff');
  await site.sql`update public.profiles set language = null where user_id = ${id}`;
  const languageNow = async () => {
    const answer = await site.fetch('/dashboard/profile', { redirect: 'follow', headers: { cookie } });
    return [answer.status, first(readHtml(await answer.text()), 'html').attributes.lang];
  };
  expect(await languageNow()).toEqual([200, 'en']);
  await setLanguages('pt', 'en');
  expect(await languageNow()).toEqual([200, 'en']);
});

it('names the language of each page, and its addresses in the others', async () => {
  await setLanguages('pt', 'en');
  for (const [asked, code, path] of [
    ['/pt/classes', 'pt', '/classes'],
    ['/en/classes', 'en', '/en/classes'],
    ['/classes', 'pt', '/classes'],
  ] as const) {
    const page = readHtml(await (await open(asked)).text());
    expect(first(page, 'html').attributes.lang).toBe(code);
    expect(first(page, 'link', { rel: 'canonical' }).attributes.href).toBe(site.siteUrl + path);
    const others = all(page, 'link', { rel: 'alternate' })
      .filter(({ attributes }) => attributes.hreflang)
      .map(({ attributes }) => [attributes.hreflang, attributes.href?.replace(site.siteUrl, '')]);
    expect(others).toEqual([
      ['pt', '/classes'],
      ['en', '/en/classes'],
      ['x-default', '/classes'],
    ]);
  }
});
