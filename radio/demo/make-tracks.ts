// Demo tracks as files: from the data folder, from the cache of this checkout, or rendered in a worker.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DemoTrack } from './demo-tracks.ts';

interface MadeTrack {
  track: DemoTrack;
  bytes: Uint8Array;
}

export interface MakeDemoTracksOptions {
  /** A cache shared by data folders; optional if it cannot be written. */
  cacheFolder: string;
  /** Called for each track as soon as it is available, in order. */
  onTrack(made: MadeTrack): Promise<void>;
  signal: AbortSignal;
}

// Increased when the tracks change, so that old files are not reused.
const EDITION = 2;

export async function makeDemoTracks(
  tracks: readonly DemoTrack[],
  options: MakeDemoTracksOptions,
): Promise<void> {
  const missing: DemoTrack[] = [];
  const pathOf = (slug: string) => join(options.cacheFolder, `${slug}.${EDITION}.mp3`);
  for (const track of tracks) {
    const bytes = await readFile(pathOf(track.slug)).catch(() => undefined);
    if (options.signal.aborted) return;
    if (bytes) await options.onTrack({ track, bytes });
    else missing.push(track);
  }
  if (missing.length === 0) return;
  await inWorker(missing, options.signal, async (made) => {
    await save(pathOf(made.track.slug), made.bytes).catch(() => undefined);
    await options.onTrack(made);
  });
}

function inWorker(
  tracks: DemoTrack[],
  signal: AbortSignal,
  onTrack: (made: MadeTrack) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./demo-worker.ts', import.meta.url), { workerData: tracks });
    let handled = Promise.resolve();
    const stop = () => void worker.terminate();
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', ({ slug, bytes }: { slug: string; bytes: Uint8Array }) => {
      const track = tracks.find((one) => one.slug === slug);
      if (!track) return;
      handled = handled.then(() => onTrack({ track, bytes }));
      // A track that could not be saved ends the worker; the exit below passes the error on.
      handled.catch(stop);
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      handled.then(resolve, reject);
    });
  });
}

async function save(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  // Several programs of one checkout may render the same track at once.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, bytes);
  await rename(draft, path);
}
