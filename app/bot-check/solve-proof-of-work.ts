// Requests a puzzle from the server and solves it in a worker, so that the page stays responsive. Where the worker does
// not start, the page solves it itself.
import type { Challenge, Solution } from 'altcha-lib/types';
import { BotCheckError } from './bot-check-error.ts';

interface SolveOptions {
  signal: AbortSignal;
}

export async function solveProofOfWork(apiBaseUrl: string, { signal }: SolveOptions): Promise<string> {
  const response = await fetch(`${apiBaseUrl}/api/bot-check/challenge`, { cache: 'no-store', signal });
  if (!response.ok) throw new BotCheckError('failed', `No challenge (${response.status}).`);
  const challenge: Challenge = await response.json();
  const solution = await solveInWorker(challenge, signal).catch((reason) => {
    signal.throwIfAborted();
    console.warn('Bot check: solved without a worker.', reason);
    return solveHere(challenge);
  });
  return btoa(JSON.stringify({ challenge, solution }));
}

/** The worker's message: a solution, or why there is none. */
export type WorkerAnswer = { solution: Solution } | { error: string };

function solveInWorker(challenge: Challenge, signal: AbortSignal): Promise<Solution> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' });
    const end = (finish: () => void) => {
      signal.removeEventListener('abort', abort);
      worker.terminate();
      finish();
    };
    const abort = () => end(() => reject(signal.reason));
    signal.addEventListener('abort', abort);
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) =>
      end(() => ('solution' in data ? resolve(data.solution) : reject(new Error(data.error))));
    worker.onerror = (event) => end(() => reject(new Error(event.message || 'The worker did not start.')));
    worker.postMessage(challenge);
  });
}

async function solveHere(challenge: Challenge): Promise<Solution> {
  const { solve } = await import('./solve.ts');
  return solve(challenge);
}
