// Measures what leaves the station while someone looks at the meters. The station itself decodes nothing, so this runs
// in a worker and only then.
import { Worker } from 'node:worker_threads';
import type { StationLevels } from '#contracts/control-room.ts';
import type { Radio } from '../create-radio.ts';

/** Returns a function that stops measuring. */
export function watchLevels(
  radio: Pick<Radio, 'onFrames'>,
  onLevels: (levels: StationLevels) => void,
): () => void {
  const worker = new Worker(new URL('./level-worker.ts', import.meta.url));
  let isOver = false;
  worker.on('message', (levels: StationLevels) => {
    if (!isOver) onLevels(levels);
  });
  // Meters stand still then; the music does not.
  worker.on('error', () => stop());
  // It holds no process open.
  worker.unref();
  const stopTap = radio.onFrames((frames) => worker.postMessage(Buffer.concat(frames)));
  function stop(): void {
    if (isOver) return;
    isOver = true;
    stopTap();
    void worker.terminate();
  }
  return stop;
}
