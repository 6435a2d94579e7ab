import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate as settle } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Radio } from './create-radio.ts';
import { createTestStation, programmeOf, type TestStation } from './testing/station.ts';

let station: TestStation;
beforeEach(async () => {
  station = await createTestStation();
});
afterEach(() => station.remove());

async function pass(radio: Radio, ms: number, stepMs = 500): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    station.clock.pass(stepMs);
    radio.advance();
    await settle();
  }
}

/** Waits, on the real clock, until files are read, without advancing the station's time. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries++) {
    if (tries > 5000) throw new Error('it never happened');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

describe('the station', () => {
  it('[RADIO-3] is on air before it has any music, and begins with music as soon as there is some', async () => {
    const radio = await station.open();
    radio.advance();
    expect(radio.nowPlaying()).toMatchObject({ isOnAir: true, isLive: false, now: { kind: 'fallback' } });
    await pass(radio, 32_000);
    expect(radio.nowPlaying().alarm).toMatchObject({
      code: 'nothing_to_play',
      message: expect.stringContaining('Nothing to play'),
    });
    const track = await station.addTrack('first', 30);
    await radio.refreshFiles();
    radio.setProgramme(programmeOf({ tracks: [track] }));
    radio.advance();
    await until(() => radio.nowPlaying().next !== null);
    await pass(radio, 500);
    expect(radio.nowPlaying().now).toMatchObject({ kind: 'music', title: 'first', durationMs: 30_000 });
    expect(radio.nowPlaying().alarm).toBeNull();
    await radio.close();
  });

  it('[RADIO-3] plays a whole day without dead air, in a library with a broken and a missing file', async () => {
    const tracks = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        station.addTrack(`t${i}`, 120 + i * 7, { artist: `artist ${i % 9}` }),
      ),
    );
    const missing = { ...(tracks[0] as (typeof tracks)[0]), id: 'missing', file: 'missing.mp3' };
    const broken = { ...(tracks[0] as (typeof tracks)[0]), id: 'broken', file: 'broken.mp3' };
    await writeFile(join(station.folder, 'tracks', 'broken.mp3'), 'this is no sound');
    const radio = await station.open();
    await radio.refreshFiles();
    radio.setProgramme(programmeOf({ tracks: [...tracks, missing, broken] }));
    let sent = 0;
    let fallback = 0;
    radio.onFrames((frames, air) => {
      sent += frames.length;
      if (air.kind === 'fallback') fallback += frames.length;
    });
    radio.advance();
    await until(() => radio.nowPlaying().next !== null);
    const prefill = sent;
    for (let second = 0; second < 86_400; second += 2.5) {
      station.clock.pass(2500);
      radio.advance();
      await settle();
      // A real disk is faster than a simulated two seconds, so the clock waits for it here.
      if (radio.nowPlaying().next === null) await until(() => radio.nowPlaying().next !== null);
    }
    expect(sent - prefill).toBe(Math.floor((86_400 * 44_100) / 1152));
    expect(fallback).toBe(prefill);
    expect(station.aired.length).toBeGreaterThan(300);
    expect(station.aired.some(({ trackId }) => trackId === 'missing' || trackId === 'broken')).toBe(false);
    expect(station.alarms.join()).toContain('could not be played');
    await radio.close();
  });

  it('[RADIO-16] resumes in the middle of the track after a restart, and starts again after a long one', async () => {
    const track = await station.addTrack('long', 600);
    const open = async () => {
      const radio = await station.open();
      radio.advance();
      await until(() => radio.nowPlaying().next !== null);
      return radio;
    };
    const first = await station.open();
    await first.refreshFiles();
    first.setProgramme(programmeOf({ tracks: [track] }));
    first.advance();
    await until(() => first.nowPlaying().next !== null);
    await pass(first, 60_000);
    const before = first.nowPlaying().elapsedMs;
    await first.close();

    // [RADIO-17] No programme is passed: it is read from the station's saved state.
    station.clock.pass(20_000);
    const second = await open();
    await pass(second, 1000);
    expect(second.nowPlaying().now?.title).toBe('long');
    expect(second.nowPlaying().elapsedMs).toBeGreaterThanOrEqual(before);
    expect(second.nowPlaying().elapsedMs).toBeLessThan(before + 3000);
    expect(second.nowPlaying().history.length).toBeGreaterThan(0);
    await second.close();

    station.clock.pass(3_600_000);
    const third = await open();
    await pass(third, 1000);
    expect(third.nowPlaying().elapsedMs).toBeLessThan(3000);
    await third.close();
  });

  it('[RADIO-14] a sharp one-off does not wait for the song to end; shows change on the minute', async () => {
    const [day, special] = await Promise.all([
      station.addTrack('day', 900),
      station.addTrack('special', 900),
    ]);
    const show = (id: string) => ({ id, slug: id, title: id, host: null, hostUserIds: [] });
    const list = (id: string, trackId: string) => ({
      id,
      name: id,
      kind: 'rotation' as const,
      weight: 1,
      order: 'shuffle' as const,
      transition: 'crossfade' as const,
      transitionSeconds: 3,
      showId: id === 'own' ? 'gala' : null,
      fromTime: null,
      toTime: null,
      weekdays: null,
      every: 0,
      entries: [{ trackId, weight: 1 }],
    });
    const radio = await station.open();
    await radio.refreshFiles();
    radio.setProgramme(
      programmeOf({
        tracks: [day, special],
        shows: [show('weekly'), show('gala')],
        slots: [
          {
            id: 's',
            showId: 'weekly',
            weekday: 7,
            localTime: '10:00',
            durationMin: 600,
            zone: 'Europe/Lisbon',
          },
        ],
        playlists: [list('all', 'day'), list('own', 'special')],
        oneOffs: [
          {
            id: 'o',
            showId: 'gala',
            localDate: '2026-11-15',
            localTime: '12:05',
            durationMin: 30,
            zone: 'Europe/Lisbon',
            playlistId: 'own',
            isSharp: true,
          },
        ],
      }),
    );
    radio.advance();
    await until(() => radio.nowPlaying().next !== null);
    await pass(radio, 299_000);
    expect(radio.nowPlaying()).toMatchObject({
      now: { title: 'day' },
      show: { slug: 'weekly' },
      nextShow: { slug: 'gala' },
    });
    await pass(radio, 1500);
    await until(() => radio.nowPlaying().next !== null);
    await pass(radio, 1500);
    expect(radio.nowPlaying()).toMatchObject({ now: { title: 'special' }, show: { slug: 'gala' } });
    await radio.close();
  });

  it('staff skip and queue; listeners are notified', async () => {
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((id) => station.addTrack(id, 300)));
    const radio = await station.open();
    await radio.refreshFiles();
    radio.setProgramme(programmeOf({ tracks: [a, b, c].filter((track) => track !== undefined) }));
    radio.advance();
    await until(() => radio.nowPlaying().next !== null);
    await pass(radio, 1000);
    const titles: (string | undefined)[] = [];
    radio.subscribe(({ now }) => titles.push(now?.title));
    for (const wanted of ['c', 'a']) {
      radio.queue([wanted]);
      await until(() => radio.nowPlaying().next?.title === wanted);
      radio.skip();
      await pass(radio, 1500);
      expect(radio.nowPlaying().now?.title).toBe(wanted);
    }
    expect(titles).toEqual(expect.arrayContaining(['c', 'a']));
    await radio.close();
  });

  it('does not repeat its only track when another was added while it played', async () => {
    const [only, other] = await Promise.all(['only', 'other'].map((id) => station.addTrack(id, 300)));
    const radio = await station.open();
    await radio.refreshFiles();
    radio.setProgramme(programmeOf({ tracks: [only].filter((track) => track !== undefined) }));
    radio.advance();
    await until(() => radio.nowPlaying().next !== null);
    await pass(radio, 1000);
    await until(() => radio.nowPlaying().next?.title === 'only');
    radio.setProgramme(programmeOf({ tracks: [only, other].filter((track) => track !== undefined) }));
    await pass(radio, 1000);
    await until(() => radio.nowPlaying().next?.title === 'other');
    expect(radio.nowPlaying().now?.title).toBe('only');
    await radio.close();
  });

  it('[RADIO-15] a queued track or request that is opened ahead is not lost when the queue changes', async () => {
    const tracks = await Promise.all(
      ['now', 'first', 'second', 'third'].map((id) => station.addTrack(id, 300)),
    );
    const radio = await station.open();
    await radio.refreshFiles();
    radio.setProgramme(programmeOf({ tracks: tracks.slice(0, 1) }));
    radio.advance();
    await until(() => radio.nowPlaying().next !== null);
    await pass(radio, 1000);
    radio.setProgramme(programmeOf({ tracks, requests: [{ id: 'r', trackId: 'third' }] }));
    const queue = async (ids: string[], next: string) => {
      radio.queue(ids);
      await until(() => radio.nowPlaying().next?.title === next);
      expect(radio.queued).toEqual(ids);
    };
    await queue(['first', 'second'], 'first');
    await queue(['first', 'second', 'third'], 'first');
    await queue(['second', 'first'], 'second');
    await queue([], 'third');
    await queue(['first'], 'first');
    await queue([], 'third');
    radio.skip();
    await pass(radio, 1500);
    expect(radio.nowPlaying().now?.title).toBe('third');
    expect(station.granted).toEqual(['r']);
    await radio.close();
  });

  it('[RADIO-17] a disk that cannot be written is an alarm, not an end', async () => {
    const radio = await station.open();
    // It may be writing into the folder at this moment, and makes it again.
    await vi.waitFor(async () => {
      await station.remove();
      await writeFile(station.folder, 'a file where the folder was');
    });
    radio.advance();
    await pass(radio, 30_000);
    // Its tracks are gone as well, which may be noticed first.
    await until(() => radio.nowPlaying().alarm?.code === 'station_cannot_write');
    expect(radio.nowPlaying()).toMatchObject({
      isOnAir: true,
      alarm: { code: 'station_cannot_write', values: { error: expect.any(String) } },
    });
    await radio.close();
  });

  it('[RADIO-10] listeners are in the figures while they listen', async () => {
    const radio = await station.open();
    radio.advance();
    const socket = new Writable({ write: (_chunk, _encoding, done) => done() });
    radio.join(socket, { mount: 'mp3', address: '192.0.2.1', client: 'VLC', wantsIcy: false });
    expect(radio.nowPlaying().listeners).toEqual({ current: 1, peak: 1 });
    await pass(radio, 10_000);
    socket.destroy();
    await until(() => radio.nowPlaying().listeners.current === 0);
    expect(station.left).toMatchObject([{ way: 'mp3', seconds: 10 }]);
    await radio.close();
  });
});

describe('recordings in the programme', () => {
  const show = { id: 'story', slug: 'story', title: 'Story', host: null, hostUserIds: [] };

  /** On Sunday 15 November at 12:01, for twenty minutes. */
  async function planned(seconds: number) {
    await mkdir(join(station.folder, 'episodes'), { recursive: true });
    const track = await station.addTrack('recorded', seconds);
    await rename(join(station.folder, 'tracks', track.file), join(station.folder, 'episodes', track.file));
    const song = await station.addTrack('song', 600);
    return programmeOf({
      tracks: [song],
      shows: [show],
      slots: [
        {
          id: 'slot',
          showId: 'story',
          weekday: 7,
          localTime: '12:01',
          durationMin: 20,
          zone: 'Europe/Lisbon',
          content: 'prerecorded',
        },
      ],
      episodes: [{ ...track, kind: 'episode', showId: 'story', airedMs: 0 }],
      plannedEpisodes: [{ slotId: 'slot', localDate: '2026-11-15', episodeId: 'recorded' }],
    });
  }

  /** The clock waits for the disk where a file is opened. */
  async function passWithDisk(radio: Radio, ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 500) {
      await pass(radio, 500);
      if (radio.nowPlaying().next === null) await until(() => radio.nowPlaying().next !== null);
    }
  }

  it('[RADIO-40] begins on the minute, in mid-track, and gives way to music when it is over', async () => {
    const radio = await station.open();
    radio.setProgramme(await planned(120));
    await radio.refreshFiles();
    radio.advance();
    await until(() => radio.nowPlaying().next !== null);
    await passWithDisk(radio, 58_000);
    expect(radio.nowPlaying().now?.title).toBe('song');
    await passWithDisk(radio, 6000);
    expect(radio.nowPlaying()).toMatchObject({
      now: { kind: 'episode', title: 'recorded' },
      show: { title: 'Story' },
    });
    const startedAt = Date.parse(radio.nowPlaying().now?.startedAt ?? '');
    expect(startedAt - Date.parse('2026-11-15T12:01:00Z')).toBeLessThan(3000);
    await passWithDisk(radio, 121_000);
    expect(radio.nowPlaying().now?.title).toBe('song');
    await radio.close();
  });

  it('[RADIO-41] ends with its time, and continues where it would be after a long break', async () => {
    const radio = await station.open();
    radio.setProgramme(await planned(1500));
    await radio.refreshFiles();
    radio.advance();
    await until(() => radio.nowPlaying().next !== null);
    await passWithDisk(radio, 62_000);
    expect(radio.nowPlaying().now?.title).toBe('recorded');
    await radio.close();

    station.clock.pass(360_000);
    const again = await station.open();
    again.advance();
    await until(() => again.nowPlaying().next !== null);
    await passWithDisk(again, 1000);
    expect(again.nowPlaying().now?.title).toBe('recorded');
    expect(again.nowPlaying().elapsedMs).toBeGreaterThan(360_000);
    await passWithDisk(again, 840_000);
    expect(again.nowPlaying().now?.title).toBe('song');
    await again.close();
  });
});
