// Several tracks in a row, as a listener gets them.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as settle } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { viewFrames } from '../audio/station-file.ts';
import { STATION } from '../audio/station-format.ts';
import type { Radio } from '../create-radio.ts';
import type { LiveFeed } from '../playout/playout-options.ts';
import type { Playlist, Track } from '../schedule/programme.ts';
import { decode, encode, levelsOf, music } from '../testing/sounds.ts';
import { createTestStation, programmeOf, type TestStation } from '../testing/station.ts';
import { makeTransition, neededFrames } from './make-transition.ts';
import type { Mix } from './mixer.ts';

const hasFfmpeg = !spawnSync('ffmpeg', ['-version']).error;
const SECONDS = 5;
const sounds: Record<string, Uint8Array[]> = {};
let station: TestStation;

beforeAll(async () => {
  for (const [i, id] of ['a', 'b', 'c', 'd'].entries())
    sounds[id] = await encode(music(SECONDS, { hz: 220 + i * 70 }));
});
beforeEach(async () => {
  station = await createTestStation();
});
afterEach(() => station.remove());

async function tracksOf(rest: (id: string) => Partial<Track> = () => ({})): Promise<Track[]> {
  return Promise.all(
    Object.entries(sounds).map(async ([id, frames]) => {
      const track = await station.addTrack(id, SECONDS, { cueInMs: 30, cueOutMs: 5000, ...rest(id) });
      await writeFile(join(station.folder, 'tracks', track.file), Buffer.concat(frames));
      return track;
    }),
  );
}

const playlist = (tracks: Track[], rest: Partial<Playlist>): Playlist => ({
  id: 'list',
  name: 'list',
  kind: 'rotation',
  weight: 1,
  order: 'in_order',
  transition: 'crossfade',
  transitionSeconds: 1.5,
  showId: null,
  fromTime: null,
  toTime: null,
  weekdays: null,
  every: 0,
  entries: tracks.map(({ id }) => ({ trackId: id, weight: 1 })),
  ...rest,
});

/** Works here instead of in a worker, so that the station's clock can wait for it. */
function createWaitingMix() {
  const waiting = new Set<Promise<unknown>>();
  const mix: Mix = (plan, outgoing, incoming) => {
    const needed = neededFrames(plan);
    const made = makeTransition(
      plan,
      { frames: outgoing.slice(...needed.outgoing), from: needed.outgoing[0] },
      { frames: incoming.slice(...needed.incoming), from: needed.incoming[0] },
    );
    waiting.add(made.catch(() => undefined));
    return made;
  };
  return { mix, done: () => Promise.all(waiting) };
}

/** Runs the station and returns what it sent since the first track. */
async function play(radio: Radio, tracks: Track[], options: Partial<Playlist>) {
  const sent: Uint8Array[] = [];
  radio.onFrames((frames, air) => {
    if (air.kind !== 'fallback') sent.push(...frames);
  });
  await radio.refreshFiles();
  radio.setProgramme(programmeOf({ tracks, playlists: [playlist(tracks, options)] }));
  radio.advance();
  while (radio.nowPlaying().next === null) await new Promise((resolve) => setTimeout(resolve, 1));
  return sent;
}

