// Makes transitions in a worker, as they are ordered, and answers each by its number.
import { parentPort } from 'node:worker_threads';
import { viewFrames } from '../audio/station-file.ts';
import { makeTransition, type Transition } from './make-transition.ts';
import type { TransitionPlan } from './plan-transition.ts';

export interface TransitionOrder {
  number: number;
  plan: TransitionPlan;
  outgoing: { bytes: Uint8Array; from: number };
  incoming: { bytes: Uint8Array; from: number };
}

export type TransitionAnswer = { number: number } & (
  | { done: Omit<Transition, 'frames'> & { bytes: Uint8Array } }
  | { failed: string }
);

parentPort?.on('message', async ({ number, plan, outgoing, incoming }: TransitionOrder) => {
  const answer = (message: TransitionAnswer) => parentPort?.postMessage(message);
  try {
    const { frames, ...rest } = await makeTransition(
      plan,
      { frames: viewFrames(outgoing.bytes), from: outgoing.from },
      { frames: viewFrames(incoming.bytes), from: incoming.from },
    );
    answer({ number, done: { ...rest, bytes: Buffer.concat(frames) } });
  } catch (error) {
    answer({ number, failed: error instanceof Error ? error.message : String(error) });
  }
});
