// A first start makes sample tracks and pictures for minutes: what is measured meanwhile shares the machine with them.
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMsOf } from './process-cost.ts';

const WINDOW_MS = 10_000;
/** Of one core. */
const QUIET_SHARE = 0.2;
const QUIET_WINDOWS = 3;
const MAX_WINDOWS = 36;

/** Resolves when the program has hardly used the processor for half a minute, or after six minutes. */
export async function waitUntilQuiet(pid: number, print: (line: string) => void): Promise<void> {
  print('Waiting until the program has made its samples');
  let quiet = 0;
  for (let window = 0; window < MAX_WINDOWS && quiet < QUIET_WINDOWS; window++) {
    const before = cpuMsOf(pid);
    await sleep(WINDOW_MS);
    quiet = cpuMsOf(pid) - before < WINDOW_MS * QUIET_SHARE ? quiet + 1 : 0;
  }
}
