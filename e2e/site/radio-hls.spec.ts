// The station in hls.js, on another site: another origin, served by the test itself.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { expect, test } from './visitor.ts';

const library = createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js');
const PAGE =
  '<!doctype html><html lang="en"><title>A player</title><audio></audio><script src="/hls.js"></script>';

let server: Server;
test.beforeAll(async () => {
  server = createServer((request, response) => {
    const isScript = request.url === '/hls.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.statusCode = request.url === '/favicon.ico' ? 204 : 200;
    response.end(isScript ? readFileSync(library) : request.url === '/' ? PAGE : '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
test.afterAll(() => server.close());

test('hls.js plays the station in both formats and reads its titles in time with the sound', async ({
  page,
  baseURL,
}) => {
  const answer = await page.request.get('/radio/live.m3u8');
  expect(answer.status()).toBe(200);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate((source) => {
    interface Player {
      loadSource(url: string): void;
      readonly levels: { bitrate: number }[];
      currentLevel: number;
      attachMedia(audio: HTMLMediaElement): void;
      on(event: string, listener: (event: string, data: EventData) => void): void;
    }
    interface EventData {
      fatal?: boolean;
      details?: string;
      frag?: { level: number };
    }
    const { Hls } = window as unknown as { Hls: new () => Player };
    const audio = document.querySelector('audio') as HTMLAudioElement;
    const problems: string[] = [];
    const playedBitrates = new Set<number>();
    const player = new Hls();
    Object.assign(window, { problems, player, playedBitrates });
    player.on('hlsFragChanged', (_, { frag }) =>
      playedBitrates.add(player.levels[frag?.level ?? -1]?.bitrate ?? 0),
    );
    player.on('hlsError', (_, { fatal, details }) => fatal && problems.push(String(details)));
    player.loadSource(source);
    player.attachMedia(audio);
    void audio.play();
  }, `${baseURL}/radio/live.m3u8`);
  const playedSeconds = () => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
  await expect.poll(playedSeconds).toBeGreaterThan(0);
  const before = await playedSeconds();
  // Longer than one segment: it has gone on to the next.
  await expect.poll(playedSeconds).toBeGreaterThan(before + 4);
  await page.evaluate(() => {
    const { player } = window as unknown as { player: { currentLevel: number } };
    player.currentLevel = 1 - player.currentLevel;
  });
  const playedBitrates = () =>
    page.evaluate(() => [...(Reflect.get(window, 'playedBitrates') as Set<number>)].sort());
  // MP3 and AAC.
  await expect.poll(playedBitrates).toEqual([140_000, 80_000]);
  const between = await playedSeconds();
  await expect.poll(playedSeconds).toBeGreaterThan(between + 4);
  expect(await page.evaluate(() => Reflect.get(window, 'problems'))).toEqual([]);

  const titles = await page.evaluate(() => {
    const tracks = [...(document.querySelector('audio')?.textTracks ?? [])];
    const cues = tracks.flatMap((track) => [...(track.cues ?? [])]) as (TextTrackCue & {
      value?: { key: string; data: string };
    })[];
    return cues.filter(({ value }) => value?.key === 'TIT2').map(({ value }) => value?.data);
  });
  const air = (await (await page.request.get('/api/radio/now-playing')).json()) as {
    now: { title: string };
    history: { title: string }[];
  };
  const known = [air.now, ...air.history].map(({ title }) => title);
  expect(titles.length).toBeGreaterThan(1);
  for (const title of titles) expect(known).toContain(title);
});
