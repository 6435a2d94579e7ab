import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as settle } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Radio } from '../create-radio.ts';
import { createTestStation, frames, type TestStation } from '../testing/station.ts';
import { startRecording } from './recording.ts';
import { createRecordingSpace } from './recording-space.ts';

let station: TestStation;
let radio: Radio;
let folder: string;
beforeEach(async () => {
  station = await createTestStation();
  folder = await mkdtemp(join(station.folder, 'episodes-'));
  radio = await station.open();
  radio.advance();
  radio.setLive({
    facts: () => ({
      kind: 'live',
      trackId: null,
      title: 'Vera live',
      artist: '',
      album: '',
      cover: null,
      durationMs: null,
    }),
    take: (count) => frames(count),
    isReady: true,
    isCrowded: false,
  });
});
afterEach(async () => {
  await radio.close();
  await rm(station.folder, { recursive: true, force: true });
});

/** Minutes on air; the disk gets its turns. */
async function broadcast(minutes: number): Promise<void> {
  for (let second = 0; second < minutes * 60; second++) {
    station.clock.pass(1000);
    radio.advance();
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

it('[RADIO-22] a show is recorded as it is broadcast', async () => {
  const space = createRecordingSpace({ folder, maxBytes: 100 * 2 ** 20, minFreeBytes: 0 });
  const recording = startRecording({ radio, folder, id: 'show', space });
  await broadcast(1);
  const saved = await recording.stop();
  expect(saved?.durationMs).toBeGreaterThan(58_000);
  expect((await stat(join(folder, 'show.mp3'))).size).toBe(saved?.bytes);
  expect(await space.used()).toBe(saved?.bytes);
  expect(station.alarms).toEqual([]);
});

it('[RADIO-22] a live show of eight seconds is recorded', async () => {
  const recording = startRecording({ radio, folder, id: 'short' });
  await broadcast(8 / 60);
  const saved = await recording.stop();
  expect(saved?.durationMs).toBeGreaterThan(6000);
  expect((await stat(join(folder, 'short.mp3'))).size).toBe(saved?.bytes);
});

it('[RADIO-22] where recordings have filled their share the show goes on, and an alarm says why it is cut', async () => {
  const space = createRecordingSpace({ folder, maxBytes: 2 ** 20, minFreeBytes: 0 });
  const recording = startRecording({ radio, folder, id: 'long', space });
  await broadcast(3);
  expect(radio.nowPlaying()).toMatchObject({
    isLive: true,
    alarm: {
      code: 'show_no_longer_recorded',
      values: { reason: { code: 'recordings_fill_their_share', values: { size: { bytes: 2 ** 20 } } } },
      message:
        'The show is on air but no longer recorded. Recordings fill the 1 MB they may have. Delete old ones to make room.',
    },
  });
  const saved = await recording.stop();
  expect(saved?.durationMs).toBeGreaterThan(60_000);
  expect(saved?.durationMs).toBeLessThan(140_000);
  expect(await space.left()).toMatchObject({ bytes: 0, reason: { code: 'recordings_fill_their_share' } });

  const next = startRecording({ radio, folder, id: 'next', space });
  await broadcast(1);
  expect(await next.stop()).toBeUndefined();
  expect(await readdir(folder)).toEqual(['long.mp3']);
});

it('[RADIO-22] a full disk is no reason to be silent', async () => {
  const space = createRecordingSpace({ folder, maxBytes: 2 ** 40, minFreeBytes: Number.MAX_SAFE_INTEGER });
  const recording = startRecording({ radio, folder, id: 'show', space });
  await broadcast(1);
  expect(radio.nowPlaying()).toMatchObject({
    isLive: true,
    alarm: {
      message:
        'The show is on air but not recorded. The disk is full. Free some space or delete old recordings.',
    },
  });
  expect(await recording.stop()).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});
