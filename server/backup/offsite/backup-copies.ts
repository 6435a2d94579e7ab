// Off-site copies of backups: sent encrypted after each backup, tried again by the job queue, thinned out, and once a week
// fetched and restored into a separate database. Their state is in public.backup_copies. Works beside the backups, so
// that a slow connection delays none.
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { ApiError } from '../../http-kit/api-error.ts';
import type { JobHandler } from '../../jobs/job-runner.ts';
import type { Logger } from '../../logger.ts';
import { backOffS } from '../../mail/back-off.ts';
import type { BackupCopiesConfig } from '../../outside-services.ts';
import { BackupError, backupText, englishText, problemOf, storedText } from '../backup-text.ts';
import { describeTest, type TestOutcome, testRestore } from '../test-restore.ts';
import { requireSpace } from '../write-backup.ts';
import { readAgeIdentity } from './age-keys.ts';
import { fetchCopy } from './fetch-copy.ts';
import { removeOldCopies, syncCopies } from './remote-copies.ts';
import { openRemoteStore } from './remote-store.ts';
import { createCopyBeat, sendCopy } from './send-copy.ts';

export interface CopyOptions {
  sql: Sql;
  databaseUrl: string;
  /** Where the files of backups are. */
  folder: string;
  config: BackupCopiesConfig;
  log: Logger;
  /** Between tries of a download. */
  waitMs?: number;
}

export interface BackupCopies {
  /** Plans to send a finished backup, or to send it again. */
  plan(backupId: string): Promise<void>;
  /** Restores the newest copy into a separate database; resolves when the test has started. */
  test(actorId: string | null): Promise<{ file: string }>;
  /** Sends what was left behind, tests once a week. */
  look(): Promise<void>;
  jobs: Record<'backup.copy', JobHandler>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

const COPY_JOB = 'backup.copy';
const DEAD_S = 120;
const TEST_DAYS = 7;
const BACKUP_FILE = '^onda-[0-9]{8}-[0-9]{6}-[0-9a-f]{8}[.]zip$';

export function createBackupCopies(options: CopyOptions): BackupCopies {
  const { sql, folder, config, log } = options;
  const identity = readAgeIdentity(config.encryptionKey);
  const store = openRemoteStore({ ...config.s3, prefix: config.prefix });
  const closing = new AbortController();
  const { signal } = closing;
  const testPath = (file: string) => join(folder, `${file}.test`);
  let work: Promise<void> = Promise.resolve();

  async function plan(backupId: string): Promise<void> {
    await sql.begin(async (within) => {
      const [copy] = await within<{ file: string }[]>`
        insert into public.backup_copies as known (file, backup_id, made_at)
        select file, id, started_at from public.backups where id = ${backupId} and state = 'done' and file ~ ${BACKUP_FILE}
        on conflict (file) do update set state = 'waiting', attempts = 0, error = null, beat_at = now()
          where known.state in ('failed', 'missing')
        returning file`;
      if (copy) await addJob(within, copy.file, 0);
    });
  }

  async function sendNow(file: string): Promise<void> {
    const [copy] = await sql<{ attempts: number }[]>`
      update public.backup_copies set state = 'sending', attempts = attempts + 1, share = 0, beat_at = now()
      where file = ${file} and state = 'waiting' returning attempts`;
    if (!copy) return;
    try {
      const sizeBytes = await sendCopy({ sql, store, identity, file, path: join(folder, file), signal });
      log.info({ backup: file, bytes: sizeBytes }, 'off-site copy sent');
    } catch (error) {
      await failSending(file, copy.attempts, error);
      return;
    }
    await removeOldCopies({ sql, store, keep: config.keep, log }).catch((error: unknown) =>
      log.error({ err: error }, 'old off-site copies could not be removed'),
    );
  }

  async function failSending(file: string, attempts: number, error: unknown): Promise<void> {
    if (signal.aborted) {
      // The next start continues; a stop is not a failed try.
      await sql`update public.backup_copies set state = 'waiting', attempts = attempts - 1 where file = ${file}`.catch(
        () => undefined,
      );
      return;
    }
    const waitS = backOffS[attempts - 1];
    const reason = problemOf(error);
    log.error({ err: error, backup: file, attempt: attempts }, 'off-site copy could not be sent');
    await sql.begin(async (within) => {
      await within`update public.backup_copies set state = ${waitS === undefined ? 'failed' : 'waiting'}, error = ${storedText(reason)}::text::jsonb,
        beat_at = now() where file = ${file}`;
      if (waitS !== undefined) await addJob(within, file, waitS);
      else
        await writeAudit(within, {
          area: 'backup',
          action: 'could_not_send_an_off_site_copy',
          subject: file,
          details: { message: englishText(reason) },
          actorId: null,
        });
    });
  }

  async function test(actorId: string | null): Promise<{ file: string }> {
    const [copy] = await sql<{ file: string; sha256: string | null; size_bytes: number }[]>`
      update public.backup_copies set test_state = 'running', test_result = null, share = 0, beat_at = now()
      where file = (select file from public.backup_copies where state = 'done' order by made_at desc, file desc limit 1)
        and test_state is distinct from 'running'
      returning file, sha256, size_bytes::float8`;
    if (!copy) {
      const [running] = await sql`select from public.backup_copies where test_state = 'running'`;
      if (running) throw new ApiError(409, 'test_running', 'The newest copy is already being tested.');
      throw new ApiError(404, 'copy_not_found', 'There is no off-site copy yet.');
    }
    await writeAudit(sql, { area: 'backup', action: 'tested_an_off_site_copy', subject: copy.file, actorId });
    work = work
      .then(() => testNow(copy))
      .catch((error: unknown) => log.error({ err: error }, 'test of an off-site copy failed'));
    return { file: copy.file };
  }

  async function testNow(copy: { file: string; sha256: string | null; size_bytes: number }): Promise<void> {
    const { file } = copy;
    const beat = createCopyBeat(sql, file);
    const path = testPath(file);
    let outcome: TestOutcome;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await requireSpace(path, copy.size_bytes);
      let bytes = 0;
      const onBytes = (more: number) => {
        bytes += more;
        beat.report(Math.min(0.5, (0.5 * bytes) / Math.max(1, copy.size_bytes)));
      };
      const name = `${file}.age`;
      const sha256 = await fetchCopy({
        store,
        identity,
        name,
        path,
        signal,
        onBytes,
        waitMs: options.waitMs,
      });
      if (copy.sha256 && sha256 !== copy.sha256) throw new BackupError(backupText('copy_differs'));
      outcome = describeTest(await testRestore(path, options, ({ share }) => beat.report(0.5 + share / 2)));
    } catch (error) {
      if (signal.aborted) {
        await beat.end();
        await sql`update public.backup_copies set test_state = null where file = ${file}`.catch(
          () => undefined,
        );
        return;
      }
      outcome = { isGood: false, result: problemOf(error) };
      log.error({ err: error, backup: file }, 'test of an off-site copy failed');
    } finally {
      await rm(path, { force: true });
    }
    await beat.end();
    await sql`update public.backup_copies set test_state = ${outcome.isGood ? 'passed' : 'failed'}, share = 1,
      test_result = ${storedText(outcome.result)}::text::jsonb, tested_at = now() where file = ${file}`;
  }

