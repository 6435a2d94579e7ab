import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimiter } from '#backend/limits/rate-limiter.ts';
import type { TestPerson } from '../accounts/testing/people.ts';
import { createLogger } from '../logger.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { type RadioService, startRadio } from './start-radio.ts';

let studio: StudioApp;
let service: RadioService;
let dataDir: string;

beforeAll(async () => {
  studio = await startStudioApp();
  dataDir = await mkdtemp(join(tmpdir(), 'onda-desk-'));
  service = await startRadio({
    config: {
      dataDir,
      siteUrl: studio.siteUrl,
      demo: false,
      host: '127.0.0.1',
      port: 0,
      radio: {
        streamUrl: undefined,
        sourcePort: 0,
        icecastPushUrl: undefined,
        recordingsLimitBytes: 2 ** 30,
      },
      storage: { fileSizeLimitBytes: 2 * 2 ** 20, s3: undefined },
    },
    sql: studio.sql,
    databaseUrl: studio.databaseUrl,
    clientIp: () => '192.0.2.1',
    limiter: createRateLimiter({}),
    clients: studio.clients,
    secret: 'a secret of the test',
    log: createLogger('silent'),
  });
});
afterAll(async () => {
  await service?.close();
  await studio?.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

async function ask(
  line: string,
  { as, body, headers }: { as?: TestPerson; body?: BodyInit | object; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const isPlain = body !== undefined && Object.getPrototypeOf(body) === Object.prototype;
  const response = await service.fetch(
    new Request(`${studio.siteUrl}${path}`, {
      method,
      headers: {
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(isPlain && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isPlain ? JSON.stringify(body) : (body as BodyInit | undefined),
    }),
  );
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
}

describe('what players read', () => {
  it.each([
    ['/radio/live.m3u', 'audio/x-mpegurl', 'http://studio.test/radio/live.mp3'],
    ['/radio/live.pls', 'audio/x-scpls', 'File1=http://studio.test/radio/live.mp3'],
    ['/radio/live.xspf', 'application/xspf+xml', '<location>http://studio.test/radio/live.mp3</location>'],
    ['/radio/live.m3u8', 'application/vnd.apple.mpegurl', '#EXTINF:'],
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

  it('HEAD and OPTIONS of the stream, and a segment with its timestamp', async () => {
    const head = await ask('HEAD /radio/live.mp3', { headers: { 'icy-metadata': '1' } });
    expect([head.status, head.headers.get('icy-metaint'), head.headers.get('content-type')]).toEqual([
      200,
      '16000',
      'audio/mpeg',
    ]);
    const options = await ask('OPTIONS /radio/live.mp3');
    expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const [, path] = /^(\/radio\/hls\/\d+\.mp3)$/m.exec((await ask('GET /radio/live.m3u8')).text) ?? [];
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
});
