// Renders demo tracks in a worker, one at a time, and returns each as soon as it is done. Of a track that is rendered
// already only the shape is measured.
import { parentPort, workerData } from 'node:worker_threads';
import { measureTrack } from '../library/measure-track.ts';
import type { DemoTrack } from './demo-tracks.ts';
import { makeDemoTrack } from './make-track.ts';

for (const { track, bytes } of workerData as { track: DemoTrack; bytes?: Uint8Array }[]) {
  const made = bytes ? { bytes, shape: await measureTrack(bytes) } : await makeDemoTrack(track);
  parentPort?.postMessage({ slug: track.slug, ...made });
}
