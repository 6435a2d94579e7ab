import { expect, it } from 'vitest';
import { encode, music } from '../testing/sounds.ts';
import { plainFrame } from '../testing/station.ts';
import { createMixer } from './mixer.ts';
import { planTransition } from './plan-transition.ts';

it('[RADIO-30] a worker makes transitions, survives tracks that cannot be decoded, and ends with the mixer', async () => {
  const [a, b] = await Promise.all([encode(music(3)), encode(music(3, { hz: 330 }))]);
  const track = {
    isJingle: false,
    frameCount: a.length,
    cueInFrame: 0,
    cueOutFrame: a.length - 2,
    style: 'crossfade' as const,
    seconds: 0.5,
  };
  const plan = planTransition(track, track, 0);
  if (!plan) throw new Error('there is no plan');
  const { mix, close } = createMixer();
  const broken = a.map(() => plainFrame().fill(0xaa));
  await expect(mix(plan, broken, b)).rejects.toThrow('could not be decoded');
  const { leaveFrame, frames, enterFrame, titleAt } = await mix(plan, a, b);
  expect(leaveFrame).toBeLessThan(plan.startFrame);
  expect(titleAt).toBe(plan.startFrame + plan.titleFrames - leaveFrame);
  // As many frames as lie between leaving one track and entering the other.
  expect(frames.length).toBe(plan.startFrame - leaveFrame + enterFrame - plan.cueInFrame);
  const late = mix(plan, a, b);
  close();
  await expect(late).rejects.toThrow();
});
