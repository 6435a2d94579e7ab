// Removes the files of deleted recordings, and their covers. The database lists a file until it is really gone.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Logger } from '../logger.ts';

const RECORDING = /^[A-Za-z0-9_-]{1,80}\.mp3$/;
const COVER = /^[A-Za-z0-9_-]{1,80}\.(jpg|png|webp)$/;

export async function removeDeletedFiles(
  sql: Sql,
  { episodes, covers }: { episodes: string; covers: string },
  log: Logger,
): Promise<void> {
  try {
    const gone = await sql<
      { file: string }[]
    >`select file from private.radio_files_to_delete order by gone_at limit 500`;
    for (const { file } of gone) {
      if (RECORDING.test(file)) await rm(join(episodes, file), { force: true });
      if (COVER.test(file)) await rm(join(covers, file), { force: true });
      await sql`delete from private.radio_files_to_delete where file = ${file}`;
    }
  } catch (error) {
    log.warn(
      { err: error },
      'files of deleted recordings could not be removed; trying again at the next change',
    );
  }
}
