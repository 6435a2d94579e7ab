import { describe, expect, it } from 'vitest';
import { englishText } from '../station-text.ts';
import type { Air, AirFacts, OpenedItem } from './air.ts';
import { createPlayout } from './playout.ts';
import type { LiveFeed } from './playout-options.ts';

const FRAME_MS = (1152 * 1000) / 44_100;

/** A frame with sound in it, or without. */
function frame(hasSound = true): Uint8Array {
  const bytes = new Uint8Array(417);
  bytes.set([0xff, 0xfb, 0x90, 0x00]);
  if (hasSound) bytes.fill(0x55, 4);
  return bytes;
}

const facts = (title: string, kind: AirFacts['kind'] = 'music'): AirFacts => ({
  kind,
  trackId: title,
  title,
  artist: '',
  album: '',
  cover: null,
  durationMs: null,
});

/** The same frame again and again: a long item is made at once. */
const item = (title: string, count: number, hasSound = true): OpenedItem => ({
  facts: facts(title),
  frames: new Array<Uint8Array>(count).fill(frame(hasSound)),
});

function stage(next: () => Promise<OpenedItem | undefined>) {
  let nowMs = 1000;
  const airs: Air[] = [];
  const alarms: (string | null)[] = [];
  const sent: string[] = [];
  const playout = createPlayout({
    clock: { monotonicMs: () => nowMs, wallMs: () => nowMs },
    openNext: next,
    fallback: { facts: facts('fallback', 'fallback'), frames: [frame(), frame(), frame()] },
    onFrames: (frames, air) => {
      for (const _ of frames) sent.push(air.title);
    },
    onAir: (air) => airs.push(air),
    onAlarm: (alarm) => alarms.push(alarm && englishText(alarm)),
    prefillMs: 0,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    playout,
    airs,
    alarms,
    sent,
    settle,
    async pass(ms: number, stepMs = 150) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        nowMs += stepMs;
        playout.advance();
        await settle();
      }
    },
    sleep(ms: number) {
      nowMs += ms;
      playout.advance();
    },
  };
}

const titles = (airs: Air[]) => airs.map(({ title }) => title);

describe('playout', () => {
  it('[RADIO-2] sends exactly as much as the clock says, however often it is asked', async () => {
    const { playout, sent, settle, pass } = stage(async () => item('a', 100_000));
    playout.advance();
    await settle();
    await pass(30_000, 150);
    await pass(30_000, 370);
    expect(sent.length).toBeGreaterThanOrEqual(Math.floor(60_000 / FRAME_MS) - 1);
    expect(sent.length).toBeLessThanOrEqual(Math.ceil(60_700 / FRAME_MS));
  });

  it('[RADIO-2] does not owe its listeners the hour it slept through', async () => {
    const { playout, sent, settle, sleep, pass } = stage(async () => item('a', 100_000));
    playout.advance();
    await settle();
    sleep(3_600_000);
    expect(sent.length).toBeLessThan(3100 / FRAME_MS);
    const before = sent.length;
    await pass(10_000);
    expect(sent.length - before).toBeLessThan(10_200 / FRAME_MS);
    expect(sent.length - before).toBeGreaterThan(9800 / FRAME_MS);
  });

  it('[RADIO-3] bridges an item that is late and one that cannot be opened', async () => {
    let asked = 0;
    const { playout, airs, alarms, settle, pass } = stage(async () => {
      asked++;
      if (asked > 1 && asked < 20) throw new Error('the disk is gone');
      return item(`track ${asked}`, 50);
    });
    playout.advance();
    await settle();
    await pass(4000);
    expect(titles(airs).slice(0, 3)).toEqual(['track 1', 'fallback', 'track 20']);
    expect(alarms).toContain('The next item could not be opened: the disk is gone');
  });

  it('[RADIO-4] an item that falls silent is skipped with an alarm', async () => {
    let asked = 0;
    const { playout, airs, alarms, settle, pass } = stage(async () => {
      asked++;
      return item(asked === 1 ? 'silent' : 'music', 100_000, asked !== 1);
    });
    playout.advance();
    await settle();
    await pass(8000);
    expect(titles(airs)).toEqual(['silent', 'music']);
    expect(alarms.join()).toContain('"silent" was silent for 5 s');
  });

  it('[RADIO-20] [RADIO-21] live takes the air when it is ready, gives it back when it runs dry, and each changes the title', async () => {
    let asked = 0;
    const stageOf = stage(async () => item(`track ${++asked}`, 100_000));
    const { playout, airs, sent, settle, pass } = stageOf;
    playout.advance();
    await settle();
    await pass(1000);
    const queue: Uint8Array[] = [];
    const feed: LiveFeed = {
      facts: () => facts('host', 'live'),
      take: (count) => queue.splice(0, count),
      get isReady() {
        return queue.length > 20;
      },
      isCrowded: false,
    };
    playout.setLive(feed);
    queue.push(frame());
    await pass(1000);
    expect(playout.isLive).toBe(false);
    queue.push(...Array.from({ length: 100 }, () => frame()));
    await pass(1000);
    expect(playout.isLive).toBe(true);
    await pass(3000);
    expect(playout.isLive).toBe(false);
    expect(titles(airs)).toEqual(['track 1', 'host', 'track 2']);
    expect(sent.filter((title) => title === 'host')).toHaveLength(101);
    // Not one frame's worth of time without sound.
    expect(sent.length).toBeGreaterThanOrEqual(Math.floor(6000 / FRAME_MS) - 1);
  });

  it('[RADIO-32] skipping fades out for a second, then begins the next item', async () => {
    let asked = 0;
    const { playout, airs, settle, pass } = stage(async () => item(`track ${++asked}`, 100_000));
    playout.advance();
    await settle();
    await pass(600);
    playout.skip();
    await pass(600);
    expect(titles(airs)).toEqual(['track 1']);
    await pass(600);
    expect(titles(airs)).toEqual(['track 1', 'track 2']);
    expect(playout.next?.title).toBe('track 3');
  });
});
