// The tracks in the small formats. What is missing is encoded in the background, one track after the other; until then the mounts encode what they send. A file is there whole or not at all, so a crash costs
// only the track that was under way.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type PacketFormat, packetFormats } from '../audio/packet-format.ts';
import type { PacketOrder } from './encode-packet-file.ts';
import { packetFileOf } from './packet-file.ts';
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
  /** Writes one file; rejects when it is closed. */
  encode(order: PacketOrder): Promise<void>;
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
  const { files, encode, delayMs = DELAY_MS, minFreeBytes = MIN_FREE_BYTES, isBusy, onFailure } = options;
  const closing = new AbortController();
  const failed = new Set<string>();
  let wanted: readonly string[] = [];
  let formats: readonly PacketFormat[] = [];
  let missing: Missing[] = [];
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

  async function encodeMissing({ file, format }: Missing): Promise<void> {
    const name = packetFileOf(file, format);
    const order = { from: files.pathOf(file), to: files.pathOf(name), format };
    const error = await encode(order).then(() => undefined, asError);
    if (isClosed) return;
    if (error) {
      failed.add(name);
      onFailure(error, name);
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
      await encodeMissing(next);
    }
  }

  function start(): void {
    if (running || timer || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = run()
        .catch((error: unknown) => onFailure(asError(error), ''))
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
      await running;
    },
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

async function isDiskFull(path: string, minFreeBytes: number): Promise<boolean> {
  const disk = await statfs(dirname(path)).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < minFreeBytes;
}
