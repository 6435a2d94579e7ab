// Whether the disk of a folder has space for the database's next writes.
import { statfs } from 'node:fs/promises';

/** PostgreSQL writes its log in files of this size: with less it may stop at the next change. */
const LOG_FILE_BYTES = 16 * 2 ** 20;

export async function isDiskFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < LOG_FILE_BYTES;
}
