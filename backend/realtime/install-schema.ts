// Updates the schema realtime. A hosted Supabase already has it: the host calls this for its own database only.
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { applyMigrations } from '#backend/database/apply-migrations.ts';
import type { Progress } from '#contracts/progress.ts';

const directory = fileURLToPath(new URL('./schema/', import.meta.url));

export async function installRealtimeSchema(sql: postgres.Sql, progress: Progress): Promise<void> {
  await applyMigrations(sql, {
    directory,
    ledger: { schema: 'realtime', table: 'onda_migrations' },
    progress,
  });
}
