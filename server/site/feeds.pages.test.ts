// What calendars, podcast programs and feed readers get, by the links that pages offer.
import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { all, first, readHtml, textOf } from '../testing/read-html.ts';
import { startSite, type TestSite } from '../testing/start-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

async function follow(path: string, link: string): Promise<Response> {
  const page = readHtml(await (await site.fetch(path)).text());
  const found = all(page, 'a').find((one) => textOf(one).trim() === link);
  if (!found) throw new Error(`${path} has no link "${link}"`);
  const { pathname, search } = new URL(found.attributes.href ?? '', site.siteUrl);
  return site.fetch(pathname + search);
}

it('gives a calendar of the whole programme', async () => {
  const programme = await follow('/timetable', 'Add to your calendar');
  expect(programme.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect((await programme.text()).match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(20);
});

it('gives a calendar of one class, with its dates alone', async () => {
  const dates = await follow('/classes/bookbinding-in-one-night', 'Add these dates to your calendar');
  const titles = (await dates.text()).match(/^SUMMARY:.*$/gm)?.map((line) => line.trim());
  expect(new Set(titles)).toEqual(new Set(['SUMMARY:Bookbinding in one night']));
});

it('gives the recordings of the radio, and of one show, as a podcast', async () => {
  const whole = await (await follow('/radio', 'Recorded shows as a podcast')).text();
  expect(whole).toContain('<title>onda radio</title>');
  const one = await (await follow('/radio/shows/standing-wave', 'As a podcast')).text();
  expect(one).toContain('<title>Standing Wave · onda</title>');
});

it('gives the journal as a feed, the newest entry first, and every entry answers', async () => {
  const journal = readHtml(await (await site.fetch('/journal')).text());
  const link = first(journal, 'link', { rel: 'alternate', type: 'application/rss+xml' });
  expect(link.attributes.href).toBe('/journal.rss');
  const response = await site.fetch('/journal.rss');
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  const items = elementsOf(parseXml(await response.text()).root, 'item');
  const dates = items.map((item) => Date.parse(textIn(item, 'pubDate')));
  expect(dates.length).toBeGreaterThan(2);
  expect(dates).toEqual([...dates].sort((one, other) => other - one));
  for (const item of items)
    expect((await site.fetch(new URL(textIn(item, 'link')).pathname)).status).toBe(200);
});

function elementsOf(within: XmlElement | null, name: string): XmlElement[] {
  return (within?.children ?? []).flatMap((child) =>
    child.type === 'element'
      ? [
          ...((child as XmlElement).name === name ? [child as XmlElement] : []),
          ...elementsOf(child as XmlElement, name),
        ]
      : [],
  );
}

const textIn = (item: XmlElement, name: string) => elementsOf(item, name)[0]?.text ?? '';
