import { parentPort, workerData } from 'node:worker_threads';
import { convertFile } from './convert-file.ts';

const { from, to } = workerData as { from: string; to: string };
try {
  parentPort?.postMessage({ done: await convertFile(from, to) });
} catch (error) {
  parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) });
}
