// Measures a running studio for the checks of checks.ts; for the health page and for the alarms.
import { statfs } from 'node:fs/promises';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { AnsweredText, CodedText } from '#contracts/coded-text.ts';
import { backupText } from '../backup/backup-text.ts';
import type { MailSettings } from '../mail/mail-settings.ts';
import type { Certificates } from '../tls/certificate-files.ts';
import { checkBackup, checkOffsiteCopy } from './check-backups.ts';
import { type CountriesState, checkCountries } from './check-countries.ts';
import {
  type Check,
  checkCertificate,
  checkClock,
  checkDisk,
  checkJobs,
  checkMail,
  checkRadio,
  checkRealtime,
  checkStorageAnswer,
} from './checks.ts';
import { answersInTime } from './ready.ts';

export interface MeasuredParts {
  sql: Sql;
  dataDir: string;
  mail: Pick<MailSettings, 'read'>;
  /** Undefined where the backend is a hosted one, which stores files and makes backups itself. */
  checkStorage: (() => Promise<void>) | undefined;
  /** Undefined where an external stream is played. */
  isOnAir(): boolean | undefined;
  /** The problem that the station reports; null if there is none. */
  radioProblem?: () => AnsweredText | null;
  /** The file that tells the countries of listeners. */
  countriesState?: () => CountriesState | undefined;
  /** Only if the program serves TLS itself. */
  certificates?: Pick<Certificates, 'current'>;
}

export async function measureDisk(dataDir: string) {
  const space = await statfs(dataDir);
  return { freeBytes: space.bavail * space.bsize, totalBytes: space.blocks * space.bsize };
}

export function measureCertificate({ certificates }: Pick<MeasuredParts, 'certificates'>): Check[] {
  return certificates ? [checkCertificate(certificates.current?.expiresAtMs, Date.now())] : [];
}

/** The parts that the program is made of. */
export async function measureParts(parts: MeasuredParts): Promise<Check[]> {
  const { sql, checkStorage, mail } = parts;
  const [isDatabaseThere, isStorageThere, { smtpUrl }, facts, offsite] = await Promise.all([
    answersInTime(sql`select 1`),
    checkStorage ? answersInTime(checkStorage()) : undefined,
    mail.read(),
    readFacts(sql),
    measureOffsite(sql),
  ]);
  return [
    isDatabaseThere
      ? { name: 'database', state: 'ok', code: 'database', message: 'answers' }
      : {
          name: 'database',
          state: 'bad',
          code: 'database_off',
          message: 'does not answer',
          advice: 'Check the log. If DATABASE_URL is set, check that PostgreSQL is running there.',
        },
    checkStorageAnswer(isStorageThere),
    checkRadio(parts.isOnAir(), parts.radioProblem?.()),
    ...checkCountries(parts.countriesState?.(), Date.now()),
    checkMail({ server: serverOf(smtpUrl), failed: facts.failedEmails }),
    checkJobs(facts.failedJobs),
    checkRealtime(facts.isFollowed),
    checkClock(facts.clockDifferenceMs, 'the database'),
    ...(checkStorage ? [checkBackup(facts.lastBackupMs, Date.now(), facts.installedMs)] : []),
    ...offsite,
  ];
}

/** Only problems that need action; warnings stay on the health page. */
export async function measureAlarms(parts: MeasuredParts): Promise<Check[]> {
  const { sql, dataDir, mail, checkStorage } = parts;
  const [{ smtpUrl }, facts, disk, offsite] = await Promise.all([
    mail.read(),
    readFacts(sql),
    measureDisk(dataDir),
    measureOffsite(sql),
  ]);
  const backup = checkBackup(facts.lastBackupMs, Date.now(), facts.installedMs);
  return [
    checkRadio(parts.isOnAir(), parts.radioProblem?.()),
    checkJobs(facts.failedJobs),
    checkDisk(disk),
    // A studio of today needs no backup of yesterday.
    ...(checkStorage ? [ignoreWarning(backup)] : []),
    ...offsite.map(ignoreWarning),
    ...measureCertificate(parts),
    // One address that bounced last month is no reason to be called.
    ...(smtpUrl ? [checkMail({ server: serverOf(smtpUrl), failed: facts.failedMailsToday })] : []),
  ];
}

function ignoreWarning(check: Check): Check {
  return check.state === 'warn' ? { ...check, state: 'ok' } : check;
}

/** Nothing where no copies are sent off-site. */
export async function measureOffsite(sql: Sql): Promise<Check[]> {
  const [row] = await sql<
    {
      since: Date;
      newest_good: Date | null;
      failed_test: { file: string; result: CodedText } | null;
      error: CodedText | null;
      wal_problem: { error: string | null } | null;
    }[]
  >`
    select copies_since as since,
      (select max(made_at) from public.backup_copies
        where state = 'done' and test_state is distinct from 'failed') as newest_good,
      (select jsonb_build_object('file', file, 'result', test_result) from public.backup_copies where test_state = 'failed'
        and tested_at = (select max(tested_at) from public.backup_copies where test_state in ('passed', 'failed'))
        limit 1) as failed_test,
      (select error from public.backup_copies where error is not null order by made_at desc limit 1) as error,
      -- A store that is away for a while is no problem yet.
      (select jsonb_build_object('error', error) from private.wal_archive
        where greatest(worked_at, since) < now() - interval '1 hour') as wal_problem
    from public.backup_settings where copies_target is not null`;
  if (!row) return [];
  return [
    checkOffsiteCopy(
      {
        newestGoodMs: row.newest_good?.getTime(),
        sinceMs: row.since.getTime(),
        failedTest: row.failed_test ?? undefined,
        error: row.error ?? undefined,
        walProblem: row.wal_problem ? walProblem(row.wal_problem.error) : undefined,
      },
      Date.now(),
    ),
  ];
}

function walProblem(error: string | null): CodedText {
  return error === null ? backupText('nothing_archived') : backupText('other_error', { error });
}

function serverOf(smtpUrl: string | undefined): string | null {
  return smtpUrl === undefined ? null : new URL(smtpUrl).host;
}

interface FactsRow {
  followed: boolean;
  now: Date;
  last_backup: Date | null;
  installed: Date | null;
  failed_mails: number;
  failed_mails_today: number;
  failed_jobs: number;
}

async function readFacts(sql: Sql) {
  const sentMs = Date.now();
  const [row] = await sql<FactsRow[]>`
    select current_setting('wal_level') = 'logical'
        and exists (select from pg_publication where pubname = 'supabase_realtime') as followed,
      clock_timestamp() as now,
      (select max(started_at) from public.backups where state = 'done') as last_backup,
      (select min(created_at) from auth.users) as installed,
      (select count(*)::int from public.outbox where state = 'failed' and not is_demo) as failed_mails,
      (select count(*)::int from public.outbox
        where state = 'failed' and not is_demo and next_attempt_at > now() - interval '24 hours') as failed_mails_today,
      (select count(*)::int from private.jobs where failed_at is not null) as failed_jobs`;
  // The database looked at its clock somewhere between the question and the answer.
  const middleMs = (sentMs + Date.now()) / 2;
  return {
    isFollowed: row?.followed ?? false,
    clockDifferenceMs: row ? middleMs - row.now.getTime() : 0,
    lastBackupMs: row?.last_backup?.getTime(),
    installedMs: row?.installed?.getTime() ?? sentMs,
    failedEmails: row?.failed_mails ?? 0,
    failedMailsToday: row?.failed_mails_today ?? 0,
    failedJobs: row?.failed_jobs ?? 0,
  };
}
