// Gives every contestant a core of its own, so that generator, database and server do not fight for one.
// Linux only (taskset). Starts nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Cores {
  /** The server under measurement runs here, alone. */
  server: number;
  /** The load generator and the database run here. */
  generator: number;
  /** Everything we may use, for work that is not measured. */
  all: string;
}

export function chooseCores(): Cores {
  if (process.platform !== 'linux') throw new Error('This bench pins programs to cores, which needs Linux.');
  const all = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  const [server, generator] = listOf(all);
  if (server === undefined || generator === undefined) {
    throw new Error(`This bench needs two cores: one for the server, one for the load. It may use: ${all}.`);
  }
  return { server, generator, all };
}

/** What is spawned from here on inherits the core, unless it is pinned elsewhere. */
export function pinThisProcess(core: number): void {
  // A thread that ends while taskset goes through them makes it fail.
  for (let triesLeft = 5; ; triesLeft -= 1) {
    const { status, stderr } = spawnSync('taskset', ['-acp', String(core), String(process.pid)]);
    if (status === 0) return;
    if (triesLeft === 0) throw new Error(`taskset could not pin the bench to core ${core}: ${stderr}`);
  }
}

/** The command line that runs a program on the given core, or on a list of cores. */
export function pinned(cores: number | string, command: string, parameters: string[]): [string, string[]] {
  return ['taskset', ['-c', String(cores), command, ...parameters]];
}

/** "0-2,5" -> 0, 1, 2, 5 */
function listOf(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number);
    if (from === undefined || to === undefined || !Number.isInteger(from)) return [];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}
