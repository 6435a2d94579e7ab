// One live source for the playout: frames in the station's format, as many as have arrived. Buffers a little
// before it starts (networks are uneven), reports when the buffer is full, and yields when it falls silent.
import { Worker } from 'node:worker_threads';
import { createFrameScanner } from '../audio/frame-scanner.ts';
import { viewFrames } from '../audio/station-file.ts';
import { framesToMs, isStationFrame } from '../audio/station-format.ts';
import type { FromLiveWorker, LiveWorkerSettings } from './live-worker.ts';

export interface LiveSoundOptions {
  /** MP3 may already be in the station's format; anything else is decoded. */
  isMp3: boolean;
  pcm: LiveWorkerSettings['pcm'];
  maxSilenceMs?: number;
  onFailed(message: string): void;
  onSilence(isSilent: boolean): void;
  /** What arrived was played before more came. */
  onEmpty?(): void;
}

export interface LiveSound {
  push(bytes: Uint8Array): void;
  take(count: number): Uint8Array[];
  readonly isReady: boolean;
  readonly isCrowded: boolean;
  /** The buffer is full: the source should wait. */
  readonly isFull: boolean;
  readonly waitingMs: number;
  /** 0 to 1, for a meter. */
  readonly peak: number;
  readonly passesThrough: boolean;
  close(): void;
}

const READY_FRAMES = 16;
// A source whose buffer ran empty gets twice the buffer, up to this: better once late than off air again and again.
const MAX_READY_FRAMES = 64;
const CROWDED_FRAMES = 120;
const FULL_FRAMES = 400;
// What waits to be decoded: five seconds of the largest samples.
const FULL_BYTES = 4 * 2 ** 20;
const MAX_EARLY_BYTES = 262_144;
const SILENT_PEAK = 10 ** (-50 / 20);

export function createLiveSound(options: LiveSoundOptions): LiveSound {
  const { isMp3, pcm, maxSilenceMs = 15_000, onFailed, onSilence, onEmpty } = options;
  const scanner = createFrameScanner();
  let queue: Uint8Array[] = [];
  let readyFrames = READY_FRAMES;
  let isPlaying = false;
  // Decided by the first frames of an MP3; everything else is converted.
  let passesThrough: boolean | undefined = isMp3 ? undefined : false;
  let worker: Worker | undefined = isMp3 ? undefined : open({ measuresOnly: false, pcm });
  let early: Uint8Array[] = [];
  let earlyBytes = 0;
  let peak = 0;
  let waitingBytes = 0;
  let silentSince: number | undefined;
  let isSilent = false;

  function open(settings: LiveWorkerSettings): Worker {
    const opened = new Worker(new URL('./live-worker.ts', import.meta.url), { workerData: settings });
    opened.on('message', (message: FromLiveWorker) => {
      if (message.kind === 'failed') return onFailed(message.message);
      if (message.kind === 'taken') {
        waitingBytes -= message.bytes;
        return;
      }
      peak = message.peak;
      watchSilence();
      for (const frame of viewFrames(message.frames)) queue.push(frame);
    });
    opened.on('error', (error) => onFailed(error instanceof Error ? error.message : String(error)));
    return opened;
  }

  function send(bytes: Uint8Array): void {
    if (!worker) return;
    waitingBytes += bytes.length;
    worker.postMessage(bytes);
  }

  function watchSilence(): void {
    const now = performance.now();
    if (peak >= SILENT_PEAK) silentSince = undefined;
    else silentSince ??= now;
    const wasSilent = isSilent;
    isSilent = silentSince !== undefined && now - silentSince >= maxSilenceMs;
    if (isSilent !== wasSilent) onSilence(isSilent);
  }

  return {
    push(bytes) {
      if (passesThrough === undefined) {
        const frames = scanner.push(bytes);
        early.push(bytes);
        earlyBytes += bytes.length;
        // What has no frames by now is something else: the worker finds out what.
        if (frames.length === 0 && earlyBytes < MAX_EARLY_BYTES) return;
        passesThrough = frames.length > 0 && frames.every(isStationFrame);
        worker = open({ measuresOnly: passesThrough, pcm: null });
        for (const one of early) send(one);
        early = [];
        if (passesThrough) queue.push(...frames);
        return;
      }
      if (passesThrough) queue.push(...scanner.push(bytes));
      send(bytes);
    },
    take(count) {
      // Sound of a silent source is dropped: the programme is on air meanwhile.
      if (isSilent) {
        queue = [];
        isPlaying = false;
        return [];
      }
      const frames = queue.splice(0, count);
      if (isPlaying && frames.length === 0) {
        readyFrames = Math.min(readyFrames * 2, MAX_READY_FRAMES);
        onEmpty?.();
      }
      isPlaying = frames.length > 0;
      return frames;
    },
    get isReady() {
      return !isSilent && queue.length >= readyFrames;
    },
    get isCrowded() {
      return queue.length > CROWDED_FRAMES;
    },
    get isFull() {
      if (isSilent && queue.length > FULL_FRAMES) queue = [];
      return queue.length > FULL_FRAMES || waitingBytes > FULL_BYTES;
    },
    get waitingMs() {
      return framesToMs(queue.length);
    },
    get peak() {
      return peak;
    },
    get passesThrough() {
      return passesThrough === true;
    },
    close() {
      void worker?.terminate();
    },
  };
}
