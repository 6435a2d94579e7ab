import type { Challenge } from 'altcha-lib/types';
import { solve } from './solve.ts';
import type { WorkerAnswer } from './solve-proof-of-work.ts';

self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  const answer: WorkerAnswer = await solve(data).then(
    (solution) => ({ solution }),
    // Sent as a message: a rejection inside a worker is not delivered.
    (reason) => ({ error: String(reason) }),
  );
  self.postMessage(answer);
};
