import { describe, expect, it } from 'vitest';
import { playbackDelayMs } from './playback-delay.ts';

describe('a title', () => {
  const joinedAtMs = 100_000;
  it('changes as much later as the sound is behind: the burst, and whatever held it up', () => {
    expect(playbackDelayMs(110_000, { joinedAtMs, playedMs: 10_000, clockAheadMs: 0 })).toBe(4096);
    expect(playbackDelayMs(110_000, { joinedAtMs, playedMs: 7000, clockAheadMs: 0 })).toBe(7096);
  });
  it('changes at once when its sound has already been played', () => {
    expect(playbackDelayMs(90_000, { joinedAtMs, playedMs: 10_000, clockAheadMs: 0 })).toBe(0);
  });
  it('does not depend on what this machine believes the time is', () => {
    expect(playbackDelayMs(3_710_000, { joinedAtMs, playedMs: 10_000, clockAheadMs: 3_600_000 })).toBe(4096);
  });
});
