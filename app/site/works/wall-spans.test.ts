import { describe, expect, it } from 'vitest';
import { wallSpans } from './wall-spans.ts';

describe('the wall of works', () => {
  it('gives the wider picture of a pair the wider place', () => {
    expect(wallSpans([7 / 5, 4 / 5])).toEqual([7, 5]);
    expect(wallSpans([4 / 5, 7 / 5])).toEqual([5, 7]);
    expect(wallSpans([12 / 5, 3 / 4])).toEqual([8, 4]);
  });

  it('gives a panorama a row of its own', () => {
    expect(wallSpans([1, 2, 3, 1.5, 1])).toEqual([5, 7, 12, 7, 5]);
    expect(wallSpans([1.5, 3])).toEqual([7, 12]);
  });

  it('shows three upright pictures side by side after the first pair', () => {
    expect(wallSpans([1.5, 1, 0.8, 0.8, 0.8])).toEqual([7, 5, 4, 4, 4]);
  });

  it('changes sides when two are alike', () => {
    expect(wallSpans([1, 1, 1, 1])).toEqual([7, 5, 5, 7]);
  });

  it('does not stretch a tall picture that is left alone', () => {
    expect(wallSpans([0.8])).toEqual([5]);
    expect(wallSpans([1.4])).toEqual([7]);
  });
});
