// Fills a database with sample content, once: SQL files in one transaction, recorded so that they never run again,
// not even after the sample content has been deleted or a file has changed. Schema changes are migrations.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Progress } from '#contracts/progress.ts';
import type { Sql, TransactionSql } from './driver/sql.ts';
import { runScript } from './run-script.ts';

export async function applySeed(
  sql: Sql,
  {
    files,
    progress,
    what = 'the sample studio',
  }: { files: readonly [string, ...string[]]; progress: Progress; what?: string },
): Promise<{ isApplied: boolean }> {
  const scripts = await readScripts(files);
  const hash = hashOf(scripts.map(({ script }) => script).join('\n'));
  const isApplied = await decideOnce(sql, files[0], hash, async (transaction) => {
    progress.step(`Filling in ${what}`);
    await runSeed(transaction, scripts);
    progress.done();
  });
  return { isApplied };
}

type SeedScript = { script: string; fileName: string };

export function readScripts(files: readonly string[]): Promise<SeedScript[]> {
  return Promise.all(
    files.map(async (file) => ({ script: await readFile(file, 'utf8'), fileName: basename(file) })),
  );
}

/** Later files build on the tables and settings of earlier ones. */
export async function runSeed(transaction: TransactionSql, scripts: readonly SeedScript[]): Promise<void> {
  for (const [index, each] of scripts.entries())
    await runScript(transaction, { ...each, isLast: index === scripts.length - 1 });
}

/** Records that this database has no sample content, so that no later start adds it. */
export async function declineSeed(sql: Sql, { file }: { file: string }): Promise<void> {
  await decideOnce(sql, file, 'declined', async () => undefined);
}

async function decideOnce(
  sql: Sql,
  file: string,
  hash: string,
  act: (transaction: TransactionSql) => Promise<void>,
): Promise<boolean> {
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(hashtextextended('seed files', 0))`;
    await transaction`create schema if not exists supabase_migrations`;
    // The Supabase CLI's own table for the same purpose.
    await transaction`
      create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null)`;
    const path = `supabase/${basename(file)}`;
    const [record] = await transaction`select from supabase_migrations.seed_files where path = ${path}`;
    if (record) return false;
    await act(transaction);
    await transaction`insert into supabase_migrations.seed_files (path, hash) values (${path}, ${hash})`;
    return true;
  });
}

function hashOf(script: string): string {
  return createHash('sha256').update(script).digest('hex');
}
