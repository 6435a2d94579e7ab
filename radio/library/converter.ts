// Converts uploads one after the other in a worker, so that station and site stay responsive.
import { Worker } from 'node:worker_threads';
import type { Conversion } from './convert-file.ts';

export interface Converter {
  /** Rejects with a readable reason when the file cannot be converted. */
  convert(from: string, to: string): Promise<Conversion>;
  readonly waiting: number;
}

export class UnusableFile extends Error {}

export function createConverter(): Converter {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    convert(from, to) {
      waiting++;
      const mine = last
        .then(() => inWorker(from, to))
        .finally(() => {
          waiting--;
        });
      last = mine.catch(() => undefined);
      return mine;
    },
    get waiting() {
      return waiting;
    },
  };
}

function inWorker(from: string, to: string): Promise<Conversion> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./convert-worker.ts', import.meta.url), { workerData: { from, to } });
    worker.once('message', (message: { done: Conversion } | { failed: string }) => {
      if ('done' in message) resolve(message.done);
      else reject(new UnusableFile(message.failed));
    });
    // A crashing decoder only ends its worker.
    worker.once('error', (error: Error) =>
      reject(new UnusableFile(`The file could not be decoded: ${error.message}`)),
    );
    worker.once('exit', () => reject(new UnusableFile('The file could not be decoded.')));
  });
}
