// What every page says to browsers, search engines and screen readers before any script runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outlineWord } from '#app/features/wordmark/outline-word.server.ts';
import { all, first, type HtmlElement, readHtml, textOf } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const textAt = async (path: string) => (await site.fetch(path)).text();
const pageAt = async (path: string) => readHtml(await textAt(path));
const metaOf = (page: HtmlElement, name: string) => first(page, 'meta', { name }).attributes.content;

const PAGES = [
  '/classes',
  '/classes?day=sun&age=9',
  '/classes/breath-and-bowed-metal',
  '/events',
  '/events/the-copy-shop-night',
  '/timetable',
  '/works',
  '/works/nobody-leads',
  '/people',
  '/people/teo-marchetti',
  '/journal',
  '/journal/what-the-boatyard-taught-us-about-reverb',
  '/radio',
  '/radio/shows/the-copy-shop-hour',
  '/visit',
  '/about',
  '/policies/privacy',
  '/policies/terms',
  '/policies/cancellation',
];

describe('every page', () => {
  it.each([...PAGES, '/', '/contact', '/kit'])(
    'has one heading, its landmarks, a title with the studio, and pictures with a size: %s',
    async (path) => {
      const page = await pageAt(path);
      const body = first(page, 'body');
      const count = (name: string, attributes = {}) => all(body, name, attributes).length;
      expect({
        headings: count('h1'),
        banners: all(body, 'header').filter((header) => all(header, 'nav').length > 0).length,
        mains: count('main'),
        footers: count('footer'),
        menus: count('nav', { 'aria-label': 'Main' }),
        withoutSize: all(body, 'img').filter(({ attributes: { width, height } }) => !width || !height).length,
      }).toEqual({ headings: 1, banners: 1, mains: 1, footers: 1, menus: 1, withoutSize: 0 });
      expect(textOf(first(page, 'title'))).toMatch(path === '/' ? /^onda$/ : /. · onda$/);
    },
  );

  it('is whole before the intro, for screen readers and search engines', async () => {
    const html = await textAt('/');
    expect(html.indexOf('<h1')).toBeGreaterThan(0);
    expect(html.indexOf('<h1')).toBeLessThan(html.indexOf('data-slot="intro"'));
  });

  it('says what the studio is for, fixes the scale at one, and titles pages by their name first', async () => {
    const home = await pageAt('/');
    expect(metaOf(home, 'description')).toMatch(
      /supports education and helps clients express their passion for the arts creatively/,
    );
    expect(metaOf(home, 'viewport')).toMatch(/initial-scale=1.*maximum-scale=1.*user-scalable=no/);
    expect(textOf(first(await pageAt('/contact'), 'title'))).toBe('contact · onda');
  });
});

describe('the name', () => {
  const rename = (name: string, isLowerCase: boolean) =>
    site.sql`update public.studio set name = ${name}, is_lower_case = ${isLowerCase}`;
  const drawn = async () => {
    const page = await pageAt('/contact');
    return [textOf(first(page, 'title')), first(page, 'path', { id: 'wordmark-path' }).attributes.d];
  };

  it('is drawn as it is written, or in lower case, and in lower case in every title', async () => {
    await rename('Quay House', false);
    await expect.poll(drawn).toEqual(['contact · quay house', outlineWord('Quay House').d]);
    await rename('Quay House', true);
    await expect.poll(drawn).toEqual(['contact · quay house', outlineWord('quay house').d]);
    await rename('onda', true);
    await expect.poll(drawn).toEqual(['contact · onda', outlineWord('onda').d]);
  });
});

describe('a search engine', () => {
  it('finds the canonical address, cards, structured data and the manifest with its icons', async () => {
    const page = await pageAt('/');
    expect(first(page, 'link', { rel: 'canonical' }).attributes.href).toBe(`${site.siteUrl}/`);
    expect(first(page, 'meta', { property: 'og:title' }).attributes.content).toBe('onda');
    const image = first(page, 'meta', { property: 'og:image' }).attributes.content ?? '';
    expect((await site.fetch(new URL(image).pathname)).headers.get('content-type')).toBe('image/png');
    const data = structuredData(page);
    expect(data.name).toBe('onda');
    expect(data.openingHoursSpecification.length).toBeGreaterThan(0);
    const manifest = JSON.parse(await textAt('/manifest.webmanifest'));
    expect(manifest.name).toBe('onda');
    for (const { src } of manifest.icons) expect((await site.fetch(src)).status).toBe(200);
  });

  it('stays out of the dashboard and the style guide', async () => {
    expect(await textAt('/robots.txt')).toContain('Disallow: /dashboard');
    expect(metaOf(await pageAt('/kit'), 'robots')).toContain('noindex');
  });

  it('gets every public page from the sitemap, and every address in it answers', async () => {
    const sitemap = await textAt('/sitemap.xml');
    const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address]) => new URL(address ?? '').pathname,
    );
    for (const path of PAGES.filter((page) => !page.includes('?'))) expect(paths).toContain(path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(sitemap).toMatch(
      /<loc>[^<]*\/pt\/classes<\/loc><xhtml:link rel="alternate" hreflang="en" href="[^"]*\/classes"\/>/,
    );
    const failed: string[] = [];
    const readOn = async () => {
      for (let path = paths.pop(); path; path = paths.pop())
        if ((await site.fetch(path)).status !== 200) failed.push(path);
    };
    await Promise.all([readOn(), readOn(), readOn(), readOn()]);
    expect(failed).toEqual([]);
  });

  it.each([
    ['/classes/breath-and-bowed-metal', 'Course'],
    ['/journal/a-drum-and-a-half', 'Article'],
    ['/people/amina-okafor', 'Person'],
    ['/radio', 'RadioStation'],
    ['/works/chair-at-four', 'VisualArtwork'],
  ])('reads %s as a %s', async (path, kind) => {
    expect(structuredData(await pageAt(path))['@type']).toBe(kind);
  });

  it('reads an event that is to come', async () => {
    const event = structuredData(await pageAt('/events/the-copy-shop-night'))['@graph'][0];
    expect(event['@type']).toBe('Event');
    expect(Date.parse(event.startDate)).toBeGreaterThan(Date.now());
  });
});

