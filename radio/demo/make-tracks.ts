// Demo tracks as files: from the cache of this checkout, or rendered in a worker, one after the other.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TrackShape } from '../audio/cue-points.ts';
import type { DemoTrack } from './demo-tracks.ts';
import type { RenderedTrack, RenderOrder } from './demo-worker.ts';

interface MadeTrack extends RenderedTrack {
  track: DemoTrack;
}

export interface MakeDemoTracksOptions {
  /** A cache shared by data folders; optional if it cannot be written. */
  cacheFolder: string;
  /** Awaited before a track is rendered. With a low priority every other thread goes first, from then on. */
  beforeRendering?(): Promise<RenderOrder['priority']>;
  /** Called for each track as soon as it is available: those of the cache first, each kind in order. */
  onTrack(made: MadeTrack): Promise<void>;
  signal: AbortSignal;
}

// Increased when the tracks change, so that old files are not reused.
const EDITION = 3;

export async function makeDemoTracks(
  tracks: readonly DemoTrack[],
  options: MakeDemoTracksOptions,
): Promise<void> {
  const { cacheFolder, signal, onTrack } = options;
  const missing: DemoTrack[] = [];
  for (const track of tracks) {
    const cached = await readCached(cacheFolder, track);
    if (signal.aborted) return;
    if (cached.bytes && cached.shape) await onTrack({ track, bytes: cached.bytes, shape: cached.shape });
    else missing.push(track);
  }
  let renderer: Renderer | undefined;
  try {
    for (const track of missing) {
      const priority = (await options.beforeRendering?.()) ?? 'normal';
      // Another program of this checkout may have rendered it meanwhile.
      const { bytes, shape } = await readCached(cacheFolder, track);
      if (signal.aborted) return;
      if (bytes && shape) {
        await onTrack({ track, bytes, shape });
        continue;
      }
      renderer ??= openRenderer(signal);
      const made = await renderer.render({ track, bytes, priority });
      if (!made) return;
      await save(pathOf(cacheFolder, track), made.bytes).catch(() => undefined);
      await save(pathOf(cacheFolder, track, 'json'), JSON.stringify(made.shape)).catch(() => undefined);
      await onTrack({ track, ...made });
    }
  } finally {
    await renderer?.close();
  }
}

const pathOf = (folder: string, { slug }: DemoTrack, kind = 'mp3') =>
  join(folder, `${slug}.${EDITION}.${kind}`);

async function readCached(folder: string, track: DemoTrack): Promise<Partial<RenderedTrack>> {
  const bytes = await readFile(pathOf(folder, track)).catch(() => undefined);
  return { bytes, shape: bytes && (await readShape(pathOf(folder, track, 'json'))) };
}

async function readShape(path: string): Promise<TrackShape | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as TrackShape;
  } catch {
    return undefined;
  }
}

interface Renderer {
  /** Nothing when the signal ended it. */
  render(order: RenderOrder): Promise<RenderedTrack | undefined>;
  close(): Promise<unknown>;
}

function openRenderer(signal: AbortSignal): Renderer {
  const worker = new Worker(new URL('./demo-worker.ts', import.meta.url));
  const close = () => worker.terminate();
  signal.addEventListener('abort', close, { once: true });
  return {
    render: (order) =>
      new Promise((resolve, reject) => {
        const end = () => resolve(undefined);
        worker.once('error', reject).once('exit', end);
        worker.once('message', (made: RenderedTrack) => {
          worker.off('error', reject).off('exit', end);
          resolve(made);
        });
        worker.postMessage(order);
      }),
    close() {
      signal.removeEventListener('abort', close);
      return close();
    },
  };
}

async function save(path: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  // Several programs of one checkout may render the same track at once.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, bytes);
  await rename(draft, path);
}
