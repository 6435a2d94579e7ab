// Work on bytes that strangers sent, in processes of their own: started with the first task, ended when idle, with a limit
// on memory and time, without secrets, and with this program's code as the only files they may read unless folders are named.
// A process does one task at a time, so a crash fails that task alone; the next one gets a new process.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromChild, Tasks, ToChild } from './messages.ts';

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface TaskProcess<All extends Tasks> {
  /** `source` is passed on as it is read, so that it is never whole in this process. Rejects with a TaskError. */
  run<Name extends keyof All & string>(
    name: Name,
    input: Parameters<All[Name]>[0],
    source?: Source,
  ): Promise<Awaited<ReturnType<All[Name]>>>;
  /** Ends every process; tasks under way are rejected. */
  close(): void;
}

export interface TaskProcessOptions {
  /** The module whose `tasks` are run. */
  tasks: URL;
  /** Folders that tasks may read and write. */
  folders?: readonly string[];
  /** Whether tasks may start other programs. */
  mayStartPrograms?: boolean;
  /** Whether tasks may start threads: the AAC encoder is one. Not for the bytes of strangers. */
  mayStartThreads?: boolean;
  memoryMb: number;
  maxTaskMs: number;
  maxProcesses?: number;
  /** Whether every other process goes first. */
  hasLowPriority?: boolean;
  idleMs?: number;
}

/**
 * rejected: the task itself says why. crashed, tooSlow: the process was lost with the task. unavailable: no process could be
 * started, or the program stops; the bytes are not to blame.
 */
export type TaskFailure = 'rejected' | 'crashed' | 'tooSlow' | 'unavailable';

export class TaskError extends Error {
  readonly failure: TaskFailure;

  constructor(failure: TaskFailure, message: string) {
    super(message);
    this.name = 'TaskError';
    this.failure = failure;
  }
}

interface Order {
  name: string;
  input: unknown;
  source?: Source;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Running {
  child: ChildProcess;
  startedMs: number;
  order?: Order;
  timer?: NodeJS.Timeout;
  /** What it printed last, such as the reason of a crash. */
  output: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('./run-tasks.ts', import.meta.url));
const CODE = ['package.json', 'node_modules', 'backend', 'radio', 'contracts'];
const IDLE_MS = 30_000;
/** Replaced after this time, so that nothing a library retains grows without end. */
const MAX_AGE_MS = 30 * 60_000;
/** What Node itself reserves, a thread once more, before a task needs anything. The system counts it, but most of it is never used. */
const RUNTIME_MB = 650;
/** A process whose parent was killed cannot be stopped by it: the system ends it after this much time of a processor. */
const MAX_CPU_S = 3600;

export function openTaskProcess<All extends Tasks>(options: TaskProcessOptions): TaskProcess<All> {
  const { maxTaskMs, maxProcesses = 1, idleMs = IDLE_MS } = options;
  const waiting: Order[] = [];
  const all = new Set<Running>();
  let isClosed = false;

  function start(): Running {
    const child = spawnTaskProgram(options);
    const running: Running = { child, startedMs: Date.now(), output: '' };
    all.add(running);
    child.stderr?.on('data', (chunk: Buffer) => {
      running.output = `${running.output}${chunk}`.slice(-2000);
    });
    child.on('message', (message: FromChild) => {
      if ('done' in message) finish(running, (order) => order.resolve(message.done));
      else finish(running, (order) => order.reject(new TaskError('rejected', message.failed)));
    });
    child.on('error', (error) => end(running, new TaskError('unavailable', error.message)));
    child.on('exit', (code, signal) =>
      end(
        running,
        new TaskError('crashed', `The process ended (${signal ?? code}). ${running.output}`.trim()),
      ),
    );
    // Idle, it keeps no program running; the channel would.
    letGo(child);
    return running;
  }

  /** The order is settled, and the process takes the next one. */
  function finish(running: Running, settle: (order: Order) => void): void {
    const { order } = running;
    if (!order) return;
    running.order = undefined;
    clearTimeout(running.timer);
    settle(order);
    if (Date.now() - running.startedMs > MAX_AGE_MS) end(running);
    else {
      letGo(running.child);
      running.timer = setTimeout(() => end(running), idleMs).unref();
    }
    next();
  }

  function end(running: Running, error = new TaskError('unavailable', 'The program is stopping.')): void {
    if (!all.delete(running)) return;
    clearTimeout(running.timer);
    running.child.kill('SIGKILL');
    running.order?.reject(error);
    next();
  }

  function next(): void {
    if (waiting.length === 0 || isClosed) return;
    const idle = [...all].find(({ order }) => !order) ?? (all.size < maxProcesses ? start() : undefined);
    const order = idle && waiting.shift();
    if (!order) return;
    idle.order = order;
    clearTimeout(idle.timer);
    idle.timer = setTimeout(() => end(idle, new TaskError('tooSlow', 'The task took too long.')), maxTaskMs);
    idle.child.ref();
    idle.child.channel?.ref();
    // A source that fails leaves half of it in the process.
    sendOrder(idle.child, order).catch((error: unknown) => {
      order.reject(error);
      end(idle);
    });
  }

  return {
    run: (name, input, source) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new TaskError('unavailable', 'The program is stopping.'));
        waiting.push({ name, input, source, resolve: resolve as Order['resolve'], reject });
        next();
      }),
    close() {
      isClosed = true;
      for (const order of waiting.splice(0))
        order.reject(new TaskError('unavailable', 'The program is stopping.'));
      for (const running of all) end(running);
    },
  };
}