  async function look(): Promise<void> {
    await sql`update public.backup_settings set copies_target = ${store.label}, copies_since = now()
      where copies_target is distinct from ${store.label}`;
    await reviveDead();
    // Also the first time: what was made before copies were turned on.
    const [newest] = await sql<{ id: string }[]>`
      select id from public.backups where state = 'done' order by started_at desc, id limit 1`;
    if (newest && !(await isKnown(newest.id))) await plan(newest.id);
    await syncCopies({ sql, store }).catch((error: unknown) =>
      log.warn({ err: error }, 'the off-site copies could not be listed'),
    );
    const [due] = await sql`
      select from (select * from public.backup_copies where state = 'done' order by made_at desc, file desc limit 1) newest
      where (test_state is null or tested_at < now() - make_interval(days => ${TEST_DAYS}))
        and not exists (select from public.backup_copies where test_state = 'running'
          or (test_state = 'passed' and tested_at > now() - make_interval(days => ${TEST_DAYS})))`;
    if (due)
      await test(null).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
  }

  async function isKnown(backupId: string): Promise<boolean> {
    return (await sql`select from public.backup_copies where backup_id = ${backupId}`).length > 0;
  }

  /** If the process ended in the middle, another one continues. */
  async function reviveDead(): Promise<void> {
    const left = await sql<{ file: string }[]>`
      update public.backup_copies c set state = 'waiting', beat_at = now()
      where beat_at < now() - make_interval(secs => ${DEAD_S}) and (state = 'sending' or (state = 'waiting' and not exists (
        select from private.jobs j where j.kind = ${COPY_JOB} and j.payload ->> 'file' = c.file)))
      returning file`;
    for (const { file } of left) await addJob(sql, file, 0);
    const tests = await sql<{ file: string }[]>`
      update public.backup_copies set test_state = null
      where test_state = 'running' and beat_at < now() - make_interval(secs => ${DEAD_S}) returning file`;
    for (const { file } of tests)
      for (const path of [testPath(file), `${testPath(file)}.part`]) await rm(path, { force: true });
  }

  /** False when there is nothing to send any more; throws when another machine may have the file. */
  async function isOnThisMachine(file: string): Promise<boolean> {
    if (await stat(join(folder, file)).catch(() => undefined)) return true;
    const [backup] = await sql`select from public.backups where file = ${file} and state = 'done'`;
    const reason = backupText(backup ? 'file_not_on_this_machine' : 'deleted_before_sent');
    await sql`update public.backup_copies set error = ${storedText(reason)}::text::jsonb, state = ${backup ? 'waiting' : 'failed'}
      where file = ${file} and state = 'waiting'`;
    if (backup) throw new BackupError(reason);
    return false;
  }

  return {
    plan,
    test,
    look,
    jobs: {
      // A job is one transaction and the queue waits for it: the sending itself happens beside the queue.
      async 'backup.copy'(payload) {
        const file = String(payload.file);
        if (await isOnThisMachine(file)) {
          work = work
            .then(() => sendNow(file))
            .catch((error: unknown) =>
              log.error({ err: error, backup: file }, 'off-site copy could not be sent'),
            );
        }
      },
    },
    idle: () => work,
    async close() {
      closing.abort();
      await work.catch(() => undefined);
      store.close();
    },
  };
}

async function addJob(sql: Sql | TransactionSql, file: string, waitS: number): Promise<void> {
  await sql`select private.add_job(${COPY_JOB}, jsonb_build_object('file', ${file}::text),
    now() + make_interval(secs => ${waitS}))`;
}