async function pass(radio: Radio, ms: number, wait: () => Promise<unknown> = async () => undefined) {
  for (let passed = 0; passed < ms; passed += 250) {
    station.clock.pass(250);
    radio.advance();
    await settle();
    await wait();
    for (let tries = 0; radio.nowPlaying().next === null && tries < 200; tries++)
      await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

function expectNoDecodeError(frames: Uint8Array[]): void {
  if (!hasFfmpeg) return;
  const { stdout, stderr } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-f', 'mp3', '-i', '-', '-f', 's16le', '-ac', '1', '-'],
    {
      input: Buffer.concat(frames),
      maxBuffer: 2 ** 28,
    },
  );
  expect(stderr.toString()).toBe('');
  expect(stdout.length / 2).toBe(frames.length * STATION.samplesPerFrame);
}

describe('a stream of several tracks', () => {
  it.each([
    ['crossfade', 14_000],
    ['segue', 17_000],
  ] as const)(
    '[RADIO-30] goes through a %s without a dip, a jump or a decode error, in MP3 and HLS',
    async (transition, ms) => {
      const { mix, done } = createWaitingMix();
      const radio = await station.open({ mix });
      const sent = await play(radio, await tracksOf(), { transition });
      await pass(radio, ms, done);
      expect(station.aired.map(({ title }) => title)).toEqual(['onda', 'a', 'b', 'c', 'd']);
      expect(station.alarms).toEqual([]);
      expectNoDecodeError(sent);
      const levels = levelsOf(await decode(sent)).slice(2, -2);
      const loud = levels.slice(0, 50).reduce((sum, level) => sum + level, 0) / 50;
      expect(Math.min(...levels)).toBeGreaterThan(loud - 3);
      expect(Math.max(...levels)).toBeLessThan(loud + 3);
      // HLS carries the same frames.
      const listed = (await radio.hls.playlist('mp3', '')) ?? '';
      const numbers = [...listed.matchAll(/^(\d+)\.mp3$/gm)].map(([, number]) => Number(number));
      const hls = Buffer.concat(
        numbers.map((number) => withoutTag(radio.hls.segment('mp3', number) as Buffer)),
      );
      expect(hls.length).toBeGreaterThan(10 * STATION.bytesPerSecond);
      expect(Buffer.concat(sent).includes(hls)).toBe(true);
      await radio.close();
    },
  );

  it('[RADIO-30] plays from cue-in to cue-out, with a pause where the playlist wants one', async () => {
    const { mix, done } = createWaitingMix();
    const radio = await station.open({ mix });
    const tracks = await tracksOf(() => ({ cueInMs: 1000, cueOutMs: 4000 }));
    const sent = await play(radio, tracks, { transition: 'gap', transitionSeconds: 1 });
    await pass(radio, 9000, done);
    expectNoDecodeError(sent);
    const levels = levelsOf(await decode(sent));
    const isSilent = levels.map((level) => level < -60);
    const changes = isSilent.flatMap((silent, i) => (i > 2 && silent !== isSilent[i - 1] ? [i * 50] : []));
    // Three seconds of sound, a pause of one, three of sound, a pause.
    expect(changes[0]).toBeGreaterThan(2900);
    expect((changes[1] as number) - (changes[0] as number)).toBeGreaterThan(750);
    expect((changes[1] as number) - (changes[0] as number)).toBeLessThan(1100);
    expect((changes[2] as number) - (changes[1] as number)).toBeGreaterThan(2900);
    expect((changes[2] as number) - (changes[1] as number)).toBeLessThan(3300);
    await radio.close();
  });

  it.each([
    ['fails', () => Promise.reject(new Error('no memory'))],
    ['is late', () => new Promise<never>(() => undefined)],
  ] as [string, Mix][])(
    '[RADIO-3] cuts as before when preparing %s, says so once, and goes on',
    async (_what, mix) => {
      const radio = await station.open({ mix });
      const sent = await play(radio, await tracksOf(), {});
      await pass(radio, 16_000);
      expect(station.aired.map(({ title }) => title)).toEqual(['onda', 'a', 'b', 'c', 'd']);
      expect(station.alarms.filter((alarm) => alarm.includes('could not be made'))).toHaveLength(1);
      expectNoDecodeError(sent);
      await radio.close();
    },
  );

  it('[RADIO-32] a skip fades out and begins the next track by itself, even in a transition', async () => {
    const { mix, done } = createWaitingMix();
    const radio = await station.open({ mix });
    const sent = await play(radio, await tracksOf(), {});
    await pass(radio, 2000, done);
    radio.skip();
    await pass(radio, 2000, done);
    expect(radio.nowPlaying().now?.title).toBe('b');
    const levels = levelsOf(await decode(sent));
    const fading = levels.slice(40, 60);
    expect(fading[4]).toBeGreaterThan((levels[30] as number) - 4);
    expect(Math.min(...fading.slice(15))).toBeLessThan((levels[30] as number) - 20);
    // The next track begins at its own beginning, not in what was mixed for the cut one.
    expect(radio.nowPlaying().elapsedMs).toBeLessThan(1500);
    await pass(radio, 2500, done);
    radio.skip();
    await pass(radio, 1500, done);
    expect(radio.nowPlaying().now?.title).toMatch(/^[cd]$/);
    expectNoDecodeError(sent);
    await radio.close();
  });

  it('[RADIO-32] a live source comes in behind a fade, and the programme starts afresh behind it', async () => {
    const { mix, done } = createWaitingMix();
    const radio = await station.open({ mix });
    const sent = await play(radio, await tracksOf(), {});
    await pass(radio, 2000, done);
    const queue = [...(sounds.d ?? [])];
    const feed: LiveFeed = {
      facts: () => ({
        kind: 'live',
        trackId: null,
        title: 'host',
        artist: '',
        album: '',
        cover: null,
        durationMs: null,
      }),
      take: (count) => queue.splice(0, count),
      get isReady() {
        return queue.length > 16;
      },
      isCrowded: false,
    };
    radio.setLive(feed);
    await pass(radio, 750, done);
    expect(radio.nowPlaying().now?.title).toBe('host');
    const levels = levelsOf(await decode(sent));
    expect(Math.min(...levels.slice(40, 55))).toBeLessThan((levels[30] as number) - 12);
    await pass(radio, 6000, done);
    expect(radio.nowPlaying().now?.title).toBe('b');
    expectNoDecodeError(sent);
    await radio.close();
  });
});

/** The frames of a segment, behind its tag. */
function withoutTag(segment: Buffer): Buffer {
  const bytes = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (segment[at] as number), 0);
  return Buffer.concat(viewFrames(segment.subarray(10 + bytes)));
}
