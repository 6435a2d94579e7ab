import { describe, expect, it } from 'vitest';
import { isLost } from './judge-progress.ts';

const at = (wallMs: number, playedMs: number) => ({ wallMs, playedMs });

describe('a stream is lost', () => {
  it('when nothing has moved for seven seconds', () => {
    expect(isLost(at(20_000, 8000), at(13_000, 8000), at(12_000, 7000))).toBe(true);
    expect(isLost(at(19_000, 8000), at(13_000, 8000), at(12_000, 7000))).toBe(false);
  });
  it('when the machine slept and would play old air', () => {
    expect(isLost(at(3_600_000, 9000), at(3_599_000, 8000), at(0, 0))).toBe(true);
  });
  it('not while a throttled tab looks rarely but the sound went on', () => {
    expect(isLost(at(60_000, 60_000), at(0, 0), at(0, 0))).toBe(false);
  });
});
