// Starts the programs of a bench, waits until they answer, and ends them by their process number: whatever happens,
// nothing that was started here stays behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProgramOptions {
  name: string;
  command: string;
  parameters: string[];
  env?: Record<string, string | undefined>;
  cwd?: string;
}

export interface Program {
  readonly pid: number;
  stop(): Promise<void>;
}

const READY_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;
const POLL_MS = 50;
const MAX_OUTPUT = 4000;

/** Starts a server and waits until `url` answers with 200. */
export async function startServer(options: ProgramOptions & { url: string }): Promise<Program> {
  const { child, output } = launch(options);
  const program = { pid: child.pid ?? 0, stop: () => end(child) };
  const deadlineMs = Date.now() + READY_LIMIT_MS;
  while (!(await answers(options.url))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadlineMs) {
      await program.stop();
      throw new Error(`${options.name} did not start:\n${output()}`);
    }
    await sleep(POLL_MS);
  }
  return program;
}

/** Starts a program that is not asked anything. */
export function startProgram(options: ProgramOptions): Program {
  const { child } = launch(options);
  return { pid: child.pid ?? 0, stop: () => end(child) };
}

/** Runs a program to its end and gives what it printed. */
export async function runToEnd(options: ProgramOptions & { limitMs: number }): Promise<string> {
  const { child, output, stdout } = launch(options);
  const limit = setTimeout(() => void end(child), options.limitMs);
  const code = await new Promise((resolve) => child.once('close', (exit, signal) => resolve(exit ?? signal)));
  clearTimeout(limit);
  if (code !== 0) throw new Error(`${options.name} ended with ${code}:\n${output()}`);
  return stdout();
}

function launch({ name, command, parameters, env, cwd }: ProgramOptions) {
  const child = spawn(command, parameters, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let all = '';
  let out = '';
  child.on('error', (error) => {
    all += `${name} could not be run: ${error.message}`;
  });
  child.stdout.on('data', (chunk) => {
    out += chunk;
    all = (all + chunk).slice(-MAX_OUTPUT);
  });
  child.stderr.on('data', (chunk) => {
    all = (all + chunk).slice(-MAX_OUTPUT);
  });
  return { child, output: () => all.trim(), stdout: () => out };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(limit);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
