// Lets one of several processes start the server of a shared data folder: a file that names its holder. The others wait
// and then find the server running. A holder that died or stopped updating the file loses the lock.
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { isAlive } from './postmaster.ts';

export interface StartLock {
  /** True when this process holds it, now or already. */
  take(): Promise<boolean>;
  /** Shows that the holder is still working. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

const STALE_MS = 10_000;
const RENEW_MS = 1_000;

export function createStartLock(path: string): StartLock {
  let isHeld = false;
  let renewedMs = 0;

  async function create(): Promise<boolean> {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      // Nothing can be written, e.g. on a full disk: then the server itself decides who is first.
      return !(error instanceof Error && 'code' in error && error.code === 'EEXIST');
    }
  }

  async function isAbandoned(): Promise<boolean> {
    const [text, file] = await Promise.all([
      readFile(path, 'utf8').catch(() => undefined),
      stat(path).catch(() => undefined),
    ]);
    if (text === undefined || !file) return false;
    const pid = Number(text);
    // In a container every run may have the same pid: a lock we do not hold is from an earlier run.
    if (pid === process.pid || (pid > 0 && !(await isAlive(pid)))) return true;
    return Date.now() - file.mtimeMs > STALE_MS;
  }

  return {
    async take() {
      if (isHeld) return true;
      if (await isAbandoned()) await rm(path, { force: true });
      isHeld = await create();
      renewedMs = Date.now();
      return isHeld;
    },
    async renew() {
      if (!isHeld || Date.now() - renewedMs < RENEW_MS) return;
      renewedMs = Date.now();
      await utimes(path, new Date(), new Date()).catch(() => undefined);
    },
    async release() {
      if (!isHeld) return;
      isHeld = false;
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}
