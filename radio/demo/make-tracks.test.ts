import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { demoTracks } from './demo-tracks.ts';
import { makeDemoTracks } from './make-tracks.ts';
import { renderDemoTrack } from './render-demo-track.ts';

const shortest = demoTracks.filter(({ kind }) => kind === 'jingle').slice(0, 2);
const { signal } = new AbortController();
let cacheFolder: string;

beforeEach(async () => {
  cacheFolder = await mkdtemp(join(tmpdir(), 'onda-demo-'));
});
afterEach(() => rm(cacheFolder, { recursive: true }));

it('ends with the error of a track that could not be saved', async () => {
  let saved = 0;
  const made = makeDemoTracks(shortest, {
    cacheFolder,
    signal,
    render: renderDemoTrack,
    onTrack: async () => {
      saved += 1;
      throw new Error('the disk is full');
    },
  });
  await expect(made).rejects.toThrow('the disk is full');
  expect(saved).toBe(1);
});

it('renders what is missing, one track after the other, and reads it from the cache the next time', async () => {
  const steps: string[] = [];
  const make = () =>
    makeDemoTracks(shortest, {
      cacheFolder,
      signal,
      render: renderDemoTrack,
      beforeRendering: async () => void steps.push('wait'),
      onTrack: async ({ track, bytes }) => void steps.push(`${track.slug} ${bytes.length > 10_000}`),
    });
  const [one, other] = shortest.map(({ slug }) => `${slug} true`);
  await make();
  expect(steps.splice(0)).toEqual(['wait', one, 'wait', other]);
  await make();
  expect(steps).toEqual([one, other]);
  // Every other thread goes first, and a busy machine has many.
}, 180_000);

it('takes what another program rendered while it waited', async () => {
  const [track] = shortest.slice(0, 1);
  const made: string[] = [];
  await makeDemoTracks(shortest.slice(0, 1), {
    cacheFolder,
    signal,
    async beforeRendering() {
      await writeFile(join(cacheFolder, `${track?.slug}.3.mp3`), 'of another program');
      await writeFile(join(cacheFolder, `${track?.slug}.3.json`), '{}');
    },
    render: renderDemoTrack,
    onTrack: async ({ bytes }) => void made.push(Buffer.from(bytes).toString()),
  });
  expect(made).toEqual(['of another program']);
});

it('stops when it is told to before the next track is rendered', async () => {
  const stop = new AbortController();
  await makeDemoTracks(shortest, {
    cacheFolder,
    signal: stop.signal,
    beforeRendering: async () => stop.abort(),
    render: () => Promise.reject(new Error('rendered all the same')),
    onTrack: () => Promise.reject(new Error('saved all the same')),
  });
  expect(await readdir(cacheFolder)).toEqual([]);
});
