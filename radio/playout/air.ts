// What is on air, for the parts of the station that pass it on.
import type { AirItem } from '#contracts/radio.ts';
import type { TransitionTrack } from '../transition/plan-transition.ts';

/** What is known of an item before it goes on air. */
export type AirFacts = Omit<AirItem, 'id' | 'startedAt'>;

export type Air = AirItem;

export interface OpenedItem {
  facts: AirFacts;
  /** What is sent. */
  frames: Uint8Array[];
  /** The first of them that is sent: the cue-in, or where it was before a restart. */
  fromFrame?: number;
  /** The track's frame that stands first, if that is not the file's first: negative in a long transition. */
  firstFrame?: number;
  /** Frames at the beginning that were mixed with the item before; the stream runs on into them. */
  openingFrames?: number;
  /** It begins at this wall time, to the frame: what plays before is faded out by then. */
  cutInMs?: number;
  /** It is not played before this wall time, whatever ends early. */
  notBeforeMs?: number;
  /** The whole track, for its transitions. */
  track?: TransitionTrack & { file: string; frames: Uint8Array[] };
}

/** Where frames come from: untouched frames of a track, by the number of the first one in its file. */
export interface FrameOrigin {
  file: string;
  index: number;
}

/** The next frames of an item, no more than are of one kind: a track's own, or mixed ones. */
export function framesOfOneKind(
  { frames, track, firstFrame = 0 }: OpenedItem,
  from: number,
  count: number,
): { frames: Uint8Array[]; origin: FrameOrigin | undefined } {
  const isStored = (at: number) => track !== undefined && frames[at] === track.frames[at + firstFrame];
  const isFirstStored = isStored(from);
  const last = Math.min(frames.length, from + count);
  let end = from + 1;
  while (end < last && isStored(end) === isFirstStored) end++;
  return {
    frames: frames.slice(from, end),
    origin: track && isFirstStored ? { file: track.file, index: from + firstFrame } : undefined,
  };
}

/** What a player shows in one line. */
export function lineOf({ artist, title }: { artist: string; title: string }): string {
  return artist ? `${artist} - ${title}` : title;
}
