import { describe, expect, it } from 'vitest';
import { msToFrames } from '../audio/station-format.ts';
import { chooseStyle, planTransition, type TransitionTrack } from './plan-transition.ts';

const seconds = (count: number) => Math.round((count * 1000) / ((1152 * 1000) / 44_100));

const track = (rest: Partial<TransitionTrack> = {}): TransitionTrack => ({
  isJingle: false,
  frameCount: seconds(62),
  cueInFrame: seconds(1),
  cueOutFrame: seconds(60),
  style: 'crossfade',
  seconds: 3,
  ...rest,
});

describe('planning a transition', () => {
  it('[RADIO-30] a crossfade ends at the cue-out and begins the next track at its cue-in', () => {
    const plan = planTransition(track(), track({ seconds: 5 }), 0);
    expect(plan).toMatchObject({ style: 'crossfade', delayFrames: 0, cueInFrame: seconds(1) });
    expect(plan?.fadeFrames).toBe(seconds(3));
    expect((plan?.startFrame ?? 0) + (plan?.fadeFrames ?? 0)).toBe(seconds(60));
    expect(plan?.titleFrames).toBe(Math.floor(seconds(3) / 2));
  });

  it('[RADIO-30] a segue begins the next one at the cue-out while the first rings out', () => {
    expect(planTransition(track({ style: 'segue' }), track(), 0)).toMatchObject({
      style: 'segue',
      startFrame: seconds(60),
      delayFrames: 0,
      fadeFrames: expect.closeTo(msToFrames(2000), 0),
    });
  });

  it('[RADIO-30] a gap is a pause of its seconds, counted from the cue-out', () => {
    const plan = planTransition(track({ style: 'gap', seconds: 2 }), track(), 0);
    expect(plan).toMatchObject({ style: 'gap', startFrame: seconds(60), delayFrames: seconds(2) });
    expect(plan?.titleFrames).toBe(seconds(2));
  });

  it('[RADIO-30] a jingle is neither faded nor covered, before or behind a track', () => {
    const jingle = track({ isJingle: true });
    expect(chooseStyle(track(), jingle).style).toBe('segue');
    expect(chooseStyle(jingle, track()).style).toBe('segue');
  });

  it('[RADIO-30] of two playlists the more careful one decides', () => {
    const style = (a: TransitionTrack['style'], b: TransitionTrack['style']) =>
      chooseStyle(track({ style: a, seconds: 1 }), track({ style: b, seconds: 2 }));
    expect(style('crossfade', 'none').style).toBe('none');
    expect(style('gap', 'crossfade')).toEqual({ style: 'gap', seconds: 1 });
    expect(style('segue', 'gap')).toEqual({ style: 'gap', seconds: 2 });
    expect(style('crossfade', 'crossfade')).toEqual({ style: 'crossfade', seconds: 1 });
    expect(planTransition(track({ style: 'none' }), track(), 0)).toBeUndefined();
  });

  it('[RADIO-30] short tracks share at most a third, and nothing that is already mixed', () => {
    const short = track({ frameCount: seconds(4), cueInFrame: 0, cueOutFrame: seconds(3) });
    expect(planTransition(track(), short, 0)?.fadeFrames).toBe(Math.floor(seconds(3) / 3));
    expect(planTransition(short, track(), seconds(2.9))).toBeUndefined();
    const blink = track({ frameCount: 25, cueInFrame: 0, cueOutFrame: 25 });
    expect(planTransition(track(), blink, 0)?.style).toBe('segue');
  });
});
