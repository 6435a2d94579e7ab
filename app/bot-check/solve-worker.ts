import type { Challenge } from 'altcha-lib/types';
import { solve } from './solve.ts';
import type { WorkerAnswer } from './solve-proof-of-work.ts';

self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  const answer: WorkerAnswer = await solve(data).then(
    (solution) => ({ solution }),
    // Said in words: a rejection inside a worker reaches nobody.
    (reason) => ({ error: String(reason) }),
  );
  self.postMessage(answer);
};
