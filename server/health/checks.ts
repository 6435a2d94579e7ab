// The health checks of a running studio, each with advice. Pure: measurements come in, messages come
// out. Measured by measure.ts for the health page and the alarms, and by `npm run doctor`.
import { isIP } from 'node:net';
import type { AnsweredText, CodedValue } from '#contracts/coded-text.ts';
import { networkKindOf } from './network-kind.ts';
import { trimStop } from './trim-stop.ts';

type CheckState = 'ok' | 'warn' | 'bad';

export interface Check {
  name: string;
  state: CheckState;
  message: string;
  /** What to do; only where something is to be done. */
  advice?: string;
  /** The name of the message in the dashboard, and what it mentions; its advice is `${code}_advice`. */
  code?: string;
  values?: Record<string, CodedValue>;
}

const GIGABYTE = 2 ** 30;
const LOW_DISK_BYTES = GIGABYTE;
const LOW_DISK_SHARE = 0.1;
const DAY_MS = 24 * 3600 * 1000;
const SOON_EXPIRED_MS = 14 * DAY_MS;
const CLOCK_TOLERANCE_MS = 5_000;
// The newest minor release of each version, as of November 2026. Older ones lack security fixes.
const NEWEST_MINOR: Readonly<Record<number, number>> = { 15: 20, 16: 16, 17: 12, 18: 6 };

/** Which address the program sees for the current request. */
export function checkAddress(address: string, siteUrl: string): Check {
  const name = 'your address';
  const kind = networkKindOf(address);
  const isPublicSite = networkKindOf(new URL(siteUrl).hostname) === 'public';
  if (isIP(address) === 0)
    return {
      name,
      state: 'warn',
      code: 'address_unknown',
      message: 'is unknown',
      advice: 'Configure the proxy to send X-Forwarded-For, and add it to TRUSTED_PROXIES.',
    };
  if (isPublicSite && kind !== 'public')
    return {
      name,
      state: 'warn',
      code: 'address_private',
      values: { address },
      message: `appears as ${address}, a private network address`,
      advice:
        'If you are not in the studio’s own network, this is the proxy’s address. Add the proxy to TRUSTED_PROXIES, otherwise rate limits count all visitors as one.',
    };
  return { name, state: 'ok', code: 'address', values: { address }, message: `is ${address}` };
}

/** The address of this request, compared with the configured one. */
export function checkScheme(requestUrl: string, siteUrl: string): Check {
  const name = 'site address';
  const site = new URL(siteUrl);
  const asked = new URL(requestUrl);
  const isPublicSite = networkKindOf(site.hostname) === 'public';
  if (asked.host !== site.host || (asked.protocol !== site.protocol && isPublicSite))
    return {
      name,
      state: 'warn',
      code: 'site_address_differs',
      values: { origin: asked.origin, setting: site.origin },
      message: `is ${asked.origin} for you, but SITE_URL says ${site.origin}`,
      advice: 'Set SITE_URL to the address that visitors use: links in emails and forms depend on it.',
    };
  if (site.protocol === 'http:' && isPublicSite)
    return {
      name,
      state: 'bad',
      code: 'site_address_unencrypted',
      values: { origin: site.origin },
      message: `is ${site.origin}, without encryption`,
      advice: 'Use HTTPS: TLS=auto with DOMAIN, or a proxy in front. See docs/operate.md.',
    };
  return {
    name,
    state: 'ok',
    code: 'site_address',
    values: { origin: site.origin },
    message: `is ${site.origin}`,
  };
}

export function checkPostgres(version: string): Check {
  const name = 'PostgreSQL';
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const values = { version };
  const supported: Check = { name, state: 'ok', code: 'postgres', values, message: `is ${version}` };
  const newest = NEWEST_MINOR[major];
  if (newest === undefined)
    return major > Math.max(...Object.keys(NEWEST_MINOR).map(Number))
      ? supported
      : {
          name,
          state: 'bad',
          code: 'postgres_unsupported',
          values,
          message: `is ${version}, which no longer gets security updates`,
          advice: 'Create a backup and restore it into a newer PostgreSQL (DATABASE_URL).',
        };
  return minor >= newest
    ? supported
    : {
        name,
        state: 'warn',
        code: 'postgres_old',
        values: { version, newest: `${major}.${newest}` },
        message: `is ${version}; ${major}.${newest} is the newest version known to this program`,
        advice: 'Update the program, or use your own PostgreSQL (DATABASE_URL).',
      };
}

