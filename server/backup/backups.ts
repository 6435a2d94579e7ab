// The studio's backups: created on demand and by schedule, tested, downloaded, deleted. Their state is in
// public.backups, so that every process and the dashboard see it; the files are in DATA_DIR/backups of the process that
// made them.
import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { S3Options } from '#backend/storage/blobs/s3-client.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ApiError } from '../http-kit/api-error.ts';
import type { Logger } from '../logger.ts';
import { openBlobs } from '../open-blobs.ts';
import { type BackupProgress, backupText, problemOf, storedText } from './backup-text.ts';
import type { BackupCopies } from './offsite/backup-copies.ts';
import { describeTest, type TestOutcome, testRestore } from './test-restore.ts';
import { writeBackup } from './write-backup.ts';

export interface BackupOptions {
  sql: Sql;
  databaseUrl: string;
  dataDir: string;
  s3: S3Options | undefined;
  program: string;
  log: Logger;
  /** Where copies are sent off-site. */
  copies?: BackupCopies;
  /** Whether the log of the database is archived too. */
  isWalArchived?: boolean;
  /** How often to look whether one is due. */
  lookEveryMs?: number;
}

export interface Backups {
  make(kind: 'manual' | 'scheduled', actorId: string | null): Promise<{ id: string }>;
  test(id: string, actorId: string): Promise<{ id: string }>;
  /** The path of a finished backup's file. */
  fileOf(id: string): Promise<{ path: string; file: string }>;
  remove(id: string, actorId: string): Promise<void>;
  /** Makes a backup if one is due; resolves after the check, not when the backup is made. */
  look(): Promise<void>;
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface BackupRow {
  id: string;
  file: string;
  state: string;
  test_state: string | null;
}

const BEAT_MS = 1000;
const DEAD_S = 120;
const LOOK_AT_COPIES_MS = 3600 * 1000;
const UUID = /^[0-9a-f-]{36}$/;

export function startBackups(options: BackupOptions): Backups {
  const { sql, dataDir, log } = options;
  const folder = join(dataDir, 'backups');
  const closing = new AbortController();
  let work: Promise<void> = Promise.resolve();

  async function make(kind: 'manual' | 'scheduled', actorId: string | null): Promise<{ id: string }> {
    await buryDead();
    const id = randomUUID();
    const file = `onda-${new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${id.slice(0, 8)}.zip`;
    await sql.begin(async (within) => {
      // Two at once would only slow each other down.
      await within`select pg_advisory_xact_lock(hashtextextended('onda backups', 0))`;
      const [running] = await within`select from public.backups where state = 'running'`;
      if (running) throw new ApiError(409, 'backup_running', 'A backup is already running.');
      await within`insert into public.backups (id, kind, file, made_by, program)
        values (${id}, ${kind}, ${file}, ${actorId}, ${options.program})`;
    });
    const action = kind === 'manual' ? 'started_a_backup' : 'started_the_daily_backup';
    await writeAudit(sql, { area: 'backup', action, subject: file, actorId });
    work = work.then(() => makeNow(id, file));
    return { id };
  }

  async function makeNow(id: string, file: string): Promise<void> {
    const beat = createBeat(sql, id);
    try {
      const blobs = await openBlobs({ s3: options.s3, dataDir });
      const made = await writeBackup(
        { sql, blobs, dataDir, program: options.program },
        { path: join(folder, file), onProgress: beat.report, signal: closing.signal },
      );
      await beat.end();
      await sql`update public.backups set state = 'done', share = 1, step = null, size_bytes = ${made.sizeBytes},
        row_total = ${made.rows}, file_total = ${made.files}, finished_at = now() where id = ${id}`;
      if (made.missing > 0)
        log.error(
          { backup: file, missing: made.missing },
          'stored files were missing when the backup was created',
        );
      await thinOut();
      await planCopy(id);
    } catch (error) {
      await beat.end();
      const reason = closing.signal.aborted ? backupText('program_stopped') : problemOf(error);
      log.error({ err: error, backup: file }, 'backup failed');
      await sql`update public.backups set state = 'failed', error = ${storedText(reason)}::text::jsonb, finished_at = now() where id = ${id}`.catch(
        () => undefined,
      );
    }
  }

  /** The backup is good whatever becomes of its copy; the next look plans it again. */
  async function planCopy(id: string): Promise<void> {
    await options.copies
      ?.plan(id)
      .catch((error: unknown) => log.error({ err: error }, 'off-site copy could not be scheduled'));
  }

  async function test(id: string, actorId: string): Promise<{ id: string }> {
    const { path, file } = await fileOf(id);
    const [row] =
      await sql`update public.backups set test_state = 'running', share = 0, step = ${storedText(backupText('waiting'))}::text::jsonb,
        beat_at = now(), test_result = null
      where id = ${id} and test_state is distinct from 'running' returning id`;
    if (!row) throw new ApiError(409, 'test_running', 'This backup is already being tested.');
    await writeAudit(sql, { area: 'backup', action: 'tested_a_backup', subject: file, actorId });
    work = work.then(() => testNow(id, path));
    return { id };
  }

  async function testNow(id: string, path: string): Promise<void> {
    const beat = createBeat(sql, id);
    let outcome: TestOutcome;
    try {
      outcome = describeTest(await testRestore(path, options, beat.report));
    } catch (error) {
      outcome = { isGood: false, result: problemOf(error) };
      log.error({ err: error }, 'test restore failed');
    }
    await beat.end();
    await sql`update public.backups set test_state = ${outcome.isGood ? 'passed' : 'failed'}, test_result = ${storedText(outcome.result)}::text::jsonb,
      tested_at = now(), share = 1, step = null
      where id = ${id}`.catch(() => undefined);
  }

  async function fileOf(id: string): Promise<{ path: string; file: string }> {
    const [row] = UUID.test(id)
      ? await sql<BackupRow[]>`select id, file, state, test_state from public.backups where id = ${id}`
      : [];
    if (row?.state !== 'done') throw new ApiError(404, 'backup_not_found', 'Backup not found.');
    const path = join(folder, row.file);
    if (!(await stat(path).catch(() => undefined)))
      throw new ApiError(404, 'backup_elsewhere', 'The file of this backup is no longer on this machine.');
    return { path, file: row.file };
  }

  async function remove(id: string, actorId: string): Promise<void> {
    const [row] = UUID.test(id)
      ? await sql<BackupRow[]>`delete from public.backups where id = ${id} and state <> 'running'
          and test_state is distinct from 'running' returning id, file, state, test_state`
      : [];
    if (!row) throw new ApiError(404, 'backup_not_found', 'Backup not found, or it is in use.');
    await rm(join(folder, row.file), { force: true });
    await writeAudit(sql, { area: 'backup', action: 'deleted_a_backup', subject: row.file, actorId });
  }

  async function thinOut(): Promise<void> {
    const gone = await sql<{ file: string }[]>`
      delete from public.backups where id in (
        select id from public.backups where state = 'done' and test_state is distinct from 'running'
        order by started_at desc, id offset (select retained_count from public.backup_settings)
      ) or (state = 'failed' and started_at < now() - interval '30 days') returning file`;
    for (const { file } of gone) await rm(join(folder, file), { force: true });
  }

  /** The row of a process that died must not block new backups for ever. */
  async function buryDead(): Promise<void> {
    await sql`update public.backups set state = 'failed', error = ${storedText(backupText('program_ended'))}::text::jsonb, finished_at = now()
      where state = 'running' and beat_at < now() - make_interval(secs => ${DEAD_S})`;
    await sql`update public.backups set test_state = 'failed', test_result = ${storedText(backupText('program_ended_in_test'))}::text::jsonb
      where test_state = 'running' and beat_at < now() - make_interval(secs => ${DEAD_S})`;
  }

  async function look(): Promise<void> {
    await buryDead();
    const [due] = await sql`
      select from public.backup_settings b, public.studio s
      where b.hour is not null and extract(hour from timezone(s.zone, now())) >= b.hour and not exists (
        select from public.backups k where k.kind = 'scheduled'
          and timezone(s.zone, k.started_at)::date = timezone(s.zone, now())::date
      )
      -- A studio that is minutes old has nothing to lose yet.
      and exists (select from public.roles where role = 'owner' and granted_at < now() - interval '1 hour')`;
    if (!due) return;
    await make('scheduled', null).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }

  let copiesLookedMs = Number.NEGATIVE_INFINITY;
  async function lookAtCopies(): Promise<void> {
    if (Date.now() - copiesLookedMs < LOOK_AT_COPIES_MS) return;
    copiesLookedMs = Date.now();
    if (!options.isWalArchived) await sql`delete from private.wal_archive`;
    if (options.copies) await options.copies.look();
    else
      await sql`update public.backup_settings set copies_target = null, copies_since = null where copies_target is not null`;
  }

  const looking = setInterval(() => {
    Promise.all([look(), lookAtCopies()]).catch((error: unknown) =>
      log.error({ err: error }, 'scheduled backup work failed'),
    );
  }, options.lookEveryMs ?? 60_000).unref();

  return {
    make,
    test,
    fileOf,
    remove,
    look,
    idle: () => work,
    async close() {
      clearInterval(looking);
      closing.abort();
      await work;
    },
  };
}

/** Saves the progress, at most once a second. */
function createBeat(sql: Sql, id: string) {
  let reportedAtMs = 0;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    report({ step, share }: BackupProgress) {
      if (Date.now() - reportedAtMs < BEAT_MS) return;
      reportedAtMs = Date.now();
      writing =
        sql`update public.backups set share = ${share}, step = ${storedText(step)}::text::jsonb, beat_at = now() where id = ${id}`.catch(
          () => undefined,
        );
    },
    end: () => writing,
  };
}
