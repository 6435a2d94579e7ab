import { describe, expect, it } from 'vitest';
import { logoContrast, measurePixels } from './measure-logo.ts';

const PINK = [224, 33, 138, 255];
const WHITE = [255, 255, 255, 255];
const NOTHING = [0, 0, 0, 0];
/** Three by three pixels: a frame and a middle. */
const logo = (frame: number[], middle: number[]) =>
  measurePixels([...Array(4).fill(frame), middle, ...Array(4).fill(frame)].flat(), 3, 3);

describe('a logo', () => {
  it('is as visible as the middle of its painted colours', () => {
    const pink = logo(NOTHING, PINK);
    expect(pink.hasGround).toBe(false);
    expect(logoContrast(pink, [224 / 255, 33 / 255, 138 / 255])).toBe(1);
    expect(logoContrast(pink, [1, 1, 1])).toBeCloseTo(4.4, 1);
  });

  it('has a ground of its own when its corners are painted alike', () => {
    expect(logo(WHITE, PINK).hasGround).toBe(true);
    expect(measurePixels([WHITE, PINK, WHITE, NOTHING].flat(), 2, 2).hasGround).toBe(false);
  });

  it('that is empty stands out nowhere', () => {
    expect(logoContrast(logo(NOTHING, NOTHING), [1, 1, 1])).toBe(1);
  });
});
