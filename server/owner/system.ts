// How the program is: whether its parts answer, how much room there is, how large things have become.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { S3Options } from '#backend/storage/blobs/s3-client.ts';
import { checkAddress, checkDisk, checkPostgres, checkScheme } from '../health/checks.ts';
import { type MeasuredParts, measureCertificate, measureDisk, measureParts } from '../health/measure.ts';
import type { LogRing } from '../log-ring.ts';
import { PROGRAM } from '../program.ts';

export interface SystemParts
  extends Pick<
    MeasuredParts,
    'dataDir' | 'checkStorage' | 'isOnAir' | 'radioProblem' | 'countriesState' | 'certificates'
  > {
  s3: S3Options | undefined;
  ring: LogRing | undefined;
  databaseUrl: string;
}

interface Measured extends SystemParts, MeasuredParts {
  siteUrl: string;
  /** The current request: its URL and the sender's address. */
  requestUrl: string;
  address: string;
}

const FOLDERS = ['postgres', 'storage', 'radio', 'backups'] as const;
const MAX_FILES = 200_000;

export async function describeSystem(parts: Measured) {
  const { sql, dataDir } = parts;
  const [database, disk, folders] = await Promise.all([
    describeDatabase(sql),
    measureDisk(dataDir),
    Promise.all(FOLDERS.map(async (name) => ({ name, bytes: await folderBytes(join(dataDir, name)) }))),
  ]);
  return {
    program: PROGRAM,
    node: process.version,
    now: new Date().toISOString(),
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    memory_bytes: process.memoryUsage.rss(),
    checks: [
      checkAddress(parts.address, parts.siteUrl),
      checkScheme(parts.requestUrl, parts.siteUrl),
      ...measureCertificate(parts),
      ...(await measureParts(parts)),
      checkPostgres(database.version),
      checkDisk(disk),
    ],
    database,
    disk: { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
    folders,
  };
}

async function describeDatabase(sql: Sql) {
  const [about] = await sql<{ version: string; bytes: string; connections: number }[]>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`;
  const tables = await sql<{ name: string; bytes: string; rows: string }[]>`
    select s.schemaname || '.' || s.relname as name, pg_total_relation_size(s.relid) as bytes, s.n_live_tup as rows
    from pg_stat_user_tables s order by pg_total_relation_size(s.relid) desc, 1 limit 10`;
  return {
    version: about?.version ?? '',
    bytes: Number(about?.bytes ?? 0),
    connections: about?.connections ?? 0,
    tables: tables.map(({ name, bytes, rows }) => ({ name, bytes: Number(bytes), rows: Number(rows) })),
  };
}

/** The size of a folder; folders of another user, such as PostgreSQL's under root, may not be readable. */
async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.slice(0, MAX_FILES)) {
    if (!entry.isFile()) continue;
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
