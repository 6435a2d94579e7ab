import { describe, expect, it } from 'vitest';
import { drawIntroFrame, INTRO_FRAMES, INTRO_FRAMES_PER_SECOND, INTRO_SPEED } from './intro-frames.ts';

const view = { width: 1440, height: 900 };

describe('the intro', () => {
  it('runs for four seconds: 36 frames at 30 a second, played at 0.3', () => {
    expect(INTRO_FRAMES / INTRO_FRAMES_PER_SECOND / INTRO_SPEED).toBeCloseTo(4);
  });

  it('begins as a closed green ground without a name', () => {
    const first = drawIntroFrame(0, view);
    expect(first.slats.length).toBeGreaterThan(1000);
    expect(first.thick).toBe('');
  });

  it('speaks the name by its middle', () => {
    expect(drawIntroFrame(25, view).thick.length).toBeGreaterThan(1000);
  });

  it('leaves nothing in front of the page at its last frame', () => {
    expect(drawIntroFrame(INTRO_FRAMES, view)).toEqual({ slats: '', thin: '', thick: '' });
  });
});
