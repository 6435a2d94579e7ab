// Updates a schema that a part of the backend owns, from the SQL files in its folder `schema`.
import { fileURLToPath } from 'node:url';
import type { Progress } from '#contracts/progress.ts';
import { applyMigrations } from './apply-migrations.ts';
import type { Sql } from './driver/sql.ts';

export function schemaInstaller(schema: string, directory: URL, table = 'onda_migrations') {
  return (sql: Sql, progress: Progress): Promise<unknown> =>
    applyMigrations(sql, {
      directory: fileURLToPath(directory),
      ledger: { schema, table },
      progress,
    });
}
