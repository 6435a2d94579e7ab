// Makes demo pieces away from the main thread, one at a time, and hands each back as soon as it is done.
import { parentPort, workerData } from 'node:worker_threads';
import type { DemoTrack } from './compose.ts';
import { makeDemoTrack } from './make-track.ts';

for (const piece of workerData as DemoTrack[]) {
  const { bytes, lufs } = await makeDemoTrack(piece);
  parentPort?.postMessage({ slug: piece.slug, bytes, lufs });
}
