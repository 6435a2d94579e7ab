// Asks the server for a puzzle and solves it in a worker, so that the page never stutters.
import type { Challenge, Solution } from 'altcha-lib/types';

export async function solveProofOfWork(apiBaseUrl: string): Promise<string> {
  const response = await fetch(`${apiBaseUrl}/api/bot-check/challenge`);
  if (!response.ok) throw new Error(`No challenge (${response.status}).`);
  const challenge: Challenge = await response.json();
  const solution = await solveInWorker(challenge);
  return btoa(JSON.stringify({ challenge, solution }));
}

function solveInWorker(challenge: Challenge): Promise<Solution> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' });
    const end = (finish: () => void) => {
      worker.terminate();
      finish();
    };
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) =>
      end(() => (data ? resolve(data) : reject(new Error('The puzzle was not solved in time.'))));
    worker.onerror = (event) => end(() => reject(new Error(event.message || 'The worker did not start.')));
    worker.postMessage(challenge);
  });
}
