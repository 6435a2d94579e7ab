import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { viewFrames } from '../audio/station-file.ts';
import { isStationFrame } from '../audio/station-format.ts';
import { demoFile, demoRecordings, demoTracks, readIntervalSignal } from './demo-tracks.ts';

it.each([...demoTracks, ...demoRecordings])('the file of $slug comes with the program', (track) => {
  expect(readFileSync(demoFile(track)).subarray(0, 4).toString()).toBe('OggS');
});

it('the interval signal is in frames of the station, to the last byte', async () => {
  const bytes = await readIntervalSignal();
  const frames = viewFrames(bytes);
  expect(frames.length).toBeGreaterThan(300);
  expect(frames.every(isStationFrame)).toBe(true);
  expect(frames.reduce((sum, frame) => sum + frame.length, 0)).toBe(bytes.length);
});