async function sendOrder(child: ChildProcess, { name, input, source }: Order): Promise<void> {
  if (source) for await (const chunk of source) await send(child, { chunk });
  await send(child, { name, input });
}

function send(child: ChildProcess, message: ToChild): Promise<void> {
  // Where it cannot be sent the process has ended, and its exit rejects the order.
  return new Promise((resolve) => child.send(message, () => resolve()));
}

function letGo(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function spawnTaskProgram({ tasks, folders = [], ...options }: TaskProcessOptions): ChildProcess {
  const readable = [...CODE.map((name) => join(ROOT, name)), ...folders];
  const flags = [
    '--v8-pool-size=1',
    `--max-old-space-size=${options.memoryMb}`,
    '--permission',
    '--allow-addons',
    ...(options.mayStartPrograms ? ['--allow-child-process'] : []),
    ...(options.mayStartThreads ? ['--allow-worker', '--disable-warning=PERM0006'] : []),
    ...withRealPaths(readable).map((path) => `--allow-fs-read=${path}`),
    ...withRealPaths(folders).map((path) => `--allow-fs-write=${path}`),
    '--disable-warning=PERM0001',
    PROGRAM,
    tasks.href,
  ];
  const runtimes = options.mayStartThreads ? 2 : 1;
  const { command, parameters } = limited(
    [process.execPath, ...flags],
    runtimes * (RUNTIME_MB + options.memoryMb),
  );
  const child = spawn(command, parameters, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      // Windows programs do not start without it.
      SystemRoot: process.env.SystemRoot,
      MALLOC_ARENA_MAX: '2',
      UV_THREADPOOL_SIZE: '2',
    },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (options.hasLowPriority && child.pid) lowerPriority(child.pid);
  return child;
}

/** A checkout or a data folder may be reached by a link. */
function withRealPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => (existsSync(path) ? [path, realpathSync(path)] : [path])))];
}

/** The system's own limits, which hold for native code too; and when memory runs out, it ends this process first. */
function limited(command: string[], dataMb: number): { command: string; parameters: string[] } {
  if (process.platform === 'win32') return { command: command[0] as string, parameters: command.slice(1) };
  const script = [
    `ulimit -d ${dataMb * 1024}`,
    `ulimit -t ${MAX_CPU_S}`,
    'ulimit -c 0',
    'echo 1000 >/proc/self/oom_score_adj',
  ];
  const quiet = script.map((line) => `{ ${line}; } 2>/dev/null`).join('; ');
  return { command: '/bin/sh', parameters: ['-c', `${quiet}; exec "$0" "$@"`, ...command] };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Without the right to change it, it stays as it is.
  }
}
