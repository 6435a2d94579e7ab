import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Excerpt } from './excerpt-state.ts';
import { excerptPlayer } from './excerpt-store.ts';
import { radioPlayer } from './player-store.ts';

class FakeAudio extends EventTarget {
  src = '';
  currentTime = 0;
  volume = 1;
  paused = true;
  async play() {
    this.paused = false;
    this.dispatchEvent(new Event('playing'));
  }
  pause() {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
  removeAttribute() {
    this.src = '';
  }
  /** As if it had been heard up to there. */
  reach(seconds: number) {
    this.currentTime = seconds;
    this.dispatchEvent(new Event('timeupdate'));
  }
}

const harbour: Excerpt = {
  url: '/sounds/harbour.mp3',
  title: 'Harbour',
  by: 'Teo',
  durationMs: 24_000,
  to: '/works/harbour',
};
const episode: Excerpt = {
  ...harbour,
  url: '/radio/episodes/1.mp3',
  durationMs: 3_600_000,
  savesPosition: true,
};
const kettle: Excerpt = { ...harbour, url: '/sounds/kettle.mp3', title: 'Kettle' };

let made: FakeAudio | undefined;
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal(
    'Audio',
    class extends FakeAudio {
      constructor() {
        super();
        made = this;
      }
    },
  );
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  excerptPlayer.close();
  vi.unstubAllGlobals();
});

it('plays one recording at a time and pauses it', () => {
  excerptPlayer.toggle(harbour);
  expect(excerptPlayer.snapshot()).toMatchObject({ excerpt: harbour, isPlaying: true });
  excerptPlayer.toggle(kettle);
  expect(excerptPlayer.snapshot()).toMatchObject({ excerpt: kettle, isPlaying: true, positionMs: 0 });
  excerptPlayer.toggle(kettle);
  expect(excerptPlayer.snapshot()).toMatchObject({ excerpt: kettle, isPlaying: false });
});

it('jumps to a moment, and reports positions only to who shows that recording', () => {
  const positions: number[] = [];
  const others: number[] = [];
  const forget = excerptPlayer.follow(harbour, (ms) => positions.push(ms));
  const forgetOther = excerptPlayer.follow(kettle, (ms) => others.push(ms));
  excerptPlayer.seek(harbour, 13_000, { plays: true });
  expect(excerptPlayer.snapshot()).toMatchObject({ isPlaying: true, positionMs: 13_000 });
  expect(positions.at(-1)).toBe(13_000);
  expect(new Set(others)).toEqual(new Set([0]));
  forget();
  forgetOther();
});

it('ends when the radio plays, and pauses the radio when it plays', () => {
  const radio = new FakeAudio();
  radioPlayer.attach(radio as unknown as HTMLAudioElement, '/radio/live.mp3');
  excerptPlayer.toggle(harbour);
  radioPlayer.play();
  expect(excerptPlayer.snapshot().excerpt).toBeNull();
  expect(radioPlayer.snapshot().playing).toBe(true);
  excerptPlayer.toggle(harbour);
  expect(radioPlayer.snapshot().playing).toBe(false);
  expect(radio.paused).toBe(true);
});

it('continues an episode where it was left, and shows that place before it is loaded', () => {
  const positions: number[] = [];
  excerptPlayer.toggle(episode);
  made?.reach(1200);
  excerptPlayer.toggle(harbour);
  made?.reach(20);
  const forget = excerptPlayer.follow(episode, (ms) => positions.push(ms));
  expect(positions).toEqual([1_200_000]);
  forget();
  excerptPlayer.toggle(episode);
  expect(excerptPlayer.snapshot()).toMatchObject({ excerpt: episode, positionMs: 1_200_000 });
  expect(made?.currentTime).toBe(1200);
  // A short sound starts from the start.
  excerptPlayer.toggle(harbour);
  expect(excerptPlayer.snapshot().positionMs).toBe(0);
});

it('saves the place while an episode plays and when it is closed, and forgets it at the end', () => {
  const saved = () => JSON.parse(stored.get('onda:episode-positions') ?? '[]');
  excerptPlayer.toggle(episode);
  made?.reach(100);
  expect(saved()).toEqual([[episode.url, 100_000]]);
  made?.reach(102);
  expect(saved()).toEqual([[episode.url, 100_000]]);
  excerptPlayer.close();
  expect(saved()).toEqual([[episode.url, 102_000]]);
  excerptPlayer.toggle(episode);
  made?.reach(3595);
  expect(saved()).toEqual([]);
  made?.dispatchEvent(new Event('ended'));
  expect(excerptPlayer.snapshot()).toMatchObject({ isPlaying: false, positionMs: 0 });
});

it('ignores what is not a list of places', () => {
  stored.set('onda:episode-positions', '{"a":1}');
  excerptPlayer.toggle(episode);
  expect(excerptPlayer.snapshot().positionMs).toBe(0);
  excerptPlayer.close();
  stored.set('onda:episode-positions', `[["${episode.url}","x"],null]`);
  excerptPlayer.toggle(episode);
  expect(excerptPlayer.snapshot().positionMs).toBe(0);
});
