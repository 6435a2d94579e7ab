import { describe, expect, it } from 'vitest';
import { drawIntroFrame, INTRO_FRAMES, INTRO_FRAMES_PER_SECOND, INTRO_SPEED } from './intro-frames.ts';

const view = { width: 1440, height: 900 };

describe('the intro', () => {
  it('runs for four seconds: 36 frames at 30 a second, played at 0.3', () => {
    expect(INTRO_FRAMES / INTRO_FRAMES_PER_SECOND / INTRO_SPEED).toBeCloseTo(4);
  });

  it('begins as a closed green ground without a name', () => {
    const first = drawIntroFrame(0, view);
    expect(first.slats).toBe('M0 0h1440v900h-1440z');
    expect(first.thick).toBe('');
  });

  it('speaks the name by its middle', () => {
    expect(drawIntroFrame(25, view).thick.length).toBeGreaterThan(1000);
  });

  it('uncovers the page from a ground without gaps', () => {
    expect(drawIntroFrame(INTRO_FRAMES * 0.76, view).slats).toBe(drawIntroFrame(0, view).slats);
    const slats = [...drawIntroFrame(28.5, view).slats.matchAll(/M(-?[\d.]+) 0h([\d.]+)v900/g)].map(
      ([, left, width]) => ({ left: Number(left), right: Number(left) + Number(width) }),
    );
    expect(slats.length).toBeGreaterThan(100);
    expect(slats[0]?.left).toBeLessThanOrEqual(0);
    expect(slats.at(-1)?.right).toBeGreaterThanOrEqual(view.width);
    // The first ones have begun to thin out; towards the right they still touch.
    const gaps = slats.slice(1).map(({ left }, index) => left - (slats[index]?.right ?? 0));
    expect(Math.max(...gaps.slice(0, 20))).toBeGreaterThan(0);
    expect(Math.max(...gaps.slice(-40))).toBeLessThanOrEqual(0.1);
  });

  it('leaves nothing in front of the page at its last frame', () => {
    expect(drawIntroFrame(INTRO_FRAMES, view)).toEqual({ slats: '', thin: '', thick: '' });
  });
});
