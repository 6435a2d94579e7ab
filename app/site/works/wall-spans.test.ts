import { describe, expect, it } from 'vitest';
import { wallSpans } from './wall-spans.ts';

describe('the wall of works', () => {
  it('gives the wider picture of a pair the wider place', () => {
    expect(wallSpans([7 / 5, 4 / 5])).toEqual([7, 5]);
    expect(wallSpans([4 / 5, 7 / 5])).toEqual([5, 7]);
  });

  it('fills every row of twelve', () => {
    const spans = wallSpans([1, 2, 1.5, 1.5, 0.8, 0.8]);
    for (let row = 0; row < spans.length; row += 2)
      expect((spans[row] ?? 0) + (spans[row + 1] ?? 0)).toBe(12);
  });

  it('changes sides when two are alike', () => {
    expect(wallSpans([1, 1, 1, 1])).toEqual([7, 5, 5, 7]);
  });

  it('does not stretch a tall picture that is left alone', () => {
    expect(wallSpans([0.8])).toEqual([5]);
    expect(wallSpans([1.4])).toEqual([7]);
  });
});
