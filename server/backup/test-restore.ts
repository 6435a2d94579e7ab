// Tests a backup: reads it to its end, restores it into a separate database, compares every table, and drops that database.
// The studio keeps running and is not touched.
import { randomBytes } from 'node:crypto';
import { connectDatabase } from '#backend/database/connect.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { CodedText } from '#contracts/coded-text.ts';
import { openZip } from '../archive/open-zip.ts';
import { type BackupProgress, backupText } from './backup-text.ts';
import { readManifest } from './manifest.ts';
import { restoreDatabase } from './restore-backup.ts';

export interface TriedBackup {
  tables: number;
  rows: number;
  files: number;
  leftOut: string[];
  missing: number;
}

export interface TestOutcome {
  isGood: boolean;
  result: CodedText;
}

export async function testRestore(
  path: string,
  { sql, databaseUrl }: { sql: Sql; databaseUrl: string },
  onProgress: (progress: BackupProgress) => void = () => undefined,
): Promise<TriedBackup> {
  const zip = await openZip(path);
  const name = `onda_restore_test_${randomBytes(6).toString('hex')}`;
  try {
    const manifest = await readManifest(zip);
    const names = [...zip.items.keys()];
    for (const [index, file] of names.entries()) {
      onProgress({ step: backupText('reading_the_file'), share: (0.3 * index) / names.length });
      for await (const _chunk of zip.read(file));
    }
    await sql.unsafe(`create database ${name}`);
    try {
      const url = new URL(databaseUrl);
      url.pathname = `/${name}`;
      const database = await connectDatabase(url.href, { max: 2, applicationName: 'onda restore test' });
      try {
        const restored = await restoreDatabase(database.sql, zip, manifest, {
          onProgress: ({ step, share }) => onProgress({ step, share: 0.3 + share * 0.7 }),
        });
        const files = manifest.objects.length + manifest.radio.length;
        return { ...restored, files, missing: manifest.missing.length };
      } finally {
        await database.close();
      }
    } finally {
      await sql.unsafe(`drop database if exists ${name} with (force)`);
    }
  } finally {
    await zip.close();
  }
}

/** A backup that leaves something out is not good, although what it holds came back. */
export function describeTest(tried: TriedBackup): TestOutcome {
  const { tables, rows, files, leftOut, missing } = tried;
  const counts = { tables, rows, files };
  const names = leftOut.join(', ');
  const isGood = leftOut.length === 0 && missing === 0;
  if (isGood) return { isGood, result: backupText('restored', counts) };
  if (missing === 0) return { isGood, result: backupText('restored_without_tables', { ...counts, names }) };
  return leftOut.length === 0
    ? { isGood, result: backupText('restored_without_files', { ...counts, missing }) }
    : { isGood, result: backupText('restored_with_problems', { ...counts, names, missing }) };
}
