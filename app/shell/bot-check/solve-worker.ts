import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  self.postMessage(await solveChallenge({ challenge: data, deriveKey, timeout: 30_000 }));
};
