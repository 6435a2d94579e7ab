// The checks of backups and of their copies off-site. Pure, as those of checks.ts.
import type { CodedText } from '#contracts/coded-text.ts';
import { englishText } from '../backup/backup-text.ts';
import type { Check } from './checks.ts';
import { trimStop } from './trim-stop.ts';

const DAY_MS = 24 * 3600 * 1000;
const OLD_BACKUP_MS = 2 * DAY_MS;
const OLD_COPY_MS = 3 * DAY_MS;

export function checkBackup(lastMs: number | undefined, nowMs: number, startedMs: number): Check {
  const name = 'backup';
  const advice = 'Create one under System, Backups. The page also shows why earlier backups failed.';
  if (lastMs === undefined) {
    const isYoung = nowMs - startedMs < OLD_BACKUP_MS;
    return {
      name,
      state: isYoung ? 'warn' : 'bad',
      code: 'backup_never',
      message: 'has never been created',
      advice,
    };
  }
  const message = `is ${describeAge(nowMs - lastMs)} old`;
  const values = ageOf(nowMs - lastMs);
  return nowMs - lastMs <= OLD_BACKUP_MS
    ? { name, state: 'ok', code: 'backup_age', values, message }
    : { name, state: 'bad', code: 'backup_old', values, message, advice };
}

export interface OffsiteFacts {
  /** When the newest backup was made whose copy is there and has failed no test. */
  newestGoodMs: number | undefined;
  /** Since when copies are sent to this store. */
  sinceMs: number;
  /** What the last trial restore found, where it failed. */
  failedTest: { file: string; result: CodedText } | undefined;
  /** The last error of sending. */
  error: CodedText | undefined;
  /** Why what was written since cannot be restored, where the log is archived too. */
  walProblem: CodedText | undefined;
}

export function checkOffsiteCopy(facts: OffsiteFacts, nowMs: number): Check {
  const { newestGoodMs, sinceMs, failedTest, error, walProblem } = facts;
  const name = 'off-site';
  const advice =
    'See the reason under System, Backups. Until this is fixed, the only good backup is on this machine.';
  if (failedTest !== undefined)
    return {
      name,
      state: 'bad',
      code: 'offsite_test_failed',
      values: { file: failedTest.file, reason: failedTest.result },
      message: `could not be restored in a test (${failedTest.file}: ${inSentence(failedTest.result)})`,
      advice,
    };
  const age =
    newestGoodMs === undefined ? 'has never been sent' : `is ${describeAge(nowMs - newestGoodMs)} old`;
  const ageValues = newestGoodMs === undefined ? {} : ageOf(nowMs - newestGoodMs);
  if (newestGoodMs !== undefined && nowMs - newestGoodMs <= OLD_COPY_MS)
    return walProblem === undefined
      ? { name, state: 'ok', code: 'offsite_age', values: ageValues, message: age }
      : {
          name,
          state: 'bad',
          code: 'offsite_changes_lost',
          values: { ...ageValues, reason: walProblem },
          message: `${age}, and later changes cannot be restored: ${inSentence(walProblem)}`,
          advice: 'Search the log for "WAL", and check that the store accepts files.',
        };
  const message = error === undefined ? age : `${age}; the last error: ${inSentence(error)}`;
  // Copies were turned on a short time ago: the first may still be on its way.
  const isYoung = nowMs - sinceMs < OLD_COPY_MS;
  const code = newestGoodMs === undefined ? 'offsite_never' : 'offsite_old';
  return {
    name,
    state: isYoung ? 'warn' : 'bad',
    code: error === undefined ? code : `${code}_error`,
    values: { ...ageValues, ...(error !== undefined && { error }) },
    message,
    advice,
  };
}

function inSentence(text: CodedText): string {
  return trimStop(englishText(text));
}

function ageOf(ms: number): { unit: 'days' | 'hours'; count: number } {
  const hours = Math.floor(ms / 3_600_000);
  return hours >= 48 ? { unit: 'days', count: Math.floor(hours / 24) } : { unit: 'hours', count: hours };
}

function describeAge(ms: number): string {
  const { unit, count } = ageOf(ms);
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}
