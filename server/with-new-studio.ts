// A fresh database in a temporary folder, with all migrations of the studio or of the backend alone: for commands that
// write down what the schema is. DATABASE_URL and the studio's data are not touched.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#backend/database/connect.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { readConfig } from './config.ts';
import { openDatabase, prepareForBackend, prepareForStudio, whilePreparing } from './open-database.ts';
import { loadSecrets } from './secrets.ts';

const progress = { step: () => undefined, done: () => undefined };

export function withNewStudio(work: (sql: Sql) => Promise<void>): Promise<void> {
  return withNewDatabase(async (database, config) => {
    await prepareForBackend(database, config, progress);
    await prepareForStudio(database, config, progress);
    await work(database.sql);
  });
}

/** Ready for the migrations of any Supabase project. */
export function withNewBackend(work: (database: Database) => Promise<void>): Promise<void> {
  return withNewDatabase(async (database, config) => {
    await prepareForBackend(database, config, progress, { isForProjects: true });
    // New connections: the search path that migrations rely on was set just now.
    await whilePreparing(database, work);
  });
}

async function withNewDatabase(
  work: (database: Database, config: ReturnType<typeof readConfig>) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onda-schema-'));
  // PostgreSQL's own user walks into the folder when this runs as root.
  await chmod(dataDir, 0o711);
  try {
    const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off' });
    const secrets = await loadSecrets(config);
    const onLost = (error: Error) => {
      throw error;
    };
    const database = await openDatabase({ config, secrets, progress, onLost });
    try {
      await work(database, config);
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
