// The dashboard words the checks itself: in English it must say what the program says.
import { expect, it } from 'vitest';
import { checkText } from '#app/dashboard/system/check-text.ts';
import { hasMessage } from '#app/language/messages.ts';
import { backupText } from '../backup/backup-text.ts';
import { checkBackup, checkOffsiteCopy } from './check-backups.ts';
import { checkCountries } from './check-countries.ts';
import {
  checkAddress,
  checkCertificate,
  checkClock,
  checkDisk,
  checkJobs,
  checkMail,
  checkPostgres,
  checkRadio,
  checkRealtime,
  checkScheme,
  checkStorageAnswer,
} from './checks.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const site = 'https://studio.example';
const sent = { newestGoodMs: 0, sinceMs: 0, failedTest: undefined, error: undefined, walProblem: undefined };

it('says in the dashboard what each check says', () => {
  const checks = [
    checkAddress('203.0.113.7', site),
    checkAddress('127.0.0.1', site),
    checkAddress('unknown', site),
    checkScheme(`${site}/`, site),
    checkScheme('https://www.studio.example/', site),
    checkScheme('http://studio.example/', 'http://studio.example'),
    ...['18.6', '18.4', '14.3', '19.1'].map(checkPostgres),
    checkDisk({ freeBytes: 50e9, totalBytes: 100e9 }),
    checkDisk({ freeBytes: 100e6, totalBytes: 10e9 }),
    checkBackup(0, HOUR_MS, 0),
    checkBackup(0, 3 * DAY_MS, 0),
    checkBackup(undefined, DAY_MS, 0),
    checkOffsiteCopy(sent, DAY_MS),
    checkOffsiteCopy(sent, 4 * DAY_MS),
    checkOffsiteCopy({ ...sent, error: backupText('other_error', { error: 'Denied.' }) }, 4 * DAY_MS),
    checkOffsiteCopy({ ...sent, walProblem: backupText('nothing_archived') }, DAY_MS),
    checkOffsiteCopy({ ...sent, failedTest: { file: 'a.zip', result: backupText('not_a_backup') } }, DAY_MS),
    checkOffsiteCopy({ ...sent, newestGoodMs: undefined }, DAY_MS),
    checkOffsiteCopy(
      {
        ...sent,
        newestGoodMs: undefined,
        error: backupText('copy_differs'),
      },
      DAY_MS,
    ),
    ...[0, 9000, -90_000].map((differenceMs) => checkClock(differenceMs, 'the database')),
    ...[undefined, -DAY_MS, 5 * DAY_MS, 90 * DAY_MS].map((atMs) => checkCertificate(atMs, 0)),
    checkMail({ server: null, failed: 0 }),
    checkMail({ server: 'mail.example', failed: 0 }),
    checkMail({ server: 'mail.example', failed: 1 }),
    checkJobs(0),
    checkJobs(2),
    checkRadio(undefined),
    checkRadio(true),
    checkRadio(true, {
      code: 'station_cannot_write',
      values: { error: 'full' },
      message: 'The station cannot write to its folder: full',
    }),
    checkRadio(false),
    ...(['missing', 'unreadable', 'not_a_database', 'too_large'] as const).flatMap((problem) =>
      checkCountries({ file: '/geo.mmdb', problem }, 0),
    ),
    ...[0, 1, 9].flatMap((days) =>
      checkCountries({ file: '/geo.mmdb', problem: undefined, builtMs: 0 }, days * DAY_MS),
    ),
    ...[true, false].map(checkRealtime),
    ...[undefined, true, false].map(checkStorageAnswer),
  ];
  for (const check of checks) {
    expect(checkText(check)).toEqual({ name: check.name, message: check.message, advice: check.advice });
    expect(hasMessage(`dashboard.health.${check.code}`), check.message).toBe(true);
    expect(hasMessage(`dashboard.health.${check.code}_advice`), check.message).toBe(
      check.advice !== undefined,
    );
  }
});
