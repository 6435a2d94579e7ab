// A PostgreSQL apart from the program under measurement, in a folder of its own that is removed when it stops.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#backend/database/embedded-postgres.ts';

export const silent = { step: () => undefined, done: () => undefined };

export interface BenchDatabase extends EmbeddedPostgres {
  /** Also for the data of the program under measurement. */
  folder: string;
}

export async function startDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'onda-bench-'));
  // PostgreSQL and nginx run as users of their own and must walk through it.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    password: randomBytes(16).toString('hex'),
    progress: silent,
  });
  return {
    ...server,
    folder,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
