// The feeds of the studio, as calendar and podcast programs fetch them: functions run by the host itself.
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StudioApp, startStudioApp } from './testing/studio-app.ts';

let app: StudioApp;
beforeAll(async () => {
  app = await startStudioApp({ FUNCTION_SECRET_UNUSED: 'x' });
});
afterAll(() => app.close());

const get = (path: string, init?: RequestInit) =>
  app.fetch(new Request(`${app.siteUrl}/functions/v1/${path}`, init));

function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    // The parser does not know that this is text.
    name: String(calendar.getFirstPropertyValue('x-wr-calname')).replace(/\\(.)/g, '$1'),
    events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)),
  };
}

describe('the programme as a calendar', () => {
  test('holds every date that a visitor can see, a year ahead', async () => {
    const answer = await get('calendar');
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('access-control-allow-origin'),
    ]).toEqual([200, 'text/calendar; charset=utf-8', '*']);
    const { name, events } = eventsOf(await answer.text());
    expect(name).toBe('onda');
    const [row] = await app.sql`
      select count(*)::int as count from public.sessions s join public.offerings o on o.id = s.offering_id
      where o.published_at <= now() and s.starts_at between now() - interval '31 days' and now() + interval '366 days'`;
    expect(events.length).toBe(Math.min(Number(row?.count), 1000));
    expect(events[0]?.uid).toMatch(/@studio\.test$/);
  });

  test('of one class holds its dates alone, moved and cancelled ones too', async () => {
    const [session] = await app.sql<{ id: string; slug: string; title: string; kind: string }[]>`
      select s.id, o.slug, o.title, o.kind from public.sessions s join public.offerings o on o.id = s.offering_id
      where s.starts_at > now() and o.kind = 'class' order by s.starts_at limit 1`;
    await app.sql`update public.sessions set status = 'cancelled' where id = ${session?.id ?? ''}`;
    const { name, events } = eventsOf(await (await get(`calendar/${session?.slug}.ics`)).text());
    expect(name).toBe(`${session?.title} · onda`);
    expect(new Set(events.map(({ summary }) => summary))).toEqual(new Set([session?.title]));
    const cancelled = events.find(({ uid }) => uid.startsWith(session?.id ?? '?'));
    expect(cancelled?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(cancelled?.sequence).toBe(1);
    expect(String(cancelled?.component.getFirstPropertyValue('url'))).toBe(
      `http://studio.test/classes/${session?.slug}`,
    );
  });

  test('is in the language that it is asked for in, if the studio has it', async () => {
    await app.sql`update public.studio set languages = '{en,pt}', address = '1 Quay', translations = '{"pt": {"address": "Cais 1"}}'`;
    const [session] = await app.sql<{ slug: string; title: string; room_id: string; teacher: string }[]>`
      select o.slug, o.title, s.room_id, s.teacher_id as teacher from public.sessions s join public.offerings o on o.id = s.offering_id
      where s.starts_at > now() and s.teacher_id is not null and o.kind = 'class' order by s.starts_at limit 1`;
    const { slug = '', title = '', room_id = '', teacher = '' } = session ?? {};
    const texts = { title: 'Som à mão', slug: 'som-a-mao', summary: 'Ouvir primeiro.' };
    await app.sql`update public.offerings set translations = ${app.sql.json({ pt: texts })} where slug = ${slug}`;
    await app.sql`update public.rooms set translations = '{"pt": {"name": "Sala azul"}}' where id = ${room_id}`;
    await app.sql`update public.people set translations = '{"pt": {"name": "Irmã Ana"}}' where id = ${teacher}`;
    const { name, events } = eventsOf(await (await get(`calendar/${slug}.ics?lang=pt`)).text());
    const inRoom = events.find(({ location }) => location === 'Sala azul, Cais 1');
    expect([name, inRoom?.summary]).toEqual(['Som à mão · onda', 'Som à mão']);
    expect(inRoom?.description).toBe('Ouvir primeiro.\nIrmã Ana');
    expect(String(inRoom?.component.getFirstPropertyValue('url'))).toBe(
      'http://studio.test/pt/classes/som-a-mao',
    );
    for (const other of ['?lang=de', '?lang=__proto__', '']) {
      const own = eventsOf(await (await get(`calendar/${slug}.ics${other}`)).text());
      expect([own.name, own.events[0]?.summary]).toEqual([`${title} · onda`, title]);
    }
  });

  test('of what is not public is not found', async () => {
    await app.sql`insert into public.offerings (slug, kind, title, summary, body, discipline, price_cents, currency)
      values ('secret-class', 'class', 'Secret', '', '', 'sound', 0, 'EUR')`;
    for (const path of ['calendar/secret-class', 'calendar/nothing', 'calendar/a/b', "calendar/x'--"])
      expect((await get(path)).status).toBe(404);
    expect((await get('calendar', { method: 'POST' })).status).toBe(405);
    expect(await (await get('calendar', { method: 'HEAD' })).text()).toBe('');
  });
});

function elementsOf(element: XmlElement | null): XmlElement[] {
  if (!element) return [];
  return [
    element,
    ...element.children.flatMap((child) => (child instanceof XmlElement ? elementsOf(child) : [])),
  ];
}

