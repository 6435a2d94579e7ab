// How the program is: whether its parts answer, how much room there is, how large things have become.
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { S3Options } from '#backend/storage/blobs/s3-client.ts';
import { answersInTime } from '../health.ts';
import type { LogRing } from '../log-ring.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { PROGRAM } from '../program.ts';
import { describeMail } from './mail-handlers.ts';

export interface SystemParts {
  dataDir: string;
  s3: S3Options | undefined;
  ring: LogRing | undefined;
  checkStorage: (() => Promise<void>) | undefined;
  /** Undefined where somebody else's stream is played. */
  isOnAir(): boolean | undefined;
}

export interface Check {
  name: 'database' | 'storage' | 'radio' | 'mail' | 'realtime';
  state: 'ok' | 'warn' | 'bad';
  words: string;
}

const FOLDERS = ['postgres', 'storage', 'radio', 'backups'] as const;
const MOST_FILES = 200_000;

export async function describeSystem(parts: SystemParts & { sql: Sql; mail: MailSettings }) {
  const { sql, dataDir } = parts;
  const [checks, database, disk, folders] = await Promise.all([
    checkAll(parts),
    describeDatabase(sql),
    statfs(dataDir),
    Promise.all(FOLDERS.map(async (name) => ({ name, bytes: await folderBytes(join(dataDir, name)) }))),
  ]);
  return {
    program: PROGRAM,
    node: process.version,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    memory_bytes: process.memoryUsage.rss(),
    checks,
    database,
    disk: { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize },
    folders,
  };
}

async function checkAll(parts: SystemParts & { sql: Sql; mail: MailSettings }): Promise<Check[]> {
  const { sql, checkStorage, isOnAir, mail } = parts;
  const [database, storage, post, realtime] = await Promise.all([
    answersInTime(sql`select 1`),
    checkStorage ? answersInTime(checkStorage()) : undefined,
    describeMail({ sql, mail }),
    sql<{ level: string; published: boolean }[]>`select current_setting('wal_level') as level,
      exists (select from pg_publication where pubname = 'supabase_realtime') as published`,
  ]);
  const onAir = isOnAir();
  const follows = realtime[0]?.level === 'logical' && realtime[0].published;
  return [
    { name: 'database', state: database ? 'ok' : 'bad', words: database ? 'answers' : 'does not answer' },
    {
      name: 'storage',
      state: storage === false ? 'bad' : 'ok',
      words:
        storage === undefined
          ? 'is the backend’s own'
          : storage
            ? 'takes and gives files'
            : 'can neither be written nor read',
    },
    {
      name: 'radio',
      state: onAir === false ? 'warn' : 'ok',
      words: onAir === undefined ? 'comes from elsewhere' : onAir ? 'is on air' : 'is silent',
    },
    {
      name: 'mail',
      state: (post.failed ?? 0) > 0 || !post.server ? 'warn' : 'ok',
      words: !post.server
        ? 'has no server: letters wait in the outbox'
        : (post.failed ?? 0) > 0
          ? `${post.failed} letters failed`
          : `leaves by ${post.server}`,
    },
    {
      name: 'realtime',
      state: follows ? 'ok' : 'warn',
      words: follows ? 'follows the tables' : 'cannot follow the tables: wal_level must be logical',
    },
  ];
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

/** What lies in a folder; folders of another user, such as PostgreSQL's under root, may be closed to us. */
async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.slice(0, MOST_FILES)) {
    if (!entry.isFile()) continue;
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
