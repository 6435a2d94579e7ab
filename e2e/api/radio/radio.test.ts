// A running station from outside, as players, apps and source clients meet it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic, firstBytes, openStation, requestAsSource, type Station } from './station.ts';

let station: Station;
beforeAll(async () => {
  station = await openStation();
});
afterAll(() => station?.close());

/** Everything a program says until it ends. */
async function run(name: string, ...parameters: string[]): Promise<string> {
  const child = spawn(name, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  await once(child, 'close');
  return text;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${station.url}${path}`, { headers });

describe('players', () => {
  test('read what is on air', async () => {
    const response = await get('/api/radio/now-playing');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({
      isOnAir: true,
      isLive: false,
      now: {
        id: expect.any(String),
        title: expect.any(String),
        artist: expect.any(String),
        startedAt: expect.any(String),
      },
      history: expect.any(Array),
      listeners: { current: expect.any(Number), peak: expect.any(Number) },
      streams: {
        mp3: expect.stringMatching(/\/radio\/live\.mp3$/),
        hls: expect.stringMatching(/\/radio\/live\.m3u8$/),
      },
    });
  });

  test('get MP3 at once, and with ICY a title after every 16,000 bytes', async () => {
    const plain = await get('/radio/live.mp3');
    expect(plain.status).toBe(200);
    expect(plain.headers.get('content-type')).toBe('audio/mpeg');
    expect(plain.headers.get('icy-metaint')).toBeNull();
    const sound = await firstBytes(plain, 2000);
    expect([sound[0], (sound[1] ?? 0) & 0xe6]).toEqual([0xff, 0xe2]);

    const icy = await get('/radio/live.mp3', { 'icy-metadata': '1' });
    const every = Number(icy.headers.get('icy-metaint'));
    expect([every, icy.headers.get('icy-br')]).toEqual([16_000, '128']);
    expect(icy.headers.get('icy-name')).not.toBe('');
    const bytes = await firstBytes(icy, 2 * every + 2 + 16 * 255);
    const titleBytes = (bytes[every] as number) * 16;
    expect(bytes.toString('utf8', every + 1, every + 1 + titleBytes)).toMatch(/^StreamTitle='.+';/);
    // Nothing has changed since: the second block is empty, unless another track began.
    expect((bytes[every + 1 + titleBytes + every] as number) * 16).toBeLessThanOrEqual(16 * 255);
    const { now } = (await (await get('/api/radio/now-playing')).json()) as { now: { title: string } };
    expect(now.title).not.toBe('');
  });

  test('ask by HEAD and OPTIONS before they play', async () => {
    const head = await fetch(`${station.url}/radio/live.mp3`, {
      method: 'HEAD',
      headers: { 'icy-metadata': '1' },
    });
    expect([head.status, head.headers.get('icy-metaint')]).toEqual([200, '16000']);
    const options = await fetch(`${station.url}/radio/live.mp3`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(options.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('icy-metaint');
  });

  test.each([
    ['m3u', 'audio/x-mpegurl', /^http\S+\/radio\/live\.mp3$/m],
    ['pls', 'audio/x-scpls', /^\[playlist\][\s\S]*^File1=http\S+\/radio\/live\.mp3$/m],
    ['xspf', 'application/xspf+xml', /<location>http\S+\/radio\/live\.mp3<\/location>/],
  ])('open live.%s', async (extension, type, text) => {
    const response = await get(`/radio/live.${extension}`);
    expect([response.status, response.headers.get('content-type')?.startsWith(type)]).toEqual([200, true]);
    expect(await response.text()).toMatch(text);
  });

  test('read the status as Icecast gives it', async () => {
    const { icestats } = (await (await get('/status-json.xsl')).json()) as {
      icestats: { source: { listenurl: string }[] };
    };
    expect(icestats.source.map(({ listenurl }) => listenurl.split('/').pop())).toEqual([
      'live.mp3',
      'live.aac',
      'live.opus',
    ]);
    expect(icestats.source[0]).toMatchObject({
      listenurl: expect.stringMatching(/\/radio\/live\.mp3$/),
      listeners: expect.any(Number),
      listener_peak: expect.any(Number),
      server_name: expect.any(String),
      server_type: 'audio/mpeg',
      stream_start_iso8601: expect.any(String),
      title: expect.any(String),
    });
  });

  test('play HLS: segments in a row that never change, each with its time and title', async () => {
    expect(await (await get('/radio/live.m3u8')).text()).toContain('/radio/hls/mp3.m3u8');
    await expect.poll(async () => (await get('/radio/hls/mp3.m3u8')).status).toBe(200);
    const response = await get('/radio/hls/mp3.m3u8');
    expect(response.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
    const playlist = await response.text();
    expect(playlist).toMatch(/^#EXTM3U\n/);
    const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(playlist)?.[1]);
    const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+),/g)].map(([, seconds]) => Number(seconds));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(target);
    const paths = playlist.match(/^\/radio\/hls\/\d+\.mp3$/gm) ?? [];
    const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1]);
    expect(paths).toEqual(lengths.map((_, i) => `/radio/hls/${first + i}.mp3`));

    const [one, same] = await Promise.all([get(paths[0] ?? ''), get(paths[0] ?? '')]);
    expect(one.headers.get('cache-control')).toContain('immutable');
    expect(one.headers.get('access-control-allow-origin')).toBe('*');
    const bytes = Buffer.from(await one.arrayBuffer());
    expect(bytes.equals(Buffer.from(await same.arrayBuffer()))).toBe(true);
    expect(bytes.toString('latin1', 0, 3)).toBe('ID3');
    expect(bytes.includes('com.apple.streaming.transportStreamTimestamp')).toBe(true);
    expect(bytes.includes('TIT2')).toBe(true);
    expect((await get('/radio/hls/1.mp3')).status).toBe(404);
  });

  test.skipIf(spawnSync('ffprobe', ['-version']).error)(
    'of the VLC kind read the title from the stream, and decode MP3 and HLS without an error (needs ffmpeg)',
    async () => {
      const probe = await run(
        'ffprobe',
        '-v',
        'error',
        '-show_entries',
        'format_tags',
        `${station.url}/radio/live.mp3`,
      );
      expect(probe).toMatch(/^TAG:icy-name=.+$/m);
      expect(probe).toMatch(/^TAG:StreamTitle=.+$/m);
      for (const path of ['live.mp3', 'live.m3u8'])
        expect(
          await run(
            'ffmpeg',
            '-v',
            'error',
            '-t',
            '4',
            '-i',
            `${station.url}/radio/${path}`,
            '-f',
            'null',
            '-',
          ),
        ).toBe('');
    },
  );

  test('receive changes as events, beginning with what is on air', async () => {
    const text = await firstBytes(await get('/api/radio/events'), 100);
    expect(text.toString()).toContain('event: now-playing');
  });
});

describe('source clients', () => {
  const PUT = 'PUT /live HTTP/1.1';
  const mp3 = { 'content-type': 'audio/mpeg' };

  test.each([
    ['without a password', PUT, () => mp3, 401],
    ['with a wrong password', PUT, () => ({ ...mp3, ...basic('guess') }), 401],
    [
      'with a wrong password, the old way',
      'SOURCE /live ICE/1.0',
      () => ({ ...mp3, ...basic('guess') }),
      401,
    ],
    [
      'in a format nobody decodes',
      PUT,
      () => ({ 'content-type': 'video/mp4', ...basic(station.sourcePassword) }),
      415,
    ],
    ['without saying the format', PUT, () => basic(station.sourcePassword), 403],
    [
      'at another mount',
      'PUT /elsewhere HTTP/1.1',
      () => ({ ...mp3, ...basic(station.sourcePassword) }),
      404,
    ],
    [
      'with titles for nobody',
      'GET /admin/metadata?mount=/live&mode=updinfo&song=a HTTP/1.0',
      () => basic(station.sourcePassword),
      400,
    ],
    [
      'with titles and a wrong password',
      'GET /admin/metadata?mount=/live&mode=updinfo&song=a HTTP/1.0',
      () => basic('guess'),
      401,
    ],
  ])('%s: %s', async (_what, line, headers, status) => {
    const answer = await requestAsSource(station, line, headers());
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.head).toMatch(/^WWW-Authenticate: Basic/m);
    answer.hangUp();
  });

  test('one at a time: the second finds the mount in use until the first is gone', async () => {
    const headers = { ...mp3, ...basic(station.sourcePassword) };
    const first = await requestAsSource(station, PUT, { ...headers, expect: '100-continue' });
    expect(first.head).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    const second = await requestAsSource(station, PUT, headers);
    expect(second.status).toBe(403);
    second.hangUp();
    first.hangUp();
    await expect
      .poll(async () => {
        const third = await requestAsSource(station, PUT, headers);
        third.hangUp();
        return third.status;
      })
      .toBe(200);
  });

  test('nobody live, no chat', async () => {
    await expect
      .poll(async () => {
        const response = await fetch(`${station.url}/api/radio/chat`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'Rui', body: 'hello' }),
        });
        return [response.status, ((await response.json()) as { code: string }).code];
      })
      .toEqual([409, 'chat_closed']);
  });
});