export function checkDisk({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): Check {
  const name = 'disk';
  const values = { freeGigabytes: freeBytes / GIGABYTE, totalGigabytes: totalBytes / GIGABYTE };
  const message = `${(freeBytes / GIGABYTE).toFixed(1)} of ${(totalBytes / GIGABYTE).toFixed(1)} GB are free`;
  if (freeBytes >= LOW_DISK_BYTES && freeBytes >= totalBytes * LOW_DISK_SHARE)
    return { name, state: 'ok', code: 'disk', values, message };
  return {
    name,
    state: freeBytes < LOW_DISK_BYTES / 4 ? 'bad' : 'warn',
    code: 'disk_low',
    values,
    message,
    advice: 'Delete old backups and recordings, or use a larger disk.',
  };
}

/** The difference is that of the program's clock from another one that should agree. */
export function checkClock(differenceMs: number, other: string): Check {
  const name = 'clock';
  const seconds = Math.round(Math.abs(differenceMs) / 1000);
  if (Math.abs(differenceMs) <= CLOCK_TOLERANCE_MS)
    return { name, state: 'ok', code: 'clock', message: `agrees with ${other}` };
  return {
    name,
    state: seconds > 60 ? 'bad' : 'warn',
    code: differenceMs > 0 ? 'clock_ahead' : 'clock_behind',
    values: { seconds },
    message: `is ${seconds} seconds ${differenceMs > 0 ? 'ahead of' : 'behind'} ${other}`,
    advice:
      'Set both clocks by a time server (timedatectl set-ntp true): sessions and schedules depend on them.',
  };
}

export function checkCertificate(expiresAtMs: number | undefined, nowMs: number): Check {
  const name = 'certificate';
  const advice = 'Check the log to see why it was not renewed. Port 80 must be reachable from the internet.';
  if (expiresAtMs === undefined)
    return {
      name,
      state: 'bad',
      code: 'certificate_missing',
      message: 'has not been issued yet',
      advice: advice.replace('renewed', 'issued'),
    };
  const days = Math.floor((expiresAtMs - nowMs) / DAY_MS);
  if (days < 0) return { name, state: 'bad', code: 'certificate_expired', message: 'has expired', advice };
  const message = `is valid for ${days} more days`;
  return expiresAtMs - nowMs > SOON_EXPIRED_MS
    ? { name, state: 'ok', code: 'certificate', values: { days }, message }
    : { name, state: 'warn', code: 'certificate_expires', values: { days }, message, advice };
}

export function checkMail(mail: { server: string | null; failed: number }): Check {
  const name = 'mail';
  if (!mail.server)
    return {
      name,
      state: 'warn',
      code: 'mail_no_server',
      message: 'has no mail server, so emails stay in the outbox',
      advice: 'Set up a mail server under Settings, Mail, and send yourself a test email.',
    };
  if (mail.failed > 0)
    return {
      name,
      state: 'warn',
      code: 'mail_failed',
      values: { server: mail.server, count: mail.failed },
      message: `is sent through ${mail.server}, but ${mail.failed} ${mail.failed === 1 ? 'email' : 'emails'} failed`,
      advice: 'See the reasons under Messages, Outbox, and send the emails again.',
    };
  return {
    name,
    state: 'ok',
    code: 'mail',
    values: { server: mail.server },
    message: `is sent through ${mail.server}`,
  };
}

export function checkJobs(failed: number): Check {
  const name = 'jobs';
  if (failed === 0) return { name, state: 'ok', code: 'jobs', message: 'run as scheduled' };
  return {
    name,
    state: 'warn',
    code: 'jobs_failed',
    values: { count: failed },
    message: `${failed} ${failed === 1 ? 'job' : 'jobs'} failed after all retries`,
    advice: 'Search the log for "job failed" to see the job and the reason.',
  };
}

/** The problem that the station reports: silence from a host, a file that cannot be played. */
export function checkRadio(isOnAir: boolean | undefined, problem: AnsweredText | null = null): Check {
  const name = 'radio';
  if (isOnAir === undefined)
    return { name, state: 'ok', code: 'radio_external', message: 'plays an external stream' };
  if (isOnAir && problem !== null)
    return {
      name,
      state: 'warn',
      code: 'radio_problem',
      values: { problem: { code: problem.code, values: problem.values } },
      message: `is on air, but: ${trimStop(problem.message)}`,
      advice: 'Open Radio in the dashboard.',
    };
  if (isOnAir) return { name, state: 'ok', code: 'radio', message: 'is on air' };
  return {
    name,
    state: 'warn',
    code: 'radio_silent',
    message: 'is silent',
    advice: 'Upload music under Radio, Library, and add it to a playlist.',
  };
}

export function checkRealtime(isFollowed: boolean): Check {
  const name = 'realtime';
  if (isFollowed) return { name, state: 'ok', code: 'realtime', message: 'receives table changes' };
  return {
    name,
    state: 'warn',
    code: 'realtime_off',
    message: 'does not receive table changes',
    advice: 'Set wal_level = logical in PostgreSQL and restart it.',
  };
}

/** Undefined: a hosted backend stores the files. */
export function checkStorageAnswer(isThere: boolean | undefined): Check {
  const name = 'storage';
  if (isThere === undefined)
    return { name, state: 'ok', code: 'storage_hosted', message: 'is managed by the hosted backend' };
  if (isThere) return { name, state: 'ok', code: 'storage', message: 'can be read and written' };
  return {
    name,
    state: 'bad',
    code: 'storage_off',
    message: 'cannot be read or written',
    advice: 'Check that DATA_DIR is writable, or that the S3 bucket and its keys are correct.',
  };
}
