// Encodes sound for the small mounts away from the station's own thread. The worker starts with the first run and ends
// when none was under way for a while.
import { Worker } from 'node:worker_threads';
import type { PacketFormat } from '../audio/packet-format.ts';
import type { SoundAnswer, SoundOrder } from './sound-encoder-worker.ts';

export interface EncodedRun {
  push(frames: readonly Uint8Array[]): void;
  /** With the frames behind it, so that the last packets are whole. Resolves when all `count` packets were given. */
  end(options: { frames: readonly Uint8Array[]; count: number; shift: number }): Promise<void>;
  /** Resolves when the packets of everything pushed so far were given. */
  settled(): Promise<void>;
  cancel(): void;
}

interface RunOptions {
  format: PacketFormat;
  /** Frames before the run, for the decoder and the encoder to find their way in; the first has this number. */
  frames: readonly Uint8Array[];
  firstFrame: number;
  contentAt: number;
  onPackets(packets: Uint8Array[]): void;
  onFailed(error: Error): void;
}

export interface SoundEncoder {
  begin(options: RunOptions): EncodedRun;
  close(): void;
}

/** So many frames before and behind a run are needed. */
export const PRE_FRAMES = 10;
export const POST_FRAMES = 8;
// A busy machine needs a while to start it; then it is much faster than the sound.
const MAX_MS = 30_000;
const IDLE_MS = 10 * 60_000;

interface OpenRun {
  options: RunOptions;
  waiting: number;
  onSettled: (() => void)[];
  finish?: { resolve(): void; reject(error: Error): void };
}

export function createSoundEncoder({ maxMs = MAX_MS }: { maxMs?: number } = {}): SoundEncoder {
  const runs = new Map<number, OpenRun>();
  let worker: Worker | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let numbers = 0;

  function fail(number: number, error: Error): void {
    const run = runs.get(number);
    if (!run) return;
    runs.delete(number);
    for (const done of run.onSettled) done();
    if (run.finish) run.finish.reject(error);
    else run.options.onFailed(error);
  }

  function receive(answer: SoundAnswer): void {
    const run = runs.get(answer.run);
    if (!run) return;
    if (answer.kind === 'failed') {
      fail(answer.run, new Error(answer.message));
      return;
    }
    run.waiting--;
    if (answer.packets.length > 0) run.options.onPackets(answer.packets);
    if (run.waiting === 0) for (const done of run.onSettled.splice(0)) done();
    if (answer.isLast) {
      runs.delete(answer.run);
      run.finish?.resolve();
    }
    watch();
  }

  function open(): Worker {
    const opened = new Worker(new URL('./sound-encoder-worker.ts', import.meta.url));
    opened.on('message', receive);
    const lost = (reason: string) => {
      if (worker !== opened) return;
      worker = undefined;
      for (const number of [...runs.keys()]) fail(number, new Error(reason));
    };
    opened.on('error', (error) => lost(error instanceof Error ? error.message : String(error)));
    opened.on('exit', () => lost('it took too long'));
    // It holds no process open.
    opened.unref();
    return opened;
  }

  /** Ends a worker that does not answer, or has nothing to do. */
  function watch(): void {
    const isBusy = [...runs.values()].some(({ waiting }) => waiting > 0);
    clearTimeout(timer);
    timer = setTimeout(() => void worker?.terminate(), isBusy ? maxMs : IDLE_MS);
    timer.unref();
  }

  function send(order: SoundOrder): void {
    worker ??= open();
    worker.postMessage(order);
  }

  return {
    begin(options) {
      const number = ++numbers;
      const { format, firstFrame, contentAt } = options;
      const run: OpenRun = { options, waiting: 0, onSettled: [] };
      runs.set(number, run);
      send({ run: number, format, kind: 'begin', firstFrame, contentAt });
      const push = (frames: readonly Uint8Array[]) => {
        if (frames.length === 0 || !runs.has(number)) return;
        run.waiting++;
        send({ run: number, format, kind: 'push', frames: Buffer.concat(frames) });
        if (run.waiting === 1) watch();
      };
      push(options.frames);
      return {
        push,
        end({ frames, count, shift }) {
          if (!runs.has(number)) return Promise.reject(new Error('The sound could not be encoded.'));
          run.waiting++;
          send({ run: number, format, kind: 'end', frames: Buffer.concat(frames), count, shift });
          watch();
          return new Promise((resolve, reject) => {
            run.finish = { resolve, reject };
          });
        },
        settled: () =>
          run.waiting === 0 || !runs.has(number)
            ? Promise.resolve()
            : new Promise((resolve) => run.onSettled.push(resolve)),
        cancel() {
          if (!runs.delete(number)) return;
          for (const done of run.onSettled) done();
          send({ run: number, format, kind: 'cancel' });
        },
      };
    },
    close() {
      clearTimeout(timer);
      void worker?.terminate();
    },
  };
}
