// Distinguishes a data folder whose database has not been created yet from one whose database was lost. A note is left before
// the secrets are written and removed once the database is there: secrets without a database and without the note mean
// a loss, and nothing must be created in its place.
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NOTE = 'postgres.pending';
const TEXT = 'The database of this folder has not been created yet. The program removes this file.\n';

/** Before secrets.json is written. */
export async function noteFirstStart(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, NOTE), TEXT, { mode: 0o600 });
}

export async function isFirstStart(dataDir: string): Promise<boolean> {
  return (await stat(join(dataDir, NOTE)).catch(() => undefined)) !== undefined;
}

/** Once the database has been created. */
export async function endFirstStart(dataDir: string): Promise<void> {
  await rm(join(dataDir, NOTE), { force: true });
}
