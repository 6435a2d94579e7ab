// A library in which tracks meet often: the sample studio's music cut short, for both AutoDJs, without jingles.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { viewFrames } from '#radio/audio/station-file.ts';
import { framesToMs, msToFrames } from '#radio/audio/station-format.ts';

/** While the station is stopped. Returns a folder with the music alone. */
export async function shortenTracks(options: {
  folder: string;
  tracksFolder: string;
  databaseUrl: string;
  trackMs: number;
}): Promise<string> {
  const { folder, tracksFolder, databaseUrl, trackMs } = options;
  const musicFolder = join(folder, 'short-tracks');
  await mkdir(musicFolder, { recursive: true });
  const sql = openSql(databaseUrl, { max: 1 });
  try {
    await sql`update public.radio_playlists set is_enabled = (kind = 'rotation')`;
    await sql`update public.radio_tracks set is_requestable = false`;
    for (const file of await readdir(tracksFolder)) {
      const [track] = await sql`select id from public.radio_tracks where file = ${file} and kind = 'music'`;
      if (!track) continue;
      const frames = viewFrames(await readFile(join(tracksFolder, file))).slice(0, msToFrames(trackMs));
      await writeFile(join(tracksFolder, file), Buffer.concat(frames));
      await copyFile(join(tracksFolder, file), join(musicFolder, file));
      const durationMs = Math.floor(framesToMs(frames.length));
      await sql`update public.radio_tracks set duration_ms = ${durationMs}, cue_in_ms = least(cue_in_ms, 1000),
        cue_out_ms = ${durationMs} where id = ${track.id}`;
    }
  } finally {
    await sql.end();
  }
  return musicFolder;
}

/** How many tracks began since then. */
export async function countTracks(databaseUrl: string, since: Date): Promise<number> {
  const sql = openSql(databaseUrl, { max: 1 });
  try {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::integer as count from public.radio_plays where started_at > ${since}`;
    return row?.count ?? 0;
  } finally {
    await sql.end();
  }
}
