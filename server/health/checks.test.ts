// Each check says what is wrong and what to do, and nothing where nothing is to be done.
import { describe, expect, it } from 'vitest';
import { checkBackup, checkOffsiteCopy } from './check-backups.ts';
import {
  checkAddress,
  checkCertificate,
  checkClock,
  checkDisk,
  checkJobs,
  checkMail,
  checkPostgres,
  checkRadio,
  checkScheme,
} from './checks.ts';
import { networkKindOf } from './network-kind.ts';

const DAY_MS = 24 * 3600 * 1000;
const sent = { newestGoodMs: 0, sinceMs: 0, failedTest: undefined, error: undefined, walProblem: undefined };
const site = 'https://studio.example';

describe('health checks', () => {
  it('says of the radio what the station says, and of jobs how many failed', () => {
    expect(checkRadio(true, { code: 'host_is_silent', message: 'The host is silent.' })).toMatchObject({
      state: 'warn',
      message: 'is on air, but: The host is silent',
    });
    expect([checkRadio(true), checkRadio(undefined)].map(({ state }) => state)).toEqual(['ok', 'ok']);
    expect(checkRadio(false)).toMatchObject({ state: 'warn', message: 'is silent' });
    expect([checkJobs(0).state, checkJobs(1).message]).toEqual(['ok', '1 job failed after all retries']);
  });

  it.each([
    ['a visitor’s own address', checkAddress('203.0.113.7', site), 'ok'],
    ['an IPv6 address', checkAddress('2001:db8::1', site), 'ok'],
    ['the proxy’s address', checkAddress('127.0.0.1', site), 'warn'],
    ['the address of a container', checkAddress('172.18.0.3', site), 'warn'],
    ['no address', checkAddress('unknown', site), 'warn'],
    ['a private address of a private site', checkAddress('127.0.0.1', 'http://localhost:3000'), 'ok'],
    ['https', checkScheme(`${site}/api/studio/system`, site), 'ok'],
    ['plain http on the internet', checkScheme('http://studio.example/', 'http://studio.example'), 'bad'],
    ['plain http at home', checkScheme('http://localhost:3000/', 'http://localhost:3000'), 'ok'],
    ['another host than SITE_URL', checkScheme('https://www.studio.example/', site), 'warn'],
    ['a proxy that hides https', checkScheme('http://studio.example/', site), 'warn'],
    ['the newest PostgreSQL', checkPostgres('18.6'), 'ok'],
    ['a PostgreSQL of the future', checkPostgres('19.1 (Debian 19.1-1)'), 'ok'],
    ['a PostgreSQL without the last repairs', checkPostgres('18.4'), 'warn'],
    ['a PostgreSQL that is given up', checkPostgres('14.3'), 'bad'],
    ['room', checkDisk({ freeBytes: 50e9, totalBytes: 100e9 }), 'ok'],
    ['little room', checkDisk({ freeBytes: 5e9, totalBytes: 100e9 }), 'warn'],
    ['hardly any room', checkDisk({ freeBytes: 100e6, totalBytes: 10e9 }), 'bad'],
    ['a backup of yesterday', checkBackup(0, DAY_MS, 0), 'ok'],
    ['an old backup', checkBackup(0, 3 * DAY_MS, 0), 'bad'],
    ['no backup on the first day', checkBackup(undefined, DAY_MS, 0), 'warn'],
    ['no backup after a week', checkBackup(undefined, 7 * DAY_MS, 0), 'bad'],
    ['a copy of yesterday', checkOffsiteCopy(sent, DAY_MS), 'ok'],
    ['an old copy', checkOffsiteCopy(sent, 4 * DAY_MS), 'bad'],
    [
      'an old copy, sent again since today',
      checkOffsiteCopy({ ...sent, sinceMs: 3 * DAY_MS }, 4 * DAY_MS),
      'warn',
    ],
    ['no copy on the first day', checkOffsiteCopy({ ...sent, newestGoodMs: undefined }, DAY_MS), 'warn'],
    ['no copy after four days', checkOffsiteCopy({ ...sent, newestGoodMs: undefined }, 4 * DAY_MS), 'bad'],
    [
      'a copy that failed its test',
      checkOffsiteCopy({ ...sent, failedTest: { file: 'a.zip', result: { code: 'not_a_backup' } } }, 0),
      'bad',
    ],
    [
      'a log that is not archived',
      checkOffsiteCopy({ ...sent, walProblem: { code: 'nothing_archived' } }, 0),
      'bad',
    ],
    ['clocks that agree', checkClock(200, 'the database'), 'ok'],
    ['a clock that is ahead', checkClock(30_000, 'the database'), 'warn'],
    ['a clock that is wrong', checkClock(-3_600_000, 'the database'), 'bad'],
    ['a certificate', checkCertificate(60 * DAY_MS, 0), 'ok'],
    ['a certificate that ends soon', checkCertificate(7 * DAY_MS, 0), 'warn'],
    ['a certificate that has ended', checkCertificate(0, DAY_MS), 'bad'],
    ['no certificate yet', checkCertificate(undefined, 0), 'bad'],
    ['mail that leaves', checkMail({ server: 'smtp.example', failed: 0 }), 'ok'],
    ['mail that fails', checkMail({ server: 'smtp.example', failed: 1 }), 'warn'],
    ['no mail server', checkMail({ server: null, failed: 0 }), 'warn'],
  ])('%s', (_what, check, state) => {
    expect(check.state).toBe(state);
    expect(check.advice === undefined).toBe(state === 'ok');
  });

  it('know which addresses the internet does not reach', () => {
    for (const host of ['127.0.0.1', '::1', '[::1]', 'localhost'])
      expect(networkKindOf(host)).toBe('loopback');
    for (const host of ['10.1.2.3', 'fd00::1', 'onda', 'studio.local'])
      expect(networkKindOf(host)).toBe('private');
    for (const host of ['203.0.113.7', '2001:db8::1', 'studio.example'])
      expect(networkKindOf(host)).toBe('public');
  });
});
