// Events of the hour clock on a whole station: what listeners get, frame by frame.
import { setImmediate as settle } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FRAME_MS } from '../audio/station-format.ts';
import type { Radio } from '../create-radio.ts';
import type { ClockItem } from '../schedule/clock-template.ts';
import type { Programme, Track } from '../schedule/programme.ts';
import { DEFAULT_SEPARATION } from '../schedule/separation.ts';
import { createTestStation, frames, plainFrame, programmeOf, type TestStation } from '../testing/station.ts';

const NOON = Date.parse('2026-11-15T12:00:00Z');
let station: TestStation;
let radio: Radio;
let music: Track[];
let ident: Track;
/** What was sent of each item, in order, after the frames sent ahead at the start. */
let sent: { title: string; frames: Uint8Array[] }[];

beforeEach(async () => {
  station = await createTestStation(NOON);
  music = await Promise.all(['a', 'b', 'c', 'd'].map((id) => station.addTrack(id, 300)));
  ident = await station.addTrack('ident', 5, { kind: 'jingle' });
  radio = await station.open();
  await radio.refreshFiles();
});
afterEach(async () => {
  await radio.close();
  await station.remove();
});

function clockItem(id: string, second: number, rest: Partial<ClockItem> = {}): ClockItem {
  return {
    id,
    kind: 'jingle',
    second,
    mode: 'soft',
    count: 1,
    trackId: 'ident',
    playlistId: null,
    maxLateMin: 10,
    hours: null,
    weekdays: null,
    ...rest,
  };
}

const withItems = (items: ClockItem[]): Programme =>
  programmeOf({
    tracks: [...music, ident],
    clocks: [{ id: 'clock', showId: null, separation: DEFAULT_SEPARATION, items }],
  });

async function start(items: ClockItem[]): Promise<void> {
  radio.setProgramme(withItems(items));
  radio.advance();
  await waitForNext();
  sent = [];
  radio.onFrames((passed, { title }) => {
    const last = sent.at(-1);
    if (last?.title === title) last.frames.push(...passed);
    else sent.push({ title, frames: [...passed] });
  });
}

/** The clock stands while a file is read. */
async function waitForNext(): Promise<void> {
  for (let tries = 0; radio.nowPlaying().next === null; tries++) {
    if (tries > 5000) throw new Error('nothing was opened');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds * 1000; passed += 250) {
    station.clock.pass(250);
    radio.advance();
    await settle();
    await waitForNext();
  }
}

const framesBefore = (title: string) =>
  sent
    .slice(
      0,
      sent.findIndex((one) => one.title === title),
    )
    .flatMap((one) => one.frames);
const startOf = (title: string) =>
  (Date.parse(station.aired.find((air) => air.title === title)?.startedAt ?? '') - NOON) / 1000;

const feed = {
  facts: () => ({
    kind: 'live' as const,
    trackId: null,
    title: 'live',
    artist: '',
    album: '',
    cover: null,
    durationMs: null,
  }),
  take: frames,
  isReady: true,
  isCrowded: false,
};

describe('the hour clock on air', () => {
  it('[RADIO-50] a hard event begins at its frame; what plays before is faded out by then', async () => {
    await start([clockItem('hard', 120, { mode: 'hard' })]);
    await pass(130);
    const before = framesBefore('ident');
    expect(before).toHaveLength(Math.ceil(120_000 / FRAME_MS));
    const plain = Buffer.from(plainFrame());
    const faded = before.filter((frame) => !plain.equals(frame));
    // A fade of a second, whose first steps are too small for a frame's gain.
    expect(faded.length * FRAME_MS).toBeGreaterThan(700);
    expect(faded.length * FRAME_MS).toBeLessThan(1000);
    expect(before.slice(-faded.length)).toEqual(faded);
    // The whole event, and a fresh track after it.
    expect(sent.map(({ title }) => title).slice(-2)[0]).toBe('ident');
    expect(sent.at(-2)?.frames).toHaveLength(Math.round((5 * 44_100) / 1152));
    expect(sent.at(-1)?.title).not.toBe(sent.at(-3)?.title);
  });

  it('[RADIO-50] a soft event waits for the end of the track; a skip before its time does not bring it on', async () => {
    await start([clockItem('soft', 100)]);
    await pass(40);
    radio.skip();
    await pass(30);
    // The second track began after 41 seconds and lasts five minutes.
    expect(sent.map(({ title }) => title)).not.toContain('ident');
    await pass(275);
    expect(startOf('ident')).toBeGreaterThan(335);
    expect(startOf('ident')).toBeLessThan(345);
    expect(sent.at(-1)?.title).toBe('ident');
  });

  it('[RADIO-50] a changed clock is followed at once, and what it displaces comes after it', async () => {
    await start([]);
    await pass(5);
    radio.queue(['d']);
    await pass(5);
    expect(radio.nowPlaying().next?.title).toBe('d');
    radio.setProgramme(withItems([clockItem('new', 60, { mode: 'hard' })]));
    await pass(60);
    expect(framesBefore('ident')).toHaveLength(Math.ceil(60_000 / FRAME_MS));
    expect(sent.at(-1)?.title).toBe('d');
  });

  it('[RADIO-50] nobody live is interrupted: the event follows the live show, or is dropped when too late', async () => {
    const items = [60, 300].map((second) =>
      clockItem(`at ${second}`, second, { mode: 'hard', maxLateMin: 2 }),
    );
    await start(items);
    radio.setLive(feed);
    await pass(90);
    expect(sent.at(-1)?.title).toBe('live');
    radio.endLive(feed);
    await pass(2);
    expect(sent.at(-1)?.title).toBe('ident');

    radio.setLive(feed);
    await pass(400);
    radio.endLive(feed);
    await pass(2);
    // Five past was too long ago.
    expect(sent.at(-1)?.title).not.toBe('ident');
  });
});

describe('[RADIO-55] a place that becomes free', () => {
  const free = (freedMs: number): Programme => {
    const date = { sessionId: 's', startsMs: NOON + 6 * 3_600_000, capacity: 8, free: 1, freedMs };
    const classes = [{ offeringId: 'class', dates: [date] }];
    const tracks = [...music, { ...ident, offeringId: 'class' }];
    return { ...withItems([]), tracks, classes, spotMinutes: 10 };
  };

  it('has its promo at the next boundary, instead of what was opened, and that after it', async () => {
    await start([]);
    await pass(5);
    radio.queue(['d']);
    await pass(5);
    radio.setProgramme(free(NOON + 4000));
    await pass(3);
    expect(radio.nowPlaying().next?.title).toBe('ident');
    await pass(310);
    expect(sent.map(({ title }) => title).slice(-2)).toEqual(['ident', 'd']);
  });

  it('has none after a live show that was longer than it waits', async () => {
    await start([]);
    radio.setLive(feed);
    await pass(5);
    radio.setProgramme(free(NOON + 4000));
    await pass(660);
    radio.endLive(feed);
    await pass(2);
    expect(sent.map(({ title }) => title)).not.toContain('ident');
  });
});
