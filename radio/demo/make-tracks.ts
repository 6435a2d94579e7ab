// Demo tracks as files: from the data folder, from the cache of this checkout, or rendered in a worker.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TrackShape } from '../audio/cue-points.ts';
import type { DemoTrack } from './demo-tracks.ts';

interface MadeTrack {
  track: DemoTrack;
  bytes: Uint8Array;
  shape: TrackShape;
}

export interface MakeDemoTracksOptions {
  /** A cache shared by data folders; optional if it cannot be written. */
  cacheFolder: string;
  /** Called for each track as soon as it is available, in order. */
  onTrack(made: MadeTrack): Promise<void>;
  signal: AbortSignal;
}

// Increased when the tracks change, so that old files are not reused.
const EDITION = 3;

export async function makeDemoTracks(
  tracks: readonly DemoTrack[],
  options: MakeDemoTracksOptions,
): Promise<void> {
  const missing: Unfinished[] = [];
  const pathOf = (slug: string, kind = 'mp3') => join(options.cacheFolder, `${slug}.${EDITION}.${kind}`);
  for (const track of tracks) {
    const bytes = await readFile(pathOf(track.slug)).catch(() => undefined);
    const shape = bytes && (await readShape(pathOf(track.slug, 'json')));
    if (options.signal.aborted) return;
    if (bytes && shape) await options.onTrack({ track, bytes, shape });
    else missing.push({ track, bytes });
  }
  if (missing.length === 0) return;
  await inWorker(missing, options.signal, async (made) => {
    await save(pathOf(made.track.slug), made.bytes).catch(() => undefined);
    await save(pathOf(made.track.slug, 'json'), JSON.stringify(made.shape)).catch(() => undefined);
    await options.onTrack(made);
  });
}

interface Unfinished {
  track: DemoTrack;
  /** Rendered already; only its shape is missing. */
  bytes?: Uint8Array;
}

async function readShape(path: string): Promise<TrackShape | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as TrackShape;
  } catch {
    return undefined;
  }
}

function inWorker(
  tracks: Unfinished[],
  signal: AbortSignal,
  onTrack: (made: MadeTrack) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./demo-worker.ts', import.meta.url), { workerData: tracks });
    let handled = Promise.resolve();
    const stop = () => void worker.terminate();
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', ({ slug, bytes, shape }: Omit<MadeTrack, 'track'> & { slug: string }) => {
      const made = tracks.find(({ track }) => track.slug === slug);
      if (!made) return;
      handled = handled.then(() => onTrack({ track: made.track, bytes, shape }));
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

async function save(path: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  // Several programs of one checkout may render the same track at once.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, bytes);
  await rename(draft, path);
}
