// Renders demo tracks in a worker, one at a time, and returns each as soon as it is done.
import { parentPort, workerData } from 'node:worker_threads';
import type { DemoTrack } from './demo-tracks.ts';
import { makeDemoTrack } from './make-track.ts';

for (const demoTrack of workerData as DemoTrack[]) {
  const { bytes, lufs } = await makeDemoTrack(demoTrack);
  parentPort?.postMessage({ slug: demoTrack.slug, bytes, lufs });
}
