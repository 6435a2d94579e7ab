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
}

const harbour: Excerpt = {
  url: '/sounds/harbour.mp3',
  title: 'Harbour',
  by: 'Teo',
  durationMs: 24_000,
  to: '/works/harbour',
};
const kettle: Excerpt = { ...harbour, url: '/sounds/kettle.mp3', title: 'Kettle' };

beforeEach(() => {
  vi.stubGlobal('Audio', FakeAudio);
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', { getItem: () => null });
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
  const forget = excerptPlayer.follow(harbour.url, (ms) => positions.push(ms));
  const forgetOther = excerptPlayer.follow(kettle.url, (ms) => others.push(ms));
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