describe('recorded shows as a podcast', () => {
  test('holds what is published, newest first, and of one show its own', async () => {
    const [first, second] = await app.sql<{ id: string; slug: string; title: string }[]>`
      select id, slug, title from public.shows order by slug limit 2`;
    const episode = async (show: string | undefined, title: string, published: string | null) => {
      const [row] = await app.sql<{ id: string }[]>`
        insert into public.radio_episodes (show_id, title, summary, file, bytes, duration_ms, recorded_at, published_at)
        values (${show ?? null}, ${title}, 'One & <two>', ${`${title.replaceAll(/\W/g, '')}.mp3`}, 1234, 61000, now(), ${published})
        returning id`;
      return row?.id;
    };
    const older = await episode(first?.id, 'Older & wiser', '2026-01-01T10:00:00Z');
    await episode(second?.id, 'Newer', '2026-02-01T10:00:00Z');
    await episode(first?.id, 'Not yet', null);
    const answer = await get('podcast');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/rss+xml; charset=utf-8',
    ]);
    const text = await answer.text();
    const titles = (feed: string) =>
      [...feed.matchAll(/<item>\s*<title>([^<]*)</g)].map(([, title]) => title);
    expect(titles(text)).toEqual(['Newer', 'Older &amp; wiser']);
    expect(text).toContain(
      `<enclosure url="http://studio.test/radio/episodes/${older}.mp3" length="1234" type="audio/mpeg"/>`,
    );
    expect(text).toContain('<itunes:duration>61</itunes:duration>');
    expect(text).toContain('<description>One &amp; &lt;two&gt;</description>');
    const own = await (await get(`podcast/${first?.slug}`)).text();
    expect(titles(own)).toEqual(['Older &amp; wiser']);
    expect(own).toContain(`<link>http://studio.test/radio/shows/${first?.slug}</link>`);
    expect((await get('podcast/no-such-show')).status).toBe(404);
    // Nobody named them: the date tells them apart, and the time those of one day.
    for (const recordedAt of ['2026-03-01T20:00:00Z', '2026-03-02T10:00:00Z', '2026-03-02T18:30:00Z'])
      await app.sql`
        insert into public.radio_episodes (show_id, title, file, bytes, duration_ms, recorded_at, published_at)
        values (${second?.id ?? ''}, 'Unnamed', ${`u${Date.parse(recordedAt)}.mp3`}, 1, 1, ${recordedAt}, ${recordedAt})`;
    const unnamed = titles(await (await get('podcast')).text()).filter((title) =>
      title?.startsWith('Unnamed'),
    );
    expect(unnamed).toEqual([
      'Unnamed, 2 March 2026, 18:30',
      'Unnamed, 2 March 2026, 10:00',
      'Unnamed, 1 March 2026',
    ]);
    await app.sql`delete from public.radio_episodes where title = 'Unnamed'`;

    // Podcasting 2.0: as its namespace computes the guid, and only what an episode has.
    const host = await app.sql<{ id: string }[]>`
      insert into public.people (slug, name, line, bio) values ('mc-host', 'MC <Host>', '', '') returning id`;
    await app.sql`update public.shows set host_id = ${host[0]?.id ?? ''} where id = ${first?.id ?? ''}`;
    await app.sql`update public.radio_episodes set chapters = '[{"start_ms": 0, "title": "One"}, {"start_ms": 1500, "title": "Two & <three>"}]',
      transcript = 'WEBVTT', transcript_type = 'text/vtt', cover_file = 'episode-1.png' where id = ${older ?? ''}`;
    const extended = await (await get(`podcast/${first?.slug}`)).text();
    // A strict parser: a feed that is not well-formed fails here.
    const elements = elementsOf(parseXml(extended).root);
    const podcast = (name: string) => elements.filter((one) => one.name === `podcast:${name}`);
    expect(podcast('guid').map(({ text }) => text)).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    ]);
    expect([podcast('locked')[0]?.text, podcast('medium')[0]?.text]).toEqual(['yes', 'podcast']);
    expect(extended).toContain('<itunes:image href="http://studio.test/podcast.png"/>');
    expect(extended).not.toContain('<description></description>');
    expect(podcast('person').map(({ text }) => text)).toEqual(['MC <Host>', 'MC <Host>']);
    expect(podcast('chapters').map(({ attributes: { url, type } }) => [url, type])).toEqual([
      [`http://studio.test/radio/episodes/${older}.chapters.json`, 'application/json+chapters'],
    ]);
    expect(podcast('transcript').map(({ attributes: { url, type } }) => [url, type])).toEqual([
      [`http://studio.test/radio/episodes/${older}.vtt`, 'text/vtt'],
    ]);
    expect(extended).toContain('<itunes:image href="http://studio.test/radio/covers/episode-1.png"/>');

    await app.sql`update public.studio set languages = '{en,pt}'`;
    await app.sql`update public.shows set translations = '{"pt": {"title": "Uma noite", "slug": "uma-noite"}}' where id = ${first?.id ?? ''}`;
    await app.sql`update public.radio_episodes set translations = '{"pt": {"title": "Mais velho", "summary": "Um e dois"}}' where id = ${older ?? ''}`;
    const inPt = await (await get(`podcast/${first?.slug}?lang=pt`)).text();
    expect(titles(inPt)).toEqual(['Mais velho']);
    expect(inPt).toContain('<title>Uma noite · onda</title>');
    expect(inPt).toContain('<language>pt</language>');
    expect(inPt).toContain('<description>Um e dois</description>');
    expect(inPt).toContain('<link>http://studio.test/pt/radio/shows/uma-noite</link>');
    expect(inPt).toContain(`href="http://studio.test/functions/v1/podcast/${first?.slug}?lang=pt"`);
    // What is not translated stays as it is.
    expect(titles(await (await get('podcast?lang=pt')).text())).toEqual(['Newer', 'Mais velho']);
  });
});
