// A test file's own database with everything a running studio has: roles, schemas, migrations, sample content.
import { join } from 'node:path';
import { installAuthSchema } from '#backend/auth/install-schema.ts';
import { installBackgroundSchema } from '#backend/background/install-schema.ts';
import { applyMigrations } from '#backend/database/apply-migrations.ts';
import { applySeed } from '#backend/database/apply-seed.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { giveFunctionsAnOwner, SERVICE_SCHEMAS, STUDIO_SCHEMAS } from '#backend/database/function-owner.ts';
import { prepareDatabase } from '#backend/database/prepare-database.ts';
import { installLimitsSchema } from '#backend/limits/install-schema.ts';
import { installRealtimeSchema } from '#backend/realtime/install-schema.ts';
import { installStorageSchema } from '#backend/storage/install-schema.ts';
import { hashScripts } from '#backend/testing/hash-scripts.ts';
import { openTestDatabase, type TestDatabase } from '#backend/testing/test-database.ts';
import { SEED_FILES } from '../seed-files.ts';

const progress = { step: () => undefined, done: () => undefined };
const SUPABASE = join(import.meta.dirname, '..', '..', 'supabase');

export async function openStudioDatabase(): Promise<TestDatabase> {
  return withoutPublicRights(await openTestDatabase({ name: `studio_${await hashScripts(SUPABASE)}`, fill }));
}

/** With what the first start of the program adds as well. */
export async function openSampleDatabase(
  addMore: (databaseUrl: string) => Promise<void>,
): Promise<TestDatabase> {
  const name = `sample_${await hashScripts(SUPABASE)}`;
  const fillMore = async (sql: Sql, url: string) => {
    await fill(sql);
    await addMore(url);
  };
  return withoutPublicRights(await openTestDatabase({ name, fill: fillMore }));
}

async function withoutPublicRights(database: TestDatabase): Promise<TestDatabase> {
  // PostgreSQL copies what is in a database, but not the rights to it.
  await database.sql.unsafe(
    `revoke create, temporary on database ${new URL(database.url).pathname.slice(1)} from public`,
  );
  return database;
}

async function fill(sql: Sql): Promise<void> {
  await prepareDatabase(sql, { progress });
  await installLimitsSchema(sql, progress);
  await installAuthSchema(sql, progress);
  await installStorageSchema(sql, progress);
  await installRealtimeSchema(sql, progress);
  await installBackgroundSchema(sql, progress);
  await giveFunctionsAnOwner(sql, SERVICE_SCHEMAS);
  await applyMigrations(sql, {
    directory: join(SUPABASE, 'migrations'),
    ledger: { schema: 'supabase_migrations', table: 'schema_migrations' },
    progress,
  });
  await giveFunctionsAnOwner(sql, [...SERVICE_SCHEMAS, ...STUDIO_SCHEMAS]);
  await applySeed(sql, { files: SEED_FILES, progress });
}
