import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationState } from '#contracts/control-room.ts';
import { tone, wavOf } from '#radio/testing/sounds.ts';
import { signUp, type TestPerson } from '../accounts/testing/people.ts';
import { bookPlaces, call, makeClassroom } from '../booking/testing/classroom.ts';
import { shortNowPlaying } from './short-now-playing.ts';
import { type RadioStudio, startRadioStudio } from './testing/radio-studio.ts';

let radio: RadioStudio;
let studio: RadioStudio['studio'];
let service: RadioStudio['service'];
let ask: RadioStudio['ask'];

beforeAll(async () => {
  radio = await startRadioStudio();
  ({ studio, service, ask } = radio);
});
afterAll(() => radio?.close());

describe('what players read', () => {
  it.each([
    ['/radio/live.m3u', 'audio/x-mpegurl', 'http://studio.test/radio/live.mp3'],
    ['/radio/live.pls', 'audio/x-scpls', 'File1=http://studio.test/radio/live.mp3'],
    ['/radio/live.xspf', 'application/xspf+xml', '<location>http://studio.test/radio/live.mp3</location>'],
    ['/radio/live.pls', 'audio/x-scpls', 'File3=http://studio.test/radio/live.opus'],
    ['/radio/live.aac.m3u', 'audio/x-mpegurl', 'http://studio.test/radio/live.aac'],
    [
      '/radio/live.opus.xspf',
      'application/xspf+xml',
      '<location>http://studio.test/radio/live.opus</location>',
    ],
    ['/radio/live.m3u8', 'application/vnd.apple.mpegurl', '/radio/hls/fmp4.m3u8'],
    ['/radio/hls/init.mp4', 'audio/mp4', 'ftyp'],
    ['/radio/hls/mp3.m3u8', 'application/vnd.apple.mpegurl', '#EXTINF:'],
    ['/status-json.xsl', 'application/json', '"listenurl":"http://studio.test/radio/live.opus"'],
    ['/status-json.xsl', 'application/json', '"listenurl":"http://studio.test/radio/live.mp3"'],
    ['/api/radio/now-playing', 'application/json', '"isOnAir":true'],
  ])('%s', async (path, type, text) => {
    const answer = await ask(`GET ${path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(answer.text).toContain(text);
  });

  it.each([
    ['', ''],
    ['?show=one-night', '/one-night.xml'],
    ['?show=one-night&lang=pt', '/one-night.xml?lang=pt'],
    ['?show=a%0D%0Ab', '/a%0D%0Ab.xml'],
  ])('/radio/podcast.xml%s redirects to the podcast feed', async (query, path) => {
    const { status, headers } = await ask(`GET /radio/podcast.xml${query}`);
    expect([status, headers.get('location')]).toEqual([301, `/functions/v1/podcast${path}`]);
  });

  it('[RADIO-35] Opus at 96 kbit/s is found and listed only while staff offer it', async () => {
    const [staff, host] = await Promise.all([signUp(studio, 'staff'), signUp(studio, 'host')]);
    const offer = (as: TestPerson, isOffered: boolean) =>
      as.client.from('radio_settings').update({ has_opus96: isOffered }).eq('id', true).select('has_opus96');
    for (const line of ['GET /radio/live.opus96', 'GET /radio/live.opus96.m3u'])
      expect((await ask(line)).status).toBe(404);
    expect((await offer(host, true)).data).toEqual([]);
    expect((await offer(staff, true)).data).toEqual([{ has_opus96: true }]);
    await expect.poll(() => service.radio.mountNames).toContain('opus96');
    const head = await ask('HEAD /radio/live.opus96');
    expect([head.status, head.headers.get('icy-br')]).toEqual([200, '96']);
    for (const path of [
      '/radio/live.pls',
      '/radio/live.opus96.m3u',
      '/status-json.xsl',
      '/api/radio/now-playing',
    ])
      expect((await ask(`GET ${path}`)).text).toContain('http://studio.test/radio/live.opus96');
    await offer(staff, false);
    await expect.poll(() => service.radio.mountNames).not.toContain('opus96');
    expect((await ask('GET /radio/live.pls')).text).not.toContain('opus96');
  });

  it('HEAD and OPTIONS of the stream, and a segment with its timestamp', async () => {
    const head = await ask('HEAD /radio/live.mp3', { headers: { 'icy-metadata': '1' } });
    expect([head.status, head.headers.get('icy-metaint'), head.headers.get('content-type')]).toEqual([
      200,
      '16000',
      'audio/mpeg',
    ]);
    const options = await ask('OPTIONS /radio/live.mp3');
    expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const [, path] = /^(\/radio\/hls\/\d+\.mp3)$/m.exec((await ask('GET /radio/hls/mp3.m3u8')).text) ?? [];
    const segment = await ask(`GET ${path}`);
    expect(segment.headers.get('cache-control')).toContain('immutable');
    expect(segment.text.startsWith('ID3')).toBe(true);
    expect(segment.text).toContain('com.apple.streaming.transportStreamTimestamp');
    expect((await ask('GET /radio/hls/1.mp3')).status).toBe(404);
  });

  it('events begin with what is on air', async () => {
    const abort = new AbortController();
    const response = await service.fetch(
      new Request(`${studio.siteUrl}/api/radio/events`, { signal: abort.signal }),
    );
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('event: now-playing'))
      text += new TextDecoder().decode((await reader?.read())?.value);
    expect(text).toContain('"isOnAir":true');
    await reader?.cancel();
    abort.abort();
  });

  it('a place that became free today is announced until it is taken or someone waits for it', async () => {
    const room = await makeClassroom(studio.sql, { capacity: 2 });
    const [staff, host] = [await signUp(studio, 'staff'), await signUp(studio, 'host')];
    await addPromo(staff, host, room.offeringId);
    const guest = studio.newClient();
    const order = await bookPlaces(guest, room.sessionId, { places: 2, names: ['Ama', 'Ben'] });
    // A zone in which it is about noon, so that today has hours left.
    const behind = new Date().getUTCHours() - 12;
    const zone = `Etc/GMT${behind < 0 ? '-' : '+'}${Math.abs(behind)}`;
    await studio.sql`update public.studio set zone = ${zone}`;
    await studio.sql`update public.sessions set zone = ${zone}, local_date = (now() at time zone ${zone})::date,
      local_time = '20:00' where id = ${room.sessionId}`;
    const announced = async () => JSON.parse((await ask('GET /api/radio/places')).text) as object[];
    expect(await announced()).toEqual([]);
    const promoted = () => service.radio.programme.classes.flatMap(({ dates }) => dates);
    await expect.poll(promoted).toMatchObject([{ capacity: 2, free: 0, freedMs: null }]);
    const abort = new AbortController();
    const { body } = await service.fetch(
      new Request(`${studio.siteUrl}/api/radio/events`, { signal: abort.signal }),
    );
    // Read all along: a stream that nobody reads is ended.
    let pushed = '';
    const read = new WritableStream<string>({
      write(text) {
        pushed += text;
      },
    });
    const reading = body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(read, { signal: abort.signal })
      .catch(() => undefined);
    await call(guest, 'cancel_bookings', {
      booking_ids: [order.bookings[0]?.id],
      order_token: order.order_token,
    });
    await expect
      .poll(announced)
      .toMatchObject([{ sessionId: room.sessionId, title: `Class ${room.slug}`, places: 1 }]);
    await expect
      .poll(promoted)
      .toMatchObject([{ sessionId: room.sessionId, free: 1, freedMs: expect.any(Number) }]);
    await expect.poll(() => pushed).toMatch(/event: places\n.*"places":1/);
    abort.abort();
    await reading;
    await studio.sql`update public.capacity_pools set waiting = 1 where id = ${room.poolId}`;
    await expect.poll(announced).toEqual([]);
  });
});

/** [RADIO-54] A jingle that promotes a class, and spots for its free places; hosts change neither. */
async function addPromo(staff: TestPerson, host: TestPerson, offeringId: string) {
  const [track] = await studio.sql<
    { id: string }[]
  >`insert into public.radio_tracks (title, duration_ms, file)
    values ('Promo', 20000, 'promo.mp3') returning id`;
  const link = (as: TestPerson, kind: 'music' | 'jingle') =>
    as.client
      .from('radio_tracks')
      .update({ kind, offering_id: offeringId })
      .eq('id', track?.id ?? '')
      .select('id');
  expect((await link(host, 'jingle')).data).toEqual([]);
  expect((await link(staff, 'music')).error?.code, 'only jingles promote').toBe('23514');
  expect((await link(staff, 'jingle')).data).toHaveLength(1);
  const turnOn = (as: TestPerson) =>
    as.client.from('radio_settings').update({ spot_minutes: 30 }).eq('id', true).select('spot_minutes');
  expect((await turnOn(host)).data).toEqual([]);
  expect((await turnOn(staff)).data).toEqual([{ spot_minutes: 30 }]);
  await expect.poll(() => service.radio.programme.spotMinutes).toBe(30);
}

/** The pushed messages of a control room, one after the other. */
function openRoom(as: TestPerson) {
  const gone = new AbortController();
  const opening = Promise.resolve(
    service.fetch(
      new Request(`${studio.siteUrl}/api/radio/control-room`, {
        headers: { authorization: `Bearer ${as.token}` },
        signal: gone.signal,
      }),
    ),
  );
  const reading = opening.then(({ body }) => body?.pipeThrough(new TextDecoderStream()).getReader());
  let text = '';
  return {
    async next(name: string): Promise<unknown> {
      const reader = await reading;
      for (;;) {
        const found = new RegExp(`event: ${name}\\ndata: (.*)\\n\\n`).exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return JSON.parse(found[1] ?? '');
        }
        const { value = '', done } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error(`the stream ended before ${name}`);
        text += value;
      }
    },
    async close() {
      gone.abort();
      await (await reading)?.cancel();
    },
  };
}

describe('the control room', () => {
  it('is pushed what is on air and its level; the queue and what staff did are for staff', async () => {
    const [staff, host] = [await signUp(studio, 'staff'), await signUp(studio, 'host')];
    expect((await ask('GET /api/radio/control-room')).status).toBe(401);
    expect((await ask('GET /api/radio/control-room', { as: await signUp(studio) })).status).toBe(403);
    const added = await ask('POST /api/radio/tracks', {
      as: staff,
      body: new Uint8Array(wavOf(tone(2, { hz: 500 }))),
      headers: { 'x-file-name': 'Level.wav', 'content-type': 'audio/wav' },
    });
    const trackId = String(added.json.id);
    const rooms = [openRoom(staff), openRoom(host)] as const;
    const [forStaff, forHost] = await Promise.all(rooms.map((room) => room.next('state')));
    expect(forStaff).toMatchObject({
      air: { isOnAir: true },
      queue: [],
      live: null,
      latency: { sourceMs: 0 },
    });
    const { streamMs } = (forStaff as StationState).latency;
    expect(Math.round(streamMs / 1000), 'a burst of 64 KiB').toBe(4);
    expect(forHost).toMatchObject({ air: { isOnAir: true }, queue: null });
    const { peaksDb } = (await rooms[0].next('levels')) as { peaksDb: number[] };
    for (const db of peaksDb) expect(db).toBeLessThanOrEqual(0);
    await ask('PUT /api/radio/queue', { as: staff, body: { track_ids: [trackId] } });
    await expect
      .poll(async () => (await rooms[0].next('state')) as object)
      .toMatchObject({ queue: [trackId] });
    await ask('POST /api/radio/skip', { as: staff, body: {} });
    const done = () =>
      staff.client
        .from('radio_events')
        .select('event')
        .order('id')
        .then(({ data }) => data?.map(({ event }) => event.code));
    await expect.poll(done).toEqual(expect.arrayContaining(['queue_changed_by', 'track_skipped_by']));
    expect((await host.client.from('radio_events').select('event')).data).toEqual([]);
    expect((await staff.client.rpc('recent_listeners')).data).toHaveLength(48);
    expect((await host.client.rpc('recent_listeners')).error).not.toBeNull();
    for (const room of rooms) await room.close();
    await ask(`DELETE /api/radio/tracks/${trackId}`, { as: staff });
  });
});

describe('other websites', () => {
  const get = (path: string) => service.fetch(new Request(`${studio.siteUrl}${path}`));

  it('read what is on air in the shape of AzuraCast', async () => {
    service.radio.advance();
    expect(service.handles('/api/nowplaying')).toBe(true);
    const answer = await get('/api/nowplaying');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const [one] = (await answer.json()) as Record<string, unknown>[];
    expect(one).toMatchObject({
      station: {
        id: 1,
        shortcode: 'onda',
        listen_url: `${studio.siteUrl}/radio/live.mp3`,
        mounts: [{ format: 'mp3', bitrate: 128, is_default: true }],
        hls_enabled: true,
      },
      listeners: { total: expect.any(Number), unique: expect.any(Number), current: expect.any(Number) },
      live: { is_live: false, streamer_name: '', broadcast_start: null },
      now_playing: {
        sh_id: expect.any(Number),
        played_at: expect.any(Number),
        elapsed: expect.any(Number),
        remaining: expect.any(Number),
        song: { id: expect.stringMatching(/^[0-9a-f]{32}$/), text: expect.any(String), custom_fields: [] },
      },
      song_history: expect.any(Array),
      is_online: true,
    });
    expect(one).toHaveProperty('playing_next');
    expect(await (await get('/api/nowplaying/onda')).json()).toMatchObject({ station: { id: 1 } });
    expect((await get('/api/nowplaying/another')).status).toBe(404);
  });

  it('read title and artist in short, as JSON for skills and as a line', async () => {
    const air = service.radio.nowPlaying();
    const short = (await (await get('/api/radio/current.json')).json()) as Record<string, unknown>;
    const { title, artist } = short;
    expect(short).toMatchObject({
      text: artist ? `${artist} - ${title}` : title,
      stream_url: `${studio.siteUrl}/radio/live.mp3`,
      metadata: { title, art: { sources: [{ url: expect.stringContaining(studio.siteUrl) }] } },
    });
    const item = { id: 'x', trackId: null, album: '', cover: null, startedAt: air.at, durationMs: 2000 };
    const named = (kind: 'music' | 'jingle') =>
      shortNowPlaying({ ...air, show: null, now: { ...item, kind, title: 'Wave', artist: 'Ana' } });
    expect(named('music')).toMatchObject({ title: 'Wave', text: 'Ana - Wave', duration_s: 2 });
    expect(named('jingle')).toMatchObject({ title: air.station.name, artist: '', started_at: null });
    const line = await get('/api/radio/current.txt');
    expect(line.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(line.headers.get('access-control-allow-origin')).toBe('*');
    expect(await line.text()).toBe(`${short.text}\n`);
  });

  it('frame the small player, which runs nothing but its own script', async () => {
    const answer = await get('/radio/embed?lang=pt');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    const html = await answer.text();
    expect(html).toContain('<html lang="pt" dir="ltr">');
    for (const tag of ['script', 'style']) {
      const source = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? '';
      expect(policy).toContain(`'sha256-${hash('sha256', source, 'base64')}'`);
    }
    expect(html.length).toBeLessThan(5000);
    expect(await (await get('/radio/embed?lang="><script>')).text()).toContain('<html lang="en"');
  });
});
