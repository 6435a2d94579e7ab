// One PostgreSQL server process, from outside: reads its postmaster.pid, starts it, stops it.
// Does not know who uses it: see embedded-postgres.ts.
import { execFile, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresUser } from './postgres-user.ts';

export interface RunningPostmaster {
  readonly pid: number;
  /** Missing while the server is still claiming its port. */
  readonly port: number | undefined;
}

const run = promisify(execFile);

/** The server that runs on this cluster, or undefined when there is none (never started, stopped or killed). */
export async function findPostmaster(clusterDir: string): Promise<RunningPostmaster | undefined> {
  const path = join(clusterDir, 'postmaster.pid');
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !(await isAlive(pid))) return undefined;
  if (!(await isPostmasterOf(pid, clusterDir))) {
    // After a crash the pid may belong to another program, which PostgreSQL would take for itself and not start.
    await rm(path, { force: true });
    return undefined;
  }
  const port = Number(lines[3]);
  return { pid, port: Number.isInteger(port) && port > 0 ? port : undefined };
}

export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: alive, but owned by another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  // A dead process stays listed until its parent collects it, which in containers may never happen.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/^\d+ \(.*\) [ZX] /s.test(status);
}

async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const commandLine =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
      : await run('ps', ['-o', 'command=', '-p', String(pid)]).then(
          ({ stdout }) => stdout,
          () => undefined,
        );
  // Unreadable: assume the best-known meaning of the file rather than removing a lock that may be held.
  return commandLine === undefined || commandLine.includes(clusterDir);
}

export interface StartedPostmaster {
  readonly pid: number;
  /** Resolves when the process ends, with its last error output. */
  readonly ended: Promise<{ complaint: string }>;
}

export async function spawnPostmaster(options: {
  binaries: PostgresBinaries;
  user: PostgresUser | undefined;
  clusterDir: string;
  port: number;
  logFile: string;
  /** name=value, beyond what is in the cluster's postgresql.conf. */
  settings: readonly string[];
}): Promise<StartedPostmaster> {
  const { binaries, user, clusterDir, port, logFile, settings } = options;
  await rename(logFile, `${logFile}.previous`).catch(() => undefined);
  // Stays open until the server ends: by then another process may have created a log under the same name.
  const log = openSync(logFile, 'w+', 0o600);
  try {
    const child = spawn(
      binaries.postgres,
      [
        '-D',
        clusterDir,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'unix_socket_directories=',
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      // Its own session: Ctrl-C in the terminal reaches only us, and requests drain while the database still answers.
      {
        ...user,
        detached: true,
        stdio: ['ignore', log, log],
        cwd: clusterDir,
        env: SERVER_ENVIRONMENT,
        windowsHide: true,
      },
    );
    child.unref();
    const ended = new Promise<{ complaint: string }>((resolve) => {
      child.once('error', (error) => resolve({ complaint: error.message }));
      child.once('exit', () => resolve({ complaint: readComplaint(log) }));
    });
    void ended.then(() => closeSync(log));
    return { pid: child.pid ?? 0, ended };
  } catch (error) {
    closeSync(log);
    throw error;
  }
}

// The server inherits none of our secrets: a superuser can read its environment from SQL.
// (Windows needs a few variables to start a program at all; Node adds those by itself.)
// With glibc a server process would otherwise hold the memory of its largest statement until it ends.
export const SERVER_ENVIRONMENT = {
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  MALLOC_TRIM_THRESHOLD_: '65536',
};

const COMPLAINT_BYTES = 16_384;

function readComplaint(log: number): string {
  const { size } = fstatSync(log);
  const end = Buffer.alloc(Math.min(size, COMPLAINT_BYTES));
  const length = readSync(log, end, 0, end.length, size - end.length);
  return findComplaint(end.toString('utf8', 0, length));
}

/** What ended the server. Connections it did not take meanwhile, ours above all, wrote lines of their own after it. */
export function findComplaint(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  const loud =
    lines.findLast(
      (line) => /\b(FATAL|PANIC|ERROR)\b/.test(line) && !/FATAL:\s+the database system is /.test(line),
    ) ??
    lines.at(-1) ??
    'no reason given';
  return loud.replace(/^.*?(?:FATAL|PANIC|ERROR):\s*/, '').trim();
}

/** Asks for a fast shutdown: running statements are rolled back, everything committed is on disk. */
export async function stopPostmaster(
  pid: number,
  { binaries, clusterDir }: { binaries: PostgresBinaries; clusterDir: string },
): Promise<void> {
  if (process.platform === 'win32') {
    await run(binaries.pgCtl, ['stop', '-D', clusterDir, '-m', 'fast', '-w', '-t', '10']);
    return;
  }
  if (await endsAfter(pid, 'SIGINT', 9000)) return;
  // Immediate shutdown: the log is replayed at the next start, and nothing committed is lost.
  if (await endsAfter(pid, 'SIGQUIT', 3000)) return;
  throw new Error(`PostgreSQL (process ${pid}) does not stop. End it with: kill -QUIT ${pid}`);
}

async function endsAfter(pid: number, signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  signalPostmaster(pid, signal);
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(20)) {
    if (!(await isAlive(pid))) return true;
  }
  return false;
}

export function signalPostmaster(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already ended.
  }
}
