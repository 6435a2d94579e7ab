// Makes demo pieces away from the main thread, one at a time, and hands each back as soon as it is done.
import { parentPort, workerData } from 'node:worker_threads';
import type { DemoPiece } from './compose.ts';
import { makePiece } from './make-track.ts';

for (const piece of workerData as DemoPiece[]) {
  const { bytes, lufs } = await makePiece(piece);
  parentPort?.postMessage({ slug: piece.slug, bytes, lufs });
}
