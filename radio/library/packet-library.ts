// The tracks in the small formats. What is missing is encoded in the background, in a worker of low priority, one track
// after the other; until then the mounts encode what they send. A file is there whole or not at all, so a crash costs
// only the track that was under way.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type PacketFormat, packetFormats } from '../audio/packet-format.ts';
import { packetFileOf } from './packet-file.ts';
import type { PacketAnswer, PacketOrder } from './packet-worker.ts';
import type { TrackFiles } from './track-files.ts';
import { waitUntilQuiet } from './wait-until-quiet.ts';

export interface PacketLibrary {
  /** Encodes what these tracks lack and removes formats that are no longer offered. Call it again when either changes. */
  follow(trackFiles: readonly string[], formats: readonly PacketFormat[]): void;
  /** Files that are still to be encoded. */
  readonly waiting: number;
  close(): Promise<void>;
}

export interface PacketLibraryOptions {
  files: TrackFiles;
  /** Until the first track is encoded: a program that just started has better things to do. */
  delayMs?: number;
  /** Whether the machine has other work to do: encoding then waits, but not for ever. */
  isBusy?(): boolean;
  /** Left free on the disk for everything else. */
  minFreeBytes?: number;
  onFailure(error: Error, file: string): void;
}

interface Missing {
  file: string;
  format: PacketFormat;
}

const DELAY_MS = 20_000;
const MIN_FREE_BYTES = 512 * 2 ** 20;

export function createPacketLibrary(options: PacketLibraryOptions): PacketLibrary {
  const { files, delayMs = DELAY_MS, minFreeBytes = MIN_FREE_BYTES, isBusy, onFailure } = options;
  const closing = new AbortController();
  const failed = new Set<string>();
  let wanted: readonly string[] = [];
  let formats: readonly PacketFormat[] = [];
  let missing: Missing[] = [];
  let worker: Worker | undefined;
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Since what is missing was listed last. */
  let isChanged = false;
  let isClosed = false;

  async function listMissing(): Promise<Missing[]> {
    const present = await files.list();
    return wanted
      .filter((file) => present.has(file))
      .flatMap((file) => formats.map((format) => ({ file, format })))
      .filter(({ file, format }) => {
        const name = packetFileOf(file, format);
        return !present.has(name) && !failed.has(name);
      });
  }

  async function removeUnoffered(): Promise<void> {
    const unoffered = packetFormats.filter((format) => !formats.includes(format));
    const names = unoffered.flatMap((format) => wanted.map((file) => packetFileOf(file, format)));
    const present = names.length > 0 ? await files.list() : new Set<string>();
    await Promise.all(names.filter((name) => present.has(name)).map((name) => files.remove(name)));
  }

  function open(): Worker {
    const opened = new Worker(new URL('./packet-worker.ts', import.meta.url));
    opened.once('exit', () => {
      if (worker === opened) worker = undefined;
    });
    // It holds no process open.
    opened.unref();
    return opened;
  }

  async function encode({ file, format }: Missing): Promise<void> {
    const name = packetFileOf(file, format);
    worker ??= open();
    const order: PacketOrder = { from: files.pathOf(file), to: files.pathOf(name), format };
    const { failed: reason } = await answerOf(worker, order);
    if (isClosed) return;
    if (reason !== undefined) {
      failed.add(name);
      onFailure(new Error(reason), name);
    }
    // The track was deleted meanwhile: nobody else would remove its file.
    if (!(await files.list()).has(file)) await files.remove(name);
  }

  async function run(): Promise<void> {
    for (;;) {
      isChanged = false;
      await removeUnoffered();
      missing = await listMissing();
      const [next] = missing;
      if (!next || isClosed) break;
      if (await isDiskFull(files.pathOf(next.file), minFreeBytes)) {
        onFailure(new Error('The disk is almost full.'), packetFileOf(next.file, next.format));
        break;
      }
      await waitUntilQuiet(closing.signal, isBusy);
      if (isClosed) break;
      await encode(next);
    }
    await worker?.terminate();
    worker = undefined;
  }

  function start(): void {
    if (running || timer || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = run()
        .catch((error: unknown) => onFailure(error instanceof Error ? error : new Error(String(error)), ''))
        .finally(() => {
          running = undefined;
          if (isChanged) start();
        });
    }, delayMs);
    timer.unref();
  }

  return {
    follow(trackFiles, offered) {
      wanted = trackFiles;
      formats = offered;
      isChanged = true;
      start();
    },
    get waiting() {
      return missing.length;
    },
    async close() {
      isClosed = true;
      closing.abort();
      clearTimeout(timer);
      await worker?.terminate();
      await running;
    },
  };
}

function answerOf(worker: Worker, order: PacketOrder): Promise<PacketAnswer> {
  return new Promise((resolve) => {
    const done = (answer: PacketAnswer) => {
      worker.off('message', done);
      worker.off('error', lost);
      worker.off('exit', ended);
      resolve(answer);
    };
    const lost = (error: Error) => done({ failed: error.message });
    const ended = () => done({ failed: 'It was interrupted.' });
    worker.on('message', done);
    worker.on('error', lost);
    worker.on('exit', ended);
    worker.postMessage(order);
  });
}

async function isDiskFull(path: string, minFreeBytes: number): Promise<boolean> {
  const disk = await statfs(dirname(path)).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < minFreeBytes;
}
