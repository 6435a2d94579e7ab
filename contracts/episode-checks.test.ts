import { describe, expect, it } from 'vitest';
import { checkEpisode } from './episode-checks.ts';

const minute = 60_000;
const good = { durationMs: 60 * minute, loudnessLufs: -16, silenceMs: 0, silenceAtMs: 0 };
const found = (rest: Partial<typeof good>, slotMin: number | null = 60) =>
  checkEpisode({ ...good, ...rest }, slotMin).map(({ level, code }) => `${level} ${code}`);

describe('the checks of a recording', () => {
  it.each([
    ['fits', {}, []],
    ['is up to three minutes short', { durationMs: 57 * minute }, []],
    ['leaves more than three minutes', { durationMs: 56 * minute }, ['warning episode_too_short']],
    ['is a few seconds over', { durationMs: 60 * minute + 20_000 }, ['warning episode_end_faded']],
    ['is more than a minute over', { durationMs: 62 * minute }, ['error episode_too_long']],
    ['is quieter than the station', { loudnessLufs: -23 }, ['warning episode_quiet']],
    ['has a short pause', { silenceMs: 5000 }, []],
    ['has a long pause', { silenceMs: 8000, silenceAtMs: 60_000 }, ['warning episode_pause']],
    ['would be ended for its silence', { silenceMs: 15_000 }, ['error episode_silent']],
  ])('name one that %s', (_what, rest, expected) => {
    expect(found(rest)).toEqual(expected);
  });

  it('leave the length alone without a slot', () => {
    expect(found({ durationMs: 200 * minute }, null)).toEqual([]);
  });
});
