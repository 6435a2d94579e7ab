// Demo tracks as files: from the cache of this checkout, or rendered, one after the other.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrackShape } from '../audio/cue-points.ts';
import type { DemoTrack } from './demo-tracks.ts';
import type { DemoOrder, RenderedTrack } from './render-demo-track.ts';

interface MadeTrack extends RenderedTrack {
  track: DemoTrack;
}

export interface MakeDemoTracksOptions {
  /** A cache shared by data folders; optional if it cannot be written. */
  cacheFolder: string;
  /** Rejects when the signal ends it. */
  render(order: DemoOrder): Promise<RenderedTrack>;
  /** Awaited before a track is rendered. */
  beforeRendering?(): Promise<void>;
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
  for (const track of missing) {
    await options.beforeRendering?.();
    // Another program of this checkout may have rendered it meanwhile.
    const { bytes, shape } = await readCached(cacheFolder, track);
    if (signal.aborted) return;
    if (bytes && shape) {
      await onTrack({ track, bytes, shape });
      continue;
    }
    const made = await options.render({ track, bytes });
    await save(pathOf(cacheFolder, track), made.bytes).catch(() => undefined);
    await save(pathOf(cacheFolder, track, 'json'), JSON.stringify(made.shape)).catch(() => undefined);
    await onTrack({ track, ...made });
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

async function save(path: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  // Several programs of one checkout may render the same track at once.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, bytes);
  await rename(draft, path);
}
