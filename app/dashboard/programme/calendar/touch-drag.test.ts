import { describe, expect, it } from 'vitest';
import { edgeStep } from './touch-drag.ts';

describe('dragging near an edge', () => {
  it('does not scroll in the middle', () => {
    expect(edgeStep(400, 800)).toBe(0);
    expect(edgeStep(88, 800)).toBe(0);
    expect(edgeStep(712, 800)).toBe(0);
  });

  it('scrolls faster towards the edge, up to a limit', () => {
    expect(edgeStep(80, 800)).toBe(-2);
    expect(edgeStep(0, 800)).toBe(-16);
    expect(edgeStep(-50, 800)).toBe(-16);
    expect(edgeStep(760, 800)).toBe(9);
    expect(edgeStep(800, 800)).toBe(16);
  });

  it('leaves half of a small screen without scrolling', () => {
    expect([edgeStep(50, 200), edgeStep(100, 200), edgeStep(150, 200)]).toEqual([0, 0, 0]);
  });
});
