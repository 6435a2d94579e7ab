// A test file's own database with everything a running studio has: roles, schemas, migrations, sample content.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installAuthSchema } from '#backend/auth/install-schema.ts';
import { installBackgroundSchema } from '#backend/background/install-schema.ts';
import { applyMigrations } from '#backend/database/apply-migrations.ts';
import { applySeed } from '#backend/database/apply-seed.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import { installLimitsSchema } from '#backend/limits/install-schema.ts';
import { installRealtimeSchema } from '#backend/realtime/install-schema.ts';
import { installStorageSchema } from '#backend/storage/install-schema.ts';
import { openTestDatabase, type TestDatabase } from '#backend/testing/test-database.ts';
import { SEED_FILES } from '../seed-files.ts';

const progress = { step: () => undefined, done: () => undefined };
const SUPABASE = join(import.meta.dirname, '..', '..', 'supabase');

export async function openStudioDatabase(): Promise<TestDatabase> {
  return openTestDatabase({ name: `studio_${await hashOfScripts()}`, fill });
}

async function fill(sql: Sql): Promise<void> {
  await prepareDatabase(sql, { progress });
  await installLimitsSchema(sql, progress);
  await installAuthSchema(sql, progress);
  await installStorageSchema(sql, progress);
  await installRealtimeSchema(sql, progress);
  await installBackgroundSchema(sql, progress);
  await applyMigrations(sql, {
    directory: join(SUPABASE, 'migrations'),
    ledger: { schema: 'supabase_migrations', table: 'schema_migrations' },
    progress,
  });
  await applySeed(sql, { files: SEED_FILES, progress });
}

/** Runs under one parent may follow each other while a script changes: other scripts are another studio. */
async function hashOfScripts(): Promise<string> {
  const names = (await readdir(SUPABASE, { recursive: true })).filter((name) => name.endsWith('.sql')).sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(name).update(await readFile(join(SUPABASE, name)));
  return hash.digest('hex').slice(0, 10);
}
