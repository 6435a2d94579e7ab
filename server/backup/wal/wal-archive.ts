// Point-in-time recovery: sends finished WAL segments to the store, encrypted like off-site copies, makes a base backup
// every week, and deletes what is older than the last two. One process does it at a time. If the store is unreachable
// for so long that the disk would fill up, segments are dropped, which is logged as an error, and a new base backup
// restarts the archive when the store is back.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReservedSql, Sql } from '#backend/database/driver/sql.ts';
import { SEGMENT_ENDING, STOP_FILE, walFolder } from '#backend/database/wal-archive.ts';
import { writeZip } from '../../archive/write-zip.ts';
import { hideSecrets } from '../../hide-secrets.ts';
import type { Logger } from '../../logger.ts';
import type { BackupCopiesConfig } from '../../outside-services.ts';
import { encryptAge } from '../offsite/age.ts';
import { readAgeIdentity } from '../offsite/age-keys.ts';
import type { RemoteStore } from '../offsite/remote-store.ts';
import {
  baseFileName,
  baseNoteName,
  isUnbroken,
  listBases,
  logFileName,
  openArchive,
  readSegment,
} from './archive-names.ts';
import { type BaseFacts, baseEntries } from './base-backup.ts';

export interface WalArchiveOptions {
  sql: Sql;
  config: BackupCopiesConfig;
  dataDir: string;
  clusterDir: string;
  log: Logger;
  everyMs?: number;
  /** How much of the log may wait on the disk. */
  maxWaitingBytes?: number;
}

