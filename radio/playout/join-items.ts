// Two items of the programme that run into each other. While one plays, the frames between it and the next are made ahead
// of time; then both are exchanged for versions that meet in those frames. What is late or fails leaves the plain cut.

import { msToFrames } from '../audio/station-format.ts';
import { errorMessage, type StationText, stationText } from '../station-text.ts';
import type { Mix } from '../transition/mixer.ts';
import { planTransition, type TransitionPlan } from '../transition/plan-transition.ts';
import type { OpenedItem } from './air.ts';

export interface Join {
  current: OpenedItem;
  next: OpenedItem;
  /** The current item up to where the next one has the title, and the next one from there on. */
  outgoing: OpenedItem;
  incoming: OpenedItem;
  /** Up to this frame of the current item both versions are the same. */
  leaveAt: number;
}

export interface ItemJoiner {
  /** Call it often: begins in time, and answers when the join is there and can still be used. */
  joinOf(current: OpenedItem, next: OpenedItem, currentFrame: number): Join | undefined;
}

// Made when the transition is this near: early enough for a busy machine, late enough that the next item rarely changes.
const AHEAD_FRAMES = msToFrames(20_000);
// Nearer than this it is not begun: the next item has just changed.
const LEAST_FRAMES = msToFrames(800);

interface Attempt {
  current: OpenedItem;
  next: OpenedItem;
  plan: TransitionPlan | undefined;
  isStarted: boolean;
  join?: Join;
}

export function createItemJoiner(mix: Mix, onFailure: (failure: StationText) => void): ItemJoiner {
  let attempt: Attempt | undefined;
  // One line for a series of failures.
  let hasFailed = false;

  function fail(one: Attempt, error: unknown): void {
    one.plan = undefined;
    if (!hasFailed)
      onFailure(
        stationText('transition_not_made', { title: one.next.facts.title, error: errorMessage(error) }),
      );
    hasFailed = true;
  }

  function start(one: Attempt, plan: TransitionPlan): void {
    const { current, next } = one;
    one.isStarted = true;
    if (!current.track || !next.track) return;
    const [from, to] = [current.track.frames, next.track.frames];
    const { cueOutFrame } = next.track;
    mix(plan, from, to)
      .then(({ leaveFrame, frames, enterFrame, titleAt }) => {
        const leaveAt = leaveFrame - (current.firstFrame ?? 0);
        const opening = frames.slice(titleAt);
        one.join = {
          current,
          next,
          leaveAt,
          outgoing: {
            ...current,
            frames: [...current.frames.slice(0, leaveAt), ...frames.slice(0, titleAt)],
          },
          incoming: {
            ...next,
            frames: [...opening, ...to.slice(enterFrame, cueOutFrame)],
            fromFrame: 0,
            firstFrame: enterFrame - opening.length,
            openingFrames: opening.length,
          },
        };
      })
      .catch((error: unknown) => {
        if (attempt === one) fail(one, error);
      });
  }

  return {
    joinOf(current, next, currentFrame) {
      if (attempt?.current !== current || attempt.next !== next) {
        const earliest = (current.firstFrame ?? 0) + (current.openingFrames ?? current.fromFrame ?? 0);
        const plan = current.track && next.track && planTransition(current.track, next.track, earliest);
        const isNear = plan && currentFrame > plan.startFrame - (current.firstFrame ?? 0) - LEAST_FRAMES;
        attempt = { current, next, plan: isNear ? undefined : plan, isStarted: false };
      }
      const { plan, join, isStarted } = attempt;
      if (!plan) return undefined;
      const startAt = plan.startFrame - (current.firstFrame ?? 0);
      if (!isStarted && currentFrame >= startAt - AHEAD_FRAMES) start(attempt, plan);
      if (join && currentFrame <= join.leaveAt) {
        hasFailed = false;
        return join;
      }
      if (isStarted && currentFrame >= startAt) fail(attempt, new Error('it was not ready in time'));
      return undefined;
    },
  };
}
