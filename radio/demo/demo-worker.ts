// Renders demo tracks in a worker, one at a time. Of a track that is rendered already only the shape is measured.
import { parentPort } from 'node:worker_threads';
import type { TrackShape } from '../audio/cue-points.ts';
import { lowerPriority } from '../library/lower-priority.ts';
import { measureTrack } from '../library/measure-track.ts';
import type { DemoTrack } from './demo-tracks.ts';
import { makeDemoTrack } from './make-track.ts';

export interface RenderOrder {
  track: DemoTrack;
  /** Rendered already; only its shape is missing. */
  bytes?: Uint8Array;
  priority: 'normal' | 'low';
}

export interface RenderedTrack {
  bytes: Uint8Array;
  shape: TrackShape;
}

parentPort?.on('message', async ({ track, bytes, priority }: RenderOrder) => {
  if (priority === 'low') lowerPriority();
  const made: RenderedTrack = bytes
    ? { bytes, shape: await measureTrack(bytes) }
    : await makeDemoTrack(track);
  parentPort?.postMessage(made);
});