export interface WalArchive {
  /** Sends what is ready now. Answers false where another process does it. */
  look(): Promise<boolean>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 20_000;
const BASE_EVERY_MS = 7 * 24 * 3600 * 1000;
const RETAINED_BASES = 2;
const MAX_WAITING_BYTES = 2 ** 30;
const SEGMENT_BYTES = 16 * 2 ** 20;
const NOTE_EVERY_S = 900;

export function startWalArchive(options: WalArchiveOptions): WalArchive {
  const { sql, clusterDir, dataDir, log, maxWaitingBytes = MAX_WAITING_BYTES } = options;
  const folder = walFolder(clusterDir);
  const stopFile = join(folder, STOP_FILE);
  const identity = readAgeIdentity(options.config.encryptionKey);
  const closing = new AbortController();
  const { signal } = closing;
  let store: RemoteStore | undefined;
  /** What is in the store, as far as this process knows; read again after an error. */
  let names: Set<string> | undefined;
  let working: Promise<unknown> = Promise.resolve();
  let isWorking = false;

  async function look(): Promise<boolean> {
    const connection = await sql.reserve();
    try {
      const [lock] =
        await connection`select pg_try_advisory_lock(hashtextextended('onda wal archive', 0)) as "isMine"`;
      if (lock?.isMine !== true) {
        names = undefined;
        return false;
      }
      try {
        await work(connection);
      } finally {
        await connection`select pg_advisory_unlock(hashtextextended('onda wal archive', 0))`;
      }
      return true;
    } finally {
      connection.release();
    }
  }

  async function work(connection: ReservedSql): Promise<void> {
    const [server] = await connection<{ id: string; mode: string }[]>`
      select system_identifier::text as id, current_setting('archive_mode') as mode from pg_control_system()`;
    if (server?.mode !== 'on') {
      await note('PostgreSQL was started without BACKUP_WAL. Restart the program.');
      return;
    }
    try {
      store ??= openArchive(options.config, server.id);
      names ??= new Set((await store.list()).map(({ name }) => name));
      let isSent = await sendSegments(store, names);
      if (await isThere(stopFile)) {
        await rm(stopFile, { force: true });
        log.warn('the store is reachable again: restarting the WAL archive with a base backup');
      }
      if (isBaseDue(names)) {
        await makeBase(connection, store, names);
        isSent = true;
      }
      await removeOld(store, names);
      await noteWorking(isSent);
    } catch (error) {
      names = undefined;
      if (signal.aborted) return;
      log.error({ err: error }, 'WAL could not be archived');
      await note(hideSecrets(error instanceof Error ? error.message : String(error)).slice(0, 500));
      await limitWaiting();
    }
  }

  async function note(message: string): Promise<void> {
    await sql`insert into private.wal_archive (error) values (${message})
      on conflict (id) do update set error = excluded.error`;
  }

  /** Seldom: every note is itself written to the log that is archived. */
  async function noteWorking(isSent: boolean): Promise<void> {
    await sql`insert into private.wal_archive as known (worked_at) values (now())
      on conflict (id) do update set worked_at = now(), error = null
      where ${isSent} or known.error is not null or known.worked_at is null
        or known.worked_at < now() - make_interval(secs => ${NOTE_EVERY_S})`;
  }

  async function listWaiting(): Promise<string[]> {
    return (await readdir(folder)).filter((name) => name.endsWith(SEGMENT_ENDING)).sort();
  }

  async function sendSegments(to: RemoteStore, known: Set<string>): Promise<boolean> {
    const spooled = await listWaiting();
    for (const waiting of spooled) {
      const path = join(folder, waiting);
      const name = logFileName(waiting);
      await send(to, name, createReadStream(path), (await stat(path)).size);
      known.add(name);
      await rm(path, { force: true });
    }
    return spooled.length > 0;
  }

  async function send(to: RemoteStore, name: string, source: AsyncIterable<Uint8Array>, sizeBytes: number) {
    await to.send(name, encryptAge(source, identity), { sizeBytes, signal });
  }

  /** Also when a segment is missing since the newest, or the database was restored to another timeline. */
  function isBaseDue(known: ReadonlySet<string>): boolean {
    const newest = listBases([...known]).at(-1);
    if (!newest || Date.now() - newest.endedAtMs > BASE_EVERY_MS) return true;
    return !isUnbroken([...known], newest.segment);
  }

  async function makeBase(connection: ReservedSql, to: RemoteStore, known: Set<string>): Promise<void> {
    const id = randomBytes(8).toString('hex');
    let facts: BaseFacts | undefined;
    const entries = baseEntries(
      connection,
      { clusterDir, secretsPath: join(dataDir, 'secrets.json') },
      (made) => {
        facts = made;
      },
    );
    const [size] = await sql<{ bytes: number }[]>`
      select sum(pg_database_size(oid))::float8 as bytes from pg_database`;
    try {
      await send(to, baseFileName(id), writeZip(entries), size?.bytes ?? 0);
    } catch (error) {
      // The session must not stay in backup mode. If it already ended, PostgreSQL only returns an error.
      await connection`reset statement_timeout`;
      await connection`select pg_backup_stop(false)`.catch(() => undefined);
      throw error;
    }
    known.add(baseFileName(id));
    if (!facts) throw new Error('The base backup was not completed.');
    // All of the log that the base needs comes before its note: what is noted can be restored.
    await sendSegments(to, known);
    const name = baseNoteName({ ...facts, id });
    if (!isUnbroken([...known], facts.segment))
      throw new Error('A WAL segment of the base backup is missing.');
    const about = Buffer.from(JSON.stringify({ ...facts, id }));
    await send(to, name, Readable.from([about]), about.length);
    known.add(name);
    await sql`insert into private.wal_archive (base_at) values (now()) on conflict (id) do update set base_at = now()`;
    log.info({ base: name }, 'base backup sent');
  }

  async function removeOld(from: RemoteStore, known: Set<string>): Promise<void> {
    const bases = listBases([...known]);
    const retained = bases.slice(-RETAINED_BASES);
    const retainedIds = new Set(retained.map(({ id }) => id));
    const first = readSegment(retained[0]?.segment ?? '');
    if (!first || bases.length === 0) return;
    for (const name of [...known].sort()) {
      const baseId = /^base-(?:.*-)?([0-9a-f]{16})\./.exec(name)?.[1];
      const segment = readSegment(name.replace(/\.[0-9A-F]{8}\.backup|\.partial/, ''));
      const isOld =
        baseId !== undefined
          ? !retainedIds.has(baseId)
          : segment !== undefined && segment.number < first.number;
      if (!isOld) continue;
      await from.remove(name);
      known.delete(name);
    }
  }

  /** A full disk would stop the studio: losing point-in-time recovery for this period is better. */
  async function limitWaiting(): Promise<void> {
    if (await isThere(stopFile)) return;
    const sizes = (await listWaiting()).map(async (name) => (await stat(join(folder, name))).size);
    const spooledBytes = (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
    const [ready] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_ls_archive_statusdir() where name like '%.ready'`;
    const waitingBytes = spooledBytes + (ready?.count ?? 0) * SEGMENT_BYTES;
    if (waitingBytes <= maxWaitingBytes) return;
    await writeFile(stopFile, 'The WAL archive is stopped until these files have been sent to the store.\n', {
      mode: 0o600,
    });
    log.error(
      { waitingBytes, maxWaitingBytes },
      'WAL archive stopped: the store cannot be reached and the disk would fill up',
    );
    await note(
      'The WAL archive is stopped, because the store could not be reached and the disk would have filled up.',
    );
  }

  const lookQuietly = () => {
    if (isWorking) return;
    isWorking = true;
    working = look()
      .catch((error: unknown) => log.warn({ err: error }, 'the WAL archive could not be updated'))
      .finally(() => {
        isWorking = false;
      });
  };
  const timer = setInterval(lookQuietly, options.everyMs ?? LOOK_EVERY_MS).unref();

  return {
    look,
    async close() {
      clearInterval(timer);
      closing.abort();
      await working;
      store?.close();
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
