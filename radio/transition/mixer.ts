// Makes transitions away from the station's own thread. The worker stays for the next one, which then costs less than half:
// decoder and encoder are loaded. It ends when it is not used for a while, or takes too long.
import { Worker } from 'node:worker_threads';
import { viewFrames } from '../audio/station-file.ts';
import { neededFrames, type Transition } from './make-transition.ts';
import type { TransitionPlan } from './plan-transition.ts';
import type { TransitionAnswer, TransitionOrder } from './transition-worker.ts';

/** Both lists are the whole files. Rejects when the transition cannot be made. */
export type Mix = (
  plan: TransitionPlan,
  outgoing: readonly Uint8Array[],
  incoming: readonly Uint8Array[],
) => Promise<Transition>;

export interface Mixer {
  mix: Mix;
  close(): void;
}

interface Waiting {
  resolve(transition: Transition): void;
  reject(error: Error): void;
}

const MAX_MS = 20_000;
const IDLE_MS = 10 * 60_000;

export function createMixer(): Mixer {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let orders = 0;

  function open(): Worker {
    const opened = new Worker(new URL('./transition-worker.ts', import.meta.url));
    opened.on('message', (answer: TransitionAnswer) => {
      const one = waiting.get(answer.number);
      waiting.delete(answer.number);
      if (waiting.size === 0) endAfter(IDLE_MS);
      if ('failed' in answer) return one?.reject(new Error(answer.failed));
      const { bytes, ...rest } = answer.done;
      one?.resolve({ ...rest, frames: viewFrames(bytes) });
    });
    const lost = (reason: string) => {
      if (worker !== opened) return;
      worker = undefined;
      for (const one of waiting.values()) one.reject(new Error(reason));
      waiting.clear();
    };
    opened.on('error', (error) => lost(error instanceof Error ? error.message : String(error)));
    opened.on('exit', () => lost('it took too long'));
    // It holds no process open.
    opened.unref();
    return opened;
  }

  function endAfter(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void worker?.terminate(), ms);
    timer.unref();
  }

  return {
    mix(plan, outgoing, incoming) {
      const needed = neededFrames(plan);
      const part = (frames: readonly Uint8Array[], [from, to]: [number, number]) => ({
        bytes: Buffer.concat(frames.slice(from, to)),
        from,
      });
      const number = ++orders;
      const order: TransitionOrder = {
        number,
        plan,
        outgoing: part(outgoing, needed.outgoing),
        incoming: part(incoming, needed.incoming),
      };
      worker ??= open();
      worker.postMessage(order);
      endAfter(MAX_MS);
      return new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
    },
    close() {
      clearTimeout(timer);
      void worker?.terminate();
    },
  };
}
