// Brings a database to what a Supabase project says: its migrations, its seeds once, its buckets.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations } from '#backend/database/apply-migrations.ts';
import { applySeed } from '#backend/database/apply-seed.ts';
import type { Database } from '#backend/database/connect.ts';
import type { Progress } from '#contracts/progress.ts';
import { readSizeBytes } from '../environment-reader.ts';
import { type Project, type Settings, seedFiles, tableOf } from './find-project.ts';
import { sizeOf } from './project-environment.ts';

export async function prepareProject(
  { sql }: Pick<Database, 'sql'>,
  project: Project,
  progress: Progress,
): Promise<void> {
  const directory = join(project.directory, 'migrations');
  if (existsSync(directory))
    await applyMigrations(sql, {
      directory,
      ledger: { schema: 'supabase_migrations', table: 'schema_migrations' },
      progress,
    });
  const [first, ...others] = seedFiles(project);
  if (first !== undefined)
    await applySeed(sql, { files: [first, ...others], progress, what: "the project's seed" });
  const buckets = tableOf(tableOf(project.settings.storage).buckets);
  for (const [name, settings] of Object.entries(buckets)) await addBucket(sql, name, tableOf(settings));
}

/** What was changed about a bucket later stays changed. */
async function addBucket(sql: Database['sql'], name: string, settings: Settings): Promise<void> {
  const { file_size_limit: limit, allowed_mime_types: types } = settings;
  const variable = `file_size_limit of the bucket ${name}`;
  const bytes =
    limit === undefined ? null : readSizeBytes({ [variable]: sizeOf(String(limit)) }, variable, 1);
  await sql`
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values (${name}, ${name}, ${settings.public === true}, ${bytes}, ${Array.isArray(types) ? types.map(String) : null})
    on conflict do nothing`;
}
