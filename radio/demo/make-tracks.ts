// Demo pieces as files: from the folder where they lie, from the cache of this checkout, or made in a worker.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DemoTrack } from './compose.ts';

export interface MadeTrack {
  piece: DemoTrack;
  bytes: Uint8Array;
}

export interface MakeDemoTracksOptions {
  /** Kept between data folders; a place that cannot be written is done without. */
  cacheFolder: string;
  /** Told of each piece as soon as it is there, in order. */
  onPiece(made: MadeTrack): Promise<void>;
  signal: AbortSignal;
}

// Counts up when the pieces change, so that old recordings are not taken for new ones.
const EDITION = 1;

export async function makeDemoTracks(
  pieces: readonly DemoTrack[],
  options: MakeDemoTracksOptions,
): Promise<void> {
  const missing: DemoTrack[] = [];
  const pathOf = (slug: string) => join(options.cacheFolder, `${slug}.${EDITION}.mp3`);
  for (const piece of pieces) {
    const bytes = await readFile(pathOf(piece.slug)).catch(() => undefined);
    if (options.signal.aborted) return;
    if (bytes) await options.onPiece({ piece, bytes });
    else missing.push(piece);
  }
  if (missing.length === 0) return;
  await inWorker(missing, options.signal, async (made) => {
    await keep(pathOf(made.piece.slug), made.bytes).catch(() => undefined);
    await options.onPiece(made);
  });
}

function inWorker(
  pieces: DemoTrack[],
  signal: AbortSignal,
  onPiece: (made: MadeTrack) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./demo-worker.ts', import.meta.url), { workerData: pieces });
    let handled = Promise.resolve();
    const stop = () => void worker.terminate();
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', ({ slug, bytes }: { slug: string; bytes: Uint8Array }) => {
      const piece = pieces.find((one) => one.slug === slug);
      if (piece) handled = handled.then(() => onPiece({ piece, bytes }));
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      handled.then(resolve, reject);
    });
  });
}

async function keep(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  // Several programs of one checkout may make the same piece at once.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, bytes);
  await rename(draft, path);
}
