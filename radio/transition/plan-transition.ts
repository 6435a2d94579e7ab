// How one track follows another, as plain numbers: which style, at which frame of the playing one it begins, where the
// next one comes in, when the first is gone. Pure: knows lengths and cue points, hears nothing.
import { FRAME_MS, msToFrames } from '../audio/station-format.ts';
import type { Playlist, TransitionStyle } from '../schedule/programme.ts';

/** What is known of a track when its transitions are planned. Frames are numbered as in its file. */
export interface TransitionTrack {
  isJingle: boolean;
  frameCount: number;
  /** Played from this frame ... */
  cueInFrame: number;
  /** ... up to this one; what follows rings out. */
  cueOutFrame: number;
  /** Of the playlist it was chosen from. */
  style: TransitionStyle;
  seconds: number;
}

export interface TransitionPlan {
  style: Exclude<TransitionStyle, 'none'>;
  /** Frame of the outgoing track at which the mix begins. */
  startFrame: number;
  /** First frame of the outgoing track that may be replaced. */
  earliestFrame: number;
  /** The outgoing track is gone so many frames behind the start. */
  fadeFrames: number;
  /** The incoming track begins, at its cue-in, so many frames behind the start. */
  delayFrames: number;
  cueInFrame: number;
  /** The title changes so many frames behind the start. */
  titleFrames: number;
}

/** Tracks that no playlist chose, such as requests, are crossfaded. */
export const DEFAULT_TRANSITION: Pick<Playlist, 'transition' | 'transitionSeconds'> = {
  transition: 'crossfade',
  transitionSeconds: 3,
};

const TAIL_FRAMES = msToFrames(2000);
// A mix of two tracks never takes more than this share of either.
const MAX_SHARE = 3;
const SHORTEST_CROSSFADE = msToFrames(300);
/** Frames before the mix in which the seam may lie, and as many behind it. */
export const SEAM_WINDOW = 10;

/** Undefined for a plain cut. `earliestFrame`: what of the outgoing track can still be replaced. */
export function planTransition(
  outgoing: TransitionTrack,
  incoming: TransitionTrack,
  earliestFrame: number,
): TransitionPlan | undefined {
  const { style, seconds } = chooseStyle(outgoing, incoming);
  if (style === 'none') return undefined;
  const shared = Math.floor(Math.min(playedFrames(outgoing), playedFrames(incoming)) / MAX_SHARE);
  const wanted = Math.round((seconds * 1000) / FRAME_MS);
  const tail = Math.min(TAIL_FRAMES, Math.max(0, outgoing.frameCount - outgoing.cueOutFrame), shared);
  const plan: TransitionPlan = {
    style: 'segue',
    startFrame: outgoing.cueOutFrame,
    earliestFrame,
    fadeFrames: tail,
    delayFrames: 0,
    cueInFrame: incoming.cueInFrame,
    titleFrames: 0,
  };
  if (style === 'gap')
    Object.assign(plan, {
      style,
      fadeFrames: Math.min(tail, wanted),
      delayFrames: wanted,
      titleFrames: wanted,
    });
  const crossfade = Math.min(wanted, shared);
  // Tracks of a second or two follow each other without one.
  if (style === 'crossfade' && crossfade >= SHORTEST_CROSSFADE) {
    plan.style = style;
    plan.startFrame -= crossfade;
    plan.fadeFrames = crossfade;
    plan.titleFrames = Math.floor(crossfade / 2);
  }
  return plan.startFrame >= earliestFrame + SEAM_WINDOW ? plan : undefined;
}

/** The more careful of both: a cut before a gap before a segue before a crossfade. A jingle is never faded or covered. */
export function chooseStyle(
  outgoing: TransitionTrack,
  incoming: TransitionTrack,
): { style: TransitionStyle; seconds: number } {
  const careful: TransitionStyle[] = ['none', 'gap', 'segue', 'crossfade'];
  const both = [outgoing, incoming].map((track) =>
    track.isJingle ? { ...track, style: 'segue' as const } : track,
  );
  const style = careful.find((one) => both.some((track) => track.style === one)) ?? 'none';
  const seconds = Math.min(...both.filter((track) => track.style === style).map((track) => track.seconds));
  return { style, seconds };
}

function playedFrames({ cueInFrame, cueOutFrame }: TransitionTrack): number {
  return Math.max(0, cueOutFrame - cueInFrame);
}
