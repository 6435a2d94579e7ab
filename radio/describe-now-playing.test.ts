import { setImmediate as settle } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Radio } from './create-radio.ts';
import type { Playlist, Programme } from './schedule/programme.ts';
import { makePlaylist } from './testing/programme-parts.ts';
import { createTestStation, programmeOf, type TestStation } from './testing/station.ts';

const START = Date.parse('2026-11-15T12:00:00Z');
const MINUTE = 60_000;
type CuratingClass = NonNullable<Playlist['curatedBy']>;

const choir: CuratingClass = {
  slug: 'choir',
  title: 'Choir',
  translations: { de: { title: 'Chor' } },
  publishedMs: START - MINUTE,
};

let station: TestStation;
let radio: Radio;
beforeEach(async () => {
  station = await createTestStation(START);
  radio = await station.open();
});
afterEach(async () => {
  await radio.close();
  await station.remove();
});

/** A track of the class from 12:00 to 12:05, and one of the station. */
async function programmeFor(curatedBy: CuratingClass): Promise<Programme> {
  const tracks = [await station.addTrack('ours', 120), await station.addTrack('theirs', 120)];
  await radio.refreshFiles();
  const hour = { order: 'in_order', fromTime: '12:00', toTime: '12:05', curatedBy } as const;
  return programmeOf({
    tracks,
    playlists: [makePlaylist('hour', ['ours'], hour), makePlaylist('station', ['theirs'])],
  });
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    station.clock.pass(500);
    radio.advance();
    await settle();
    for (let tries = 0; radio.nowPlaying().next === null && tries < 5000; tries++)
      await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

describe('what plays now', () => {
  it('[RADIO-56] names the class that chose the music, and only in its hour', async () => {
    radio.setProgramme(await programmeFor(choir));
    await pass(MINUTE);
    expect(radio.nowPlaying()).toMatchObject({
      now: { title: 'ours' },
      curatedBy: { slug: 'choir', title: 'Choir', translations: { de: { title: 'Chor' } } },
    });
    await pass(6 * MINUTE);
    expect(radio.nowPlaying()).toMatchObject({ now: { title: 'theirs' }, curatedBy: null });
  });

  it('[RADIO-56] says no more of the class than its address and title', async () => {
    radio.setProgramme(await programmeFor(choir));
    await pass(MINUTE);
    expect(Object.keys(radio.nowPlaying().curatedBy ?? {}).sort()).toEqual(['slug', 'title', 'translations']);
  });

  it('[RADIO-56] does not name a class that is not public, or not yet', async () => {
    for (const publishedMs of [null, START + 60 * MINUTE]) {
      radio.setProgramme(await programmeFor({ ...choir, publishedMs }));
      await pass(MINUTE / 2);
      expect(radio.nowPlaying()).toMatchObject({ now: { title: 'ours' }, curatedBy: null });
    }
  });
});
