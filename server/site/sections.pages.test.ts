// A section of the website that is off: nothing links to it, and its addresses are not found by anyone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SITE_SECTIONS, type SiteSection, sectionOf } from '#contracts/site-sections.ts';
import { all, readHtml } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';

const ADDRESSES: Record<SiteSection, string[]> = {
  radio: [
    '/radio',
    '/pt/radio',
    '/radio/shows/standing-wave',
    '/radio/live.mp3',
    '/radio/live.m3u8',
    '/radio/embed',
    '/radio/podcast.xml',
    '/functions/v1/podcast',
    '/api/radio/now-playing',
    '/api/nowplaying',
    '/status-json.xsl',
  ],
  requests: [],
  works: ['/works', '/pt/works', '/works/low-water', '/works.data'],
  journal: ['/journal', '/pt/journal', '/journal.rss', '/pt/journal.rss'],
  events: ['/events', '/pt/events'],
  people: ['/people', '/pt/people', '/people/ines-valadao'],
  passes: ['/passes', '/pt/passes'],
  newsletter: ['/newsletter', '/pt/newsletter'],
};
/** Pages that link to sections when they are on. */
const LINKING = ['/', '/pt', '/about', '/visit', '/classes', '/timetable', '/contact', '/search', '/nowhere'];

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

async function turn(name: SiteSection, isOn: boolean): Promise<void> {
  await site.sql`update public.site_sections set is_on = ${isOn} where name = ${name}`;
}

/** The change reaches the server by a notification. */
async function settled(name: SiteSection, isOn: boolean): Promise<void> {
  const sign = ADDRESSES[name][0] ?? '/radio';
  await expect.poll(async () => (await ask(sign)) === 200, { timeout: 10_000 }).toBe(isOn);
}

async function ask(path: string, cookie?: string): Promise<number> {
  const leave = new AbortController();
  const { status } = await site.fetch(path, { signal: leave.signal, ...(cookie && { headers: { cookie } }) });
  // The stream has no end.
  leave.abort();
  return status;
}

async function linksOn(path: string): Promise<string[]> {
  const page = readHtml(await (await site.fetch(path)).text());
  return all(page, '*', { href: /^\// })
    .map(({ attributes }) => (attributes.href ?? '').replace(/^\/pt(?=\/|$)/, '') || '/')
    .filter((href) => sectionOf(href) !== undefined);
}

describe.each(SITE_SECTIONS.filter((name) => name !== 'requests'))('%s', (name) => {
  it('is linked while it is on, and nowhere while it is off', async () => {
    const linked = (await linksOn('/nowhere')).map(sectionOf);
    expect(linked).toContain(name);
    await turn(name, false);
    await settled(name, false);
    const links = (await Promise.all(LINKING.map(linksOn))).flat();
    expect(links.filter((link) => sectionOf(link) === name)).toEqual([]);
    const sitemap = await (await site.fetch('/sitemap.xml')).text();
    const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
      new URL(address ?? '').pathname.replace(/^\/pt(?=\/|$)/, ''),
    );
    expect(addresses.length).toBeGreaterThan(20);
    expect(addresses.filter((path) => sectionOf(path) === name)).toEqual([]);
  });

  it('answers 404 at its addresses, to visitors and to the owner, and as before when it is on again', async () => {
    const { cookie } = await site.signIn('owner');
    for (const path of ADDRESSES[name]) {
      expect([path, await ask(path)]).toEqual([path, 404]);
      expect([path, await ask(path, cookie)]).toEqual([path, 404]);
    }
    await turn(name, true);
    await settled(name, true);
    for (const path of ADDRESSES[name]) expect([path, (await ask(path)) < 400]).toEqual([path, true]);
  });
});

it('finds nothing of a section that is off', async () => {
  const found = async () => {
    const { data, error } = await site.service.rpc('search_studio', { query: 'a', max_rows: 50 });
    if (error) throw error;
    return new Set((data as { path: string }[]).map(({ path }) => sectionOf(path)));
  };
  expect((await found()).size).toBeGreaterThan(3);
  for (const name of SITE_SECTIONS) await turn(name, false);
  expect([...(await found())].filter(Boolean)).toEqual([]);
  for (const name of SITE_SECTIONS) await turn(name, true);
});

it('sells no passes, and takes no song requests, where they are off', async () => {
  await turn('passes', false);
  const bought = await site.service.rpc('buy', {
    kind: 'voucher',
    buyer: { name: 'Ada Novak', email: 'ada@post.example' },
    method: 'studio',
    amount_cents: 5000,
  });
  expect(bought.error?.message).toBe('Passes and vouchers are not sold here.');
  await turn('passes', true);
  await turn('requests', false);
  const problem = async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await site.fetch('/api/radio/requests', { method: 'POST', headers, body: '{}' });
    return ((await answer.json()) as { code: string }).code;
  };
  await expect.poll(problem).toBe('path_not_found');
  expect(await (await site.fetch('/radio')).text()).not.toContain('air-request');
  await turn('requests', true);
  await expect.poll(problem).not.toBe('path_not_found');
});

it('links to no section that is empty, though its page answers', async () => {
  await site.sql`update public.posts set published_at = null`;
  await expect.poll(async () => (await linksOn('/about')).map(sectionOf)).not.toContain('journal');
  expect((await site.fetch('/journal')).status).toBe(200);
});

it('lets nobody but owners switch', async () => {
  for (const role of ['member', 'staff', 'owner'] as const) {
    const { token } = await site.signIn(role);
    const answer = await site.fetch('/rest/v1/site_sections?name=eq.works', {
      method: 'PATCH',
      headers: {
        apikey: token,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      body: JSON.stringify({ is_on: true }),
    });
    expect([role, ((await answer.json()) as unknown[]).length]).toEqual([role, role === 'owner' ? 1 : 0]);
  }
});
