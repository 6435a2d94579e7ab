// Updates the schema rate_limits. It is ours on every database, also on a hosted Supabase.
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { applyMigrations } from '#backend/database/apply-migrations.ts';
import type { Progress } from '#contracts/progress.ts';

const directory = fileURLToPath(new URL('./schema/', import.meta.url));

export async function installLimitsSchema(sql: postgres.Sql, progress: Progress): Promise<void> {
  await applyMigrations(sql, {
    directory,
    ledger: { schema: 'rate_limits', table: 'onda_migrations' },
    progress,
  });
}
