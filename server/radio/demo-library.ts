// The first music of a new station and three recordings of its shows: made by the program itself, added once. What was
// deleted is not added again.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { TrackShape } from '#radio/audio/cue-points.ts';
import { viewFrames } from '#radio/audio/station-file.ts';
import { framesToMs } from '#radio/audio/station-format.ts';
import type { Radio } from '#radio/create-radio.ts';
import {
  type DemoRecording,
  type DemoTrack,
  demoRecordings,
  demoTracks,
  intervalSignal,
} from '#radio/demo/demo-tracks.ts';
import { makeDemoTracks } from '#radio/demo/make-tracks.ts';
import { waitUntilQuiet } from '#radio/library/wait-until-quiet.ts';
import type { Logger } from '../logger.ts';
import type { Sounds } from './open-sounds.ts';

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'onda-demo-music');
const FIRST_SONGS = 3;
const ALBUM = 'onda house tape';
const ROTATION = idOf('playlist rotation');
const JINGLES = idOf('playlist jingles');
const CLOCK = idOf('hour clock');

/** Frames that are there before anything else is. */
export async function loadFallback(sounds: Sounds): Promise<Uint8Array[]> {
  let bytes: Uint8Array = new Uint8Array(0);
  await makeDemoTracks([intervalSignal], {
    cacheFolder: CACHE,
    signal: new AbortController().signal,
    render: (order) => sounds.foreground.run('renderDemoTrack', order),
    onTrack: async (made) => {
      bytes = made.bytes;
    },
  });
  return viewFrames(bytes);
}

export async function addDemoLibrary(options: {
  radio: Radio;
  sounds: Sounds;
  sql: Sql;
  folder: string;
  signal: AbortSignal;
  log: Logger;
  onAdded(): Promise<void>;
}): Promise<void> {
  const { radio, sounds, sql, folder, signal, log, onAdded } = options;
  const doneFile = join(folder, 'demo-library.json');
  const done = new Set(await readDone(doneFile));
  let songs = demoTracks.filter(({ kind, slug }) => kind === 'music' && done.has(slug)).length;
  try {
    const all = [...demoTracks, ...demoRecordings.map(({ track }) => track)];
    await makeDemoTracks(
      all.filter(({ slug }) => !done.has(slug)),
      {
        cacheFolder: CACHE,
        signal,
        // Enough for a programme at once; the rest takes minutes of a core and leaves a busy one to the visitors.
        beforeRendering: async () => {
          if (songs >= FIRST_SONGS) await waitUntilQuiet(signal);
        },
        render: (order) =>
          songs < FIRST_SONGS
            ? sounds.foreground.run('renderDemoTrack', order)
            : sounds.background.run('renderDemoTrack', order),
        async onTrack({ track: demo, bytes, shape }) {
          const durationMs = framesToMs(viewFrames(bytes).length);
          const recording = demoRecordings.find(({ track }) => track === demo);
          if (recording) await addRecording(sql, join(folder, 'episodes'), { recording, bytes, durationMs });
          else if (await hasSamples(sql)) {
            await radio.files.save(fileOf(demo), bytes);
            await radio.refreshFiles();
            await enter(sql, demo, { durationMs, shape });
          }
          if (demo.kind === 'music' && !recording) songs += 1;
          done.add(demo.slug);
          await writeFile(doneFile, JSON.stringify([...done]));
          await onAdded();
        },
      },
    );
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, 'the demo library could not be created');
  }
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
      values (${id}, ${demo.kind}, ${demo.title}, ${demo.artist}, ${ALBUM}, ${Math.round(durationMs)}, ${shape.cueInMs},
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
  { recording, bytes, durationMs }: { recording: DemoRecording; bytes: Uint8Array; durationMs: number },
): Promise<void> {
  const { track, show, summary, daysAgo } = recording;
  // A show that was removed takes its recordings with it.
  const [found] = await sql`select id from public.shows where slug = ${show} and is_demo`;
  if (!found) return;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, fileOf(track)), bytes);
  await sql`insert into public.radio_episodes (id, show_id, title, summary, file, bytes, duration_ms, recorded_at, published_at)
    values (${idOf(track.slug)}, ${found.id}, ${track.title}, ${summary}, ${fileOf(track)}, ${bytes.length}, ${Math.round(durationMs)},
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
