// Starts onda as a person or a service manager does, as a process, and watches it from outside.
// Knows only what they know: output, exit code, data folder, process list.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER = ['server/main.ts'];
/** Starts in half the time, for what has nothing to do with the studio itself. */
export const BACKEND_ALONE = { parameters: [...SERVER, '--backend'] };

export interface Program {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exit: Promise<number | NodeJS.Signals>;
  /** The address it printed; rejects when it ends before printing one. */
  url(): Promise<string>;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** `isLasting`: cleanUp leaves it alone; removeDataDir removes it. */
export function makeDataDir({ isLasting = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'onda-process-'));
  chmodSync(folder, 0o711);
  if (!isLasting) folders.push(folder);
  return folder;
}

interface ProgramOptions {
  command?: string;
  parameters?: string[];
  /** cleanUp leaves it alone. */
  isLasting?: boolean;
}

export function startProgram(
  env: Record<string, string>,
  { command = process.execPath, parameters = SERVER, isLasting = false }: ProgramOptions = {},
): Program {
  const child = spawn(command, parameters, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      // As bin/start.mjs does: the next start takes half the time of a core.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled'),
      PORT: '0',
      RADIO_SOURCE_PORT: '0',
      ...env,
    },
  });
  if (!isLasting) running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const exit = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | NodeJS.Signals;
  });
  const url = async () => {
    let isOver = false;
    void exit.then(() => {
      isOver = true;
    });
    for (;;) {
      const address = /running at (\S+)/.exec(stdout)?.[1];
      if (address) return address;
      if (isOver) throw new Error(`It ended before it was running.\n${stdout}\n${stderr}`);
      await sleep(20);
    }
  };
  return { child, exit, url, stdout: () => stdout, stderr: () => stderr };
}

/** Process numbers of every process whose command line names the folder, PostgreSQL's above all. */
export function processesOf(dataDir: string): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line.includes(dataDir) && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

/** The way in for a test that has the data folder, as an owner with psql has. */
export function databaseUrl(dataDir: string): string {
  const { databasePassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const port = readFileSync(join(dataDir, 'postgres.port'), 'utf8').trim();
  return `postgres://postgres:${databasePassword}@127.0.0.1:${port}/postgres`;
}

export function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Long enough for a machine that does something else at the same time. */
const MAX_WAIT_S = 120;

export async function waitUntil(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 1000 * MAX_WAIT_S; Date.now() < deadline; await sleep(50)) {
    if (await isTrue()) return;
  }
  throw new Error(`Waited ${MAX_WAIT_S} s in vain: ${what}`);
}

/** For afterEach: whatever a failed test left running or lying around. */
export async function cleanUp(): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) await removeDataDir(folder);
}

/** Ends what still runs on it first. */
export async function removeDataDir(folder: string): Promise<void> {
  for (const pid of processesOf(folder)) tryKill(pid);
  await waitUntil(`${folder} is free`, () => processesOf(folder).length === 0);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
