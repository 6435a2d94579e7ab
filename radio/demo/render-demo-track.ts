// Renders a demo track. Of a track that is rendered already only the shape is measured.
import type { TrackShape } from '../audio/cue-points.ts';
import { measureTrack } from '../library/measure-track.ts';
import type { DemoTrack } from './demo-tracks.ts';
import { makeDemoTrack } from './make-track.ts';

export interface DemoOrder {
  track: DemoTrack;
  /** Rendered already; only its shape is missing. */
  bytes?: Uint8Array;
}

export interface RenderedTrack {
  bytes: Uint8Array;
  shape: TrackShape;
}

export async function renderDemoTrack({ track, bytes }: DemoOrder): Promise<RenderedTrack> {
  return bytes ? { bytes, shape: await measureTrack(bytes) } : makeDemoTrack(track);
}
