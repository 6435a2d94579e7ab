import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';

const MAX_SOLVE_MS = 20_000;

export async function solve(challenge: Challenge): Promise<Solution> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: MAX_SOLVE_MS });
  if (!solution) throw new Error('The puzzle was not solved in time.');
  return solution;
}
