import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveByBrowser } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';

const MAX_SOLVE_MS = 20_000;

export async function solve(challenge: Challenge): Promise<Solution> {
  // Browsers offer no Web Crypto on pages over plain http from another machine.
  const { deriveKey } = globalThis.crypto?.subtle
    ? { deriveKey: deriveByBrowser }
    : await import('./derive-key.ts');
  const solution = await solveChallenge({ challenge, deriveKey, timeout: MAX_SOLVE_MS });
  if (!solution) throw new Error('The puzzle was not solved in time.');
  return solution;
}
