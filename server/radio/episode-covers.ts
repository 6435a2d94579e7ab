// The picture of one episode: what a file is, is read from its first bytes; it is served with that type only.
import { randomUUID } from 'node:crypto';
import type { Sql } from '#backend/database/driver/sql.ts';
import { readWithin } from '#backend/gateway/read-within.ts';
import type { TrackFiles } from '#radio/library/track-files.ts';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import { radioErrors } from './station-guard.ts';

interface CoverOptions {
  sql: Sql;
  files: TrackFiles;
}

interface Editor {
  userId: string;
  isStaff: boolean;
}

const MAX_BYTES = 4 * 2 ** 20;

export async function saveEpisodeCover(
  request: Request,
  id: string,
  by: Editor,
  { sql, files }: CoverOptions,
): Promise<{ cover: string }> {
  const old = await readCover(id, by, sql);
  const bytes = await readWithin(request, MAX_BYTES, apiErrors.tooLarge);
  const extension = extensionOf(bytes);
  if (!extension) throw new ApiError(415, 'not_a_picture', 'Use a JPEG, PNG or WebP picture.');
  // A new name each time: pictures are cached for long.
  const file = `episode-${randomUUID()}.${extension}`;
  await files.save(file, bytes);
  await sql`update public.radio_episodes set cover_file = ${file} where id = ${id}`;
  if (old) await files.remove(old);
  return { cover: `/radio/covers/${file}` };
}

export async function removeEpisodeCover(
  id: string,
  by: Editor,
  { sql, files }: CoverOptions,
): Promise<{ cover: null }> {
  const old = await readCover(id, by, sql);
  await sql`update public.radio_episodes set cover_file = null where id = ${id}`;
  if (old) await files.remove(old);
  return { cover: null };
}

/** The file it has; hosts have access to recordings of their shows and of their own live sessions. */
async function readCover(id: string, { userId, isStaff }: Editor, sql: Sql): Promise<string | null> {
  const [episode] = await sql<{ cover_file: string | null }[]>`
    select e.cover_file from public.radio_episodes e where e.id = ${id} and (${isStaff}
      or exists (select from public.radio_show_hosts h where h.show_id = e.show_id and h.user_id = ${userId})
      or exists (select from public.radio_live_sessions l where l.id = e.live_session_id and l.user_id = ${userId}))`;
  if (!episode) throw radioErrors.noEpisode();
  return episode.cover_file;
}

function extensionOf(bytes: Buffer): 'jpg' | 'png' | 'webp' | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : undefined;
}