function structuredData(page: HtmlElement) {
  return JSON.parse(String(first(page, 'script', { type: 'application/ld+json' }).children[0]));
}

describe('the language of an address', () => {
  it('is that of its page, links, canonical address and alternatives', async () => {
    const page = await pageAt('/pt/classes');
    expect(first(page, 'html').attributes.lang).toBe('pt');
    expect(first(page, 'link', { rel: 'canonical' }).attributes.href).toBe(`${site.siteUrl}/pt/classes`);
    const alternatives = all(page, 'link', { hreflang: /./ }).map(({ attributes }) => attributes.hreflang);
    expect(alternatives).toEqual(['en', 'pt', 'x-default']);
  });

  it.each(['/pt', '/pt/classes', '/pt/timetable', '/pt/radio'])(
    'is kept by every link of %s, but for feeds and the stream',
    async (path) => {
      const page = await pageAt(path);
      const languages = new Set(
        all(page, '*', { 'data-slot': 'languages' }).flatMap((part) => all(part, 'a')),
      );
      const hrefs = all(page, 'a', { href: /^\// })
        .filter((link) => !languages.has(link))
        .map(({ attributes }) => attributes.href ?? '');
      expect(hrefs.length).toBeGreaterThan(20);
      expect(hrefs.filter((href) => !/^\/(pt(\/|\?|$)|functions|radio\/live)/.test(href))).toEqual([]);
    },
  );

  it('is that of its missing pages, feeds, manifest and redirects', async () => {
    const missing = await site.fetch('/pt/nothing/here');
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('<html lang="pt"')]);
    expect((await site.fetch('/xx/classes')).status).toBe(404);
    const feed = await textAt('/pt/journal.rss');
    expect(feed).toContain('<language>pt</language>');
    expect(feed).toMatch(/<link>https?:\/\/[^<]*\/pt\/journal\//);
    const manifest = JSON.parse(await textAt('/pt/manifest.webmanifest'));
    expect(manifest).toMatchObject({ start_url: '/pt', lang: 'pt', dir: 'ltr' });
    const moved = await site.fetch('/pt/dashboard/orders');
    expect(moved.headers.get('location')).toBe('/pt/sign-in?next=%2Fdashboard%2Forders');
  });
});

describe('an answer', () => {
  it('has strict security headers, and inline scripts do not run', async () => {
    const { headers } = await site.fetch('/');
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src')) ?? '';
    expect(scripts).not.toContain('unsafe');
    expect(scripts).toMatch(/'sha256-/);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
  });

  it('is kept for ever and compressed as a built file, and asked for again as a page', async () => {
    const stylesheet = first(await pageAt('/'), 'link', { rel: 'stylesheet' }).attributes.href ?? '';
    const file = await site.fetch(stylesheet, { headers: { 'accept-encoding': 'br' } });
    expect(file.headers.get('content-encoding')).toBe('br');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const home = await site.fetch('/');
    expect(home.headers.get('cache-control')).toBe('no-cache');
    const etag = (await site.fetch('/')).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await site.fetch('/', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('changes with the content it shows, and is cached again afterwards', async () => {
    const slug = 'forty-one-first-poems';
    const entry = async () => {
      const response = await site.fetch(`/journal/${slug}`);
      return { text: await response.text(), etag: response.headers.get('etag') };
    };
    const [post] = await site.sql<{ title: string }[]>`select title from public.posts where slug = ${slug}`;
    const title = post?.title ?? '';
    expect((await entry()).text).toContain(title);
    for (const wording of ['Forty-two first poems', title]) {
      const { error } = await site.service.from('posts').update({ title: wording }).eq('slug', slug);
      expect(error).toBeNull();
      await expect.poll(async () => (await entry()).text.includes(wording), { interval: 20 }).toBe(true);
      const [one, other] = [await entry(), await entry()];
      expect(one.etag).not.toBeNull();
      expect(other.etag).toBe(one.etag);
    }
  });
});

describe('an address without a page', () => {
  it.each([
    '/no-such-page',
    '/classes/no-such-class',
    '/classes/the-copy-shop-night',
    '/events/no-such-night',
    '/events/breath-and-bowed-metal',
    '/works/no-such-work',
    '/people/nobody',
    '/journal/no-such-entry',
    '/journal?page=4000',
    '/radio/shows/no-such-show',
    '/policies/no-such-policy',
  ])('is answered with the missing page, its links, the menu and the radio: %s', async (path) => {
    const response = await site.fetch(path);
    expect(response.status).toBe(404);
    const page = readHtml(await response.text());
    expect(textOf(first(page, 'title'))).toBe('Page not found · onda');
    expect(textOf(first(page, 'h1')).replaceAll('\u00ad', '')).toBe('This page has left the room.');
    const ways = all(first(page, 'nav', { 'aria-label': 'Where to go next' }), 'a').map(textOf);
    expect(ways).toEqual(expect.arrayContaining(['Home', 'What is on this week']));
    expect(all(page, '*', { 'data-slot': 'radio-player' })).toHaveLength(1);
    expect(all(page, 'nav', { 'aria-label': 'Main' })).toHaveLength(1);
  });
});
