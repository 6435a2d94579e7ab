// The first music of a new station and three recordings of its shows, added once. What was deleted is not added again.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { TrackShape } from '#radio/audio/cue-points.ts';
import { viewFrames } from '#radio/audio/station-file.ts';
import type { Radio } from '#radio/create-radio.ts';
import {
  type DemoRecording,
  type DemoTrack,
  demoFile,
  demoRecordings,
  demoTracks,
  readIntervalSignal,
} from '#radio/demo/demo-tracks.ts';
import { waitUntilQuiet } from '#radio/library/wait-until-quiet.ts';
import type { Logger } from '../logger.ts';
import type { Sounds } from './open-sounds.ts';

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'onda-demo-music');
/** Increased when the music or its conversion changes, so that old files are not used again. */
const EDITION = 4;
const FIRST_TRACKS = 4;
const ALBUM = 'onda house tape';
const ROTATION = idOf('playlist rotation');
const JINGLES = idOf('playlist jingles');
const CLOCK = idOf('hour clock');

/** Frames that are there before anything else is. */
export async function loadFallback(): Promise<Uint8Array[]> {
  return viewFrames(await readIntervalSignal());
}

interface StationTrack {
  bytes: Uint8Array;
  durationMs: number;
  shape: TrackShape;
}

interface DemoLibrary {
  radio: Radio;
  sounds: Sounds;
  sql: Sql;
  folder: string;
  signal: AbortSignal;
  log: Logger;
  onAdded(): Promise<void>;
}

export async function addDemoLibrary(options: DemoLibrary): Promise<void> {
  const { folder, signal, log, onAdded } = options;
  const doneFile = join(folder, 'demo-library.json');
  const done = new Set(await readDone(doneFile));
  try {
    for (const [index, demo] of [...demoTracks, ...demoRecordings].entries()) {
      if (done.has(demo.slug)) continue;
      // Enough for a programme at once; the rest leaves a busy machine to the visitors.
      if (index >= FIRST_TRACKS) await waitUntilQuiet(signal);
      if (signal.aborted) return;
      await add(demo, options);
      done.add(demo.slug);
      await writeFile(doneFile, JSON.stringify([...done]));
      await onAdded();
    }
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the demo library could not be created');
  }
}

async function add(demo: DemoTrack | DemoRecording, options: DemoLibrary): Promise<void> {
  const { radio, sql, folder } = options;
  const { bytes, ...made } = (await readCached(demo)) ?? (await convert(demo, options));
  if ('show' in demo) await addRecording(sql, join(folder, 'episodes'), demo, { ...made, bytes });
  else if (await hasSamples(sql)) {
    await radio.files.save(fileOf(demo), bytes);
    await radio.refreshFiles();
    await enter(sql, demo, made);
  }
}

async function convert(demo: DemoTrack, { sounds, folder }: DemoLibrary): Promise<StationTrack> {
  const to = join(folder, 'uploads', fileOf(demo));
  try {
    const { durationMs, shape } = await sounds.foreground.run('convert', { from: demoFile(demo), to });
    const track = { durationMs, shape, bytes: await readFile(to) };
    await writeCached(demo, track).catch(() => undefined);
    return track;
  } finally {
    await rm(to, { force: true });
  }
}

async function readCached(demo: DemoTrack): Promise<StationTrack | undefined> {
  try {
    const { durationMs, shape } = JSON.parse(await readFile(cacheFile(demo, 'json'), 'utf8')) as StationTrack;
    return { durationMs, shape, bytes: await readFile(cacheFile(demo, 'mp3')) };
  } catch {
    return undefined;
  }
}

/** Programs of one checkout share it: the JSON comes last, so that nobody reads a part of the sound. */
async function writeCached(demo: DemoTrack, { bytes, ...rest }: StationTrack): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  for (const [kind, content] of [
    ['mp3', bytes],
    ['json', JSON.stringify(rest)],
  ] as const) {
    const draft = `${cacheFile(demo, kind)}.${process.pid}`;
    await writeFile(draft, content);
    await rename(draft, cacheFile(demo, kind));
  }
}

function cacheFile({ slug }: DemoTrack, kind: 'json' | 'mp3'): string {
  return join(CACHE, `${slug}.${EDITION}.${kind}`);
}

async function enter(
  sql: Sql,
  demo: DemoTrack,
  { durationMs, shape }: { durationMs: number; shape: TrackShape },
): Promise<void> {
  const id = idOf(demo.slug);
  const list = demo.kind === 'jingle' ? JINGLES : ROTATION;
  await sql.begin(async (to) => {
    await to`insert into public.radio_playlists (id, name, kind, every, is_demo)
      values (${ROTATION}, 'House rotation', 'rotation', 0, true), (${JINGLES}, 'Idents', 'jingles', 3, true)
      on conflict do nothing`;
    await to`with clock as (
        insert into public.radio_clocks (id) values (${CLOCK}) on conflict do nothing returning id
      )
      insert into public.radio_clock_items (clock_id, kind, second, playlist_id)
      select clock.id, item.kind, item.second, ${JINGLES}
      from clock, (values ('station_id', 0), ('jingle', 1800)) as item (kind, second)`;
    await to`insert into public.radio_tracks (id, kind, title, artist, album, duration_ms, cue_in_ms,
        cue_out_ms, peaks, loudness_lufs, file, source_name, is_demo, added_at)
      values (${id}, ${demo.kind}, ${demo.title}, ${demo.artist}, ${ALBUM}, ${durationMs}, ${shape.cueInMs},
        ${shape.cueOutMs}, ${shape.peaks}, -16,
        ${fileOf(demo)}, 'made by the station', true, now())
      on conflict do nothing`;
    await to`insert into private.sample_texts (place, text)
      values ('radio_tracks.title', ${demo.title}), ('radio_tracks.artist', ${demo.artist}), ('radio_tracks.album', ${ALBUM})
      on conflict do nothing`;
    await to`insert into public.radio_playlist_tracks (playlist_id, track_id, position)
      values (${list}, ${id}, ${demoTracks.indexOf(demo)}) on conflict do nothing`;
  });
}

/** An owner may have removed the samples while the music was being made. */
async function hasSamples(sql: Sql): Promise<boolean> {
  const [found] = await sql`select from public.offerings where is_demo limit 1`;
  return found !== undefined;
}

async function addRecording(
  sql: Sql,
  folder: string,
  recording: DemoRecording,
  { bytes, durationMs }: { bytes: Uint8Array; durationMs: number },
): Promise<void> {
  const { show, summary, daysAgo } = recording;
  // A show that was removed takes its recordings with it.
  const [found] = await sql`select id from public.shows where slug = ${show} and is_demo`;
  if (!found) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, fileOf(recording)), bytes);
  await sql`insert into public.radio_episodes (id, show_id, title, summary, file, bytes, duration_ms, recorded_at, published_at)
    values (${idOf(recording.slug)}, ${found.id}, ${recording.title}, ${summary}, ${fileOf(recording)}, ${bytes.length}, ${durationMs},
      now() - make_interval(days => ${daysAgo}), now() - make_interval(days => ${daysAgo}))
    on conflict do nothing`;
}

async function readDone(path: string): Promise<string[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as string[];
  } catch {
    return [];
  }
}

function fileOf(demo: DemoTrack): string {
  return `demo-${demo.slug}.mp3`;
}

/** The same id on every machine, so that a second process does not add a track twice. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(`onda demo ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
