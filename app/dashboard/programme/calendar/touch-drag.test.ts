import { describe, expect, it } from 'vitest';
import { edgeStep } from './touch-drag.ts';

describe('a date carried near an edge', () => {
  it('leaves the page alone in the middle', () => {
    expect(edgeStep(400, 800)).toBe(0);
    expect(edgeStep(88, 800)).toBe(0);
    expect(edgeStep(712, 800)).toBe(0);
  });

  it('takes the page along, faster towards the edge, and no faster beyond it', () => {
    expect(edgeStep(80, 800)).toBe(-2);
    expect(edgeStep(0, 800)).toBe(-16);
    expect(edgeStep(-50, 800)).toBe(-16);
    expect(edgeStep(760, 800)).toBe(9);
    expect(edgeStep(800, 800)).toBe(16);
  });

  it('keeps half of a small screen still', () => {
    expect([edgeStep(50, 200), edgeStep(100, 200), edgeStep(150, 200)]).toEqual([0, 0, 0]);
  });
});
