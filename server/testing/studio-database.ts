// A test file's own database with everything a running studio has: roles, schemas, migrations, sample content.
import { join } from 'node:path';
import { installAuthSchema } from '#backend/auth/install-schema.ts';
import { applyMigrations } from '#backend/database/apply-migrations.ts';
import { applySeed } from '#backend/database/apply-seed.ts';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import { installRealtimeSchema } from '#backend/realtime/install-schema.ts';
import { installStorageSchema } from '#backend/storage/install-schema.ts';
import { openTestDatabase, type TestDatabase } from '#backend/testing/test-database.ts';

const progress = { step: () => undefined, done: () => undefined };
const SUPABASE = join(import.meta.dirname, '..', '..', 'supabase');

export async function openStudioDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  const { sql } = database;
  await prepareDatabase(sql, { progress });
  await installAuthSchema(sql, progress);
  await installStorageSchema(sql, progress);
  await installRealtimeSchema(sql, progress);
  await applyMigrations(sql, {
    directory: join(SUPABASE, 'migrations'),
    ledger: { schema: 'supabase_migrations', table: 'schema_migrations' },
    progress,
  });
  await applySeed(sql, { file: join(SUPABASE, 'seed.sql'), progress });
  return database;
}
