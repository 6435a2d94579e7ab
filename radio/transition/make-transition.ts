// Makes the frames between two tracks: decodes the end of one and the beginning of the other, mixes and limits them,
// encodes those seconds, and joins them to the stored frames on both sides. The mix lies on the outgoing track's frames,
// and the incoming one on the mix's, so nothing moves by a sample. Runs in a worker (transition-worker.ts).
import { createMp3Encoding } from '../audio/encode-mp3.ts';
import { joinFrames, SEAM_FRAMES, type Seam, seamCost } from '../audio/join-frames.ts';
import { limitTruePeak } from '../audio/limit-true-peak.ts';
import { createMp3Decoder } from '../audio/mp3-decoder.ts';
import { CODEC_DELAY_SAMPLES, STATION } from '../audio/station-format.ts';
import { mixSound } from './mix-sound.ts';
import { SEAM_WINDOW, type TransitionPlan } from './plan-transition.ts';

/** A part of a track's frames; `from` is the number of the first one in its file. */
export interface FramePart {
  frames: Uint8Array[];
  from: number;
}

export interface Transition {
  /** The outgoing track's frames are sent up to this one; then come these ... */
  leaveFrame: number;
  frames: Uint8Array[];
  /** ... and then the incoming track's, from this one on. */
  enterFrame: number;
  /** Which of `frames` is the first under the incoming track's title. */
  titleAt: number;
}

const SAMPLES = STATION.samplesPerFrame;
// An encoder's first frames are not whole, and a decoder's neither.
const PRIMING = 4;
// Encoded behind the last frame that may be sent: an encoder looks ahead.
const MARGIN = 3;

/** Which frames of both files a plan needs, as [from, to). */
export function neededFrames(plan: TransitionPlan): {
  outgoing: [number, number];
  incoming: [number, number];
} {
  const { first, last, incomingAt } = slotsOf(plan);
  return {
    outgoing: [
      Math.max(0, first - PRIMING),
      plan.startFrame + Math.max(plan.fadeFrames, SEAM_FRAMES) + MARGIN,
    ],
    incoming: [Math.max(0, plan.cueInFrame - PRIMING), incomingAt(last) + MARGIN + 1],
  };
}

export async function makeTransition(
  plan: TransitionPlan,
  outgoing: FramePart,
  incoming: FramePart,
): Promise<Transition> {
  const { startFrame, fadeFrames, delayFrames, titleFrames } = plan;
  const { first, last, incomingAt, settled } = slotsOf(plan);
  const length = (last - first + MARGIN) * SAMPLES;
  const entersAt = (startFrame + delayFrames - first) * SAMPLES;
  const startsAt = (startFrame - first) * SAMPLES;
  const goneAt = (startFrame + fadeFrames - first) * SAMPLES;
  const left = await decodeOnto(outgoing, { length, shift: outgoing.from - first });
  const right = await decodeOnto(incoming, { length, shift: incoming.from - incomingAt(first) });
  const mixed = mixSound(left, right, {
    style: plan.style,
    sampleRate: STATION.sampleRate,
    startsAt,
    goneAt,
    entersAt,
  });
  limitTruePeak(mixed, {
    sampleRate: STATION.sampleRate,
    from: startsAt,
    to: (settled - first) * SAMPLES,
    settleSamples: SAMPLES * 2,
  });
  const encoding = await createMp3Encoding({ sampleRate: STATION.sampleRate });
  const mix = [
    ...encoding.encode(mixed.map((one) => one.subarray(CODEC_DELAY_SAMPLES))),
    ...encoding.finish(),
  ];

  // From here on all frames are numbered as the outgoing track's.
  const out = viewOf(outgoing.frames, outgoing.from);
  const mid = viewOf(mix, first);
  const into = viewOf(incoming.frames, incoming.from);
  const leave = bestSeam(
    Math.max(first + PRIMING - 1, plan.earliestFrame + SEAM_FRAMES),
    startFrame,
    (at) => ({
      before: out.range(at - SEAM_FRAMES, at),
      // The file may end here.
      dropped: outgoing.frames[at - outgoing.from],
      history: mid.range(at - SEAM_FRAMES, at),
      first: mid.at(at),
    }),
  );
  const enter = bestSeam(settled + 2, last, (at) => ({
    before: mid.range(at - SEAM_FRAMES, at),
    dropped: mid.at(at),
    history: into.range(incomingAt(at) - SEAM_FRAMES, incomingAt(at)),
    first: into.at(incomingAt(at)),
  }));
  return {
    leaveFrame: leave.at - SEAM_FRAMES,
    frames: [...leave.joined, ...mid.range(leave.at, enter.at - SEAM_FRAMES), ...enter.joined],
    enterFrame: incomingAt(enter.at),
    titleAt: startFrame + titleFrames - (leave.at - SEAM_FRAMES),
  };
}

/** Where everything lies, in frames of the outgoing track. */
function slotsOf({ startFrame, fadeFrames, delayFrames, cueInFrame }: TransitionPlan) {
  /** From here on only the incoming track sounds, as loud as it is. */
  const settled = startFrame + Math.max(fadeFrames, delayFrames) + 1;
  return {
    first: startFrame - SEAM_WINDOW - PRIMING,
    last: settled + SEAM_WINDOW,
    settled,
    incomingAt: (frame: number) => frame - startFrame - delayFrames + cueInFrame,
  };
}

/** Decodes a part and lays it on an empty stretch of sound, `shift` frames behind its beginning. */
async function decodeOnto(
  { frames }: FramePart,
  { length, shift }: { length: number; shift: number },
): Promise<Float32Array[]> {
  const decoder = await createMp3Decoder();
  try {
    const sound = await decoder.decode(Buffer.concat(frames));
    if (sound?.channels[0]?.length !== frames.length * SAMPLES)
      throw new Error('A track could not be decoded.');
    return [0, 1].map((side) => {
      const target = new Float32Array(length);
      const channel = sound.channels[side] ?? (sound.channels[0] as Float32Array);
      const at = shift * SAMPLES;
      const part = channel.subarray(Math.max(0, -at), Math.max(0, length - at));
      target.set(part, Math.max(0, at));
      return target;
    });
  } finally {
    decoder.free();
  }
}

function viewOf(frames: Uint8Array[], from: number) {
  const at = (frame: number): Uint8Array => {
    const found = frames[frame - from];
    if (!found) throw new Error('A track is too short for its transition.');
    return found;
  };
  return {
    at,
    range: (start: number, end: number) => Array.from({ length: end - start }, (_, i) => at(start + i)),
  };
}

function bestSeam(
  from: number,
  to: number,
  seamAt: (frame: number) => Seam,
): { at: number; joined: Uint8Array[] } {
  let best: { at: number; cost: number } | undefined;
  for (let at = from; at <= to; at++) {
    const cost = seamCost(seamAt(at));
    if (!best || cost < best.cost) best = { at, cost };
    if (cost === 0) break;
  }
  const joined = best && joinFrames(seamAt(best.at));
  if (!best || !joined) throw new Error('The transition does not fit the tracks.');
  return { at: best.at, joined };
}
