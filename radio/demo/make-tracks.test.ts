import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { demoTracks } from './demo-tracks.ts';
import { makeDemoTracks } from './make-tracks.ts';

it('ends with the error of a track that could not be saved, while others are still rendered', async () => {
  const cacheFolder = await mkdtemp(join(tmpdir(), 'onda-demo-'));
  const shortest = demoTracks.filter(({ kind }) => kind === 'jingle').slice(0, 2);
  expect(shortest).toHaveLength(2);
  let saved = 0;
  const made = makeDemoTracks(shortest, {
    cacheFolder,
    signal: new AbortController().signal,
    onTrack: async () => {
      saved += 1;
      throw new Error('the disk is full');
    },
  });
  await expect(made).rejects.toThrow('the disk is full');
  expect(saved).toBe(1);
  await rm(cacheFolder, { recursive: true });
});
