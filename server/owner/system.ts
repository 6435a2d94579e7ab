// How the program is: whether its parts answer, how much room there is, how large things have become.
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import type { S3Options } from '#backend/storage/blobs/s3-client.ts';
import {
  type Check,
  checkAddress,
  checkBackup,
  checkCertificate,
  checkClock,
  checkDisk,
  checkMail,
  checkPostgres,
  checkScheme,
} from '../health/checks.ts';
import { answersInTime } from '../health/ready.ts';
import type { LogRing } from '../log-ring.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import { PROGRAM } from '../program.ts';
import type { Certificates } from '../tls/certificate-files.ts';
import { describeMail } from './mail-handlers.ts';

export interface SystemParts {
  dataDir: string;
  s3: S3Options | undefined;
  ring: LogRing | undefined;
  checkStorage: (() => Promise<void>) | undefined;
  /** Undefined where somebody else's stream is played. */
  isOnAir(): boolean | undefined;
  /** Only where the program speaks TLS itself. */
  certificates?: Pick<Certificates, 'current'>;
}

interface Measured extends SystemParts {
  sql: Sql;
  mail: MailSettings;
  siteUrl: string;
  /** The request of whoever looks: how it was addressed, and from where. */
  requestUrl: string;
  address: string;
}

const FOLDERS = ['postgres', 'storage', 'radio', 'backups'] as const;
const MOST_FILES = 200_000;

export async function describeSystem(parts: Measured) {
  const { sql, dataDir } = parts;
  const [database, space, folders] = await Promise.all([
    describeDatabase(sql),
    statfs(dataDir),
    Promise.all(FOLDERS.map(async (name) => ({ name, bytes: await folderBytes(join(dataDir, name)) }))),
  ]);
  const disk = { freeBytes: space.bavail * space.bsize, totalBytes: space.blocks * space.bsize };
  return {
    program: PROGRAM,
    node: process.version,
    now: new Date().toISOString(),
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    memory_bytes: process.memoryUsage.rss(),
    checks: [
      checkAddress(parts.address, parts.siteUrl),
      checkScheme(parts.requestUrl, parts.siteUrl),
      ...(parts.certificates ? [checkCertificate(parts.certificates.current?.expiresAtMs, Date.now())] : []),
      ...(await checkParts(parts)),
      checkPostgres(database.version),
      checkDisk(disk),
    ],
    database,
    disk: { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
    folders,
  };
}

async function checkParts({ sql, checkStorage, isOnAir, mail }: Measured): Promise<Check[]> {
  const [isDatabaseThere, isStorageThere, described, found] = await Promise.all([
    answersInTime(sql`select 1`),
    checkStorage ? answersInTime(checkStorage()) : undefined,
    describeMail({ sql, mail }),
    readFacts(sql),
  ]);
  return [
    isDatabaseThere
      ? { name: 'database', state: 'ok', message: 'answers' }
      : {
          name: 'database',
          state: 'bad',
          message: 'does not answer',
          advice: 'Look in the log; with DATABASE_URL, look whether that PostgreSQL runs.',
        },
    checkStored(isStorageThere),
    checkRadio(isOnAir()),
    checkMail({ server: described.server, failed: described.failed ?? 0 }),
    found.isFollowed
      ? { name: 'realtime', state: 'ok', message: 'follows the tables' }
      : {
          name: 'realtime',
          state: 'warn',
          message: 'cannot follow the tables',
          advice: 'Set wal_level = logical in PostgreSQL and restart it.',
        },
    checkClock(found.clockDifferenceMs, 'the database'),
    ...(checkStorage ? [checkBackup(found.lastBackupMs, Date.now(), found.installedMs)] : []),
  ];
}

function checkStored(isThere: boolean | undefined): Check {
  const name = 'storage';
  if (isThere === undefined) return { name, state: 'ok', message: 'is the backend’s own' };
  if (isThere) return { name, state: 'ok', message: 'takes and gives files' };
  return {
    name,
    state: 'bad',
    message: 'can neither be written nor read',
    advice: 'Look whether DATA_DIR can be written, or whether the S3 bucket and its keys are right.',
  };
}

function checkRadio(isOnAir: boolean | undefined): Check {
  const name = 'radio';
  if (isOnAir === undefined) return { name, state: 'ok', message: 'comes from elsewhere' };
  if (isOnAir) return { name, state: 'ok', message: 'is on air' };
  return {
    name,
    state: 'warn',
    message: 'is silent',
    advice: 'Upload music under Radio, Library, and give it to a playlist.',
  };
}

async function readFacts(sql: Sql) {
  const sentMs = Date.now();
  const [row] = await sql<
    { followed: boolean; now: Date; last_backup: Date | null; installed: Date | null }[]
  >`select current_setting('wal_level') = 'logical'
      and exists (select from pg_publication where pubname = 'supabase_realtime') as followed,
    clock_timestamp() as now,
    (select max(started_at) from public.backups where state = 'done') as last_backup,
    (select min(created_at) from auth.users) as installed`;
  // The database looked at its clock somewhere between the question and the answer.
  const middleMs = (sentMs + Date.now()) / 2;
  return {
    isFollowed: row?.followed ?? false,
    clockDifferenceMs: row ? middleMs - row.now.getTime() : 0,
    lastBackupMs: row?.last_backup?.getTime(),
    installedMs: row?.installed?.getTime() ?? sentMs,
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
