// Work in the background waits while the machine has other things to do, but not for ever.
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 30_000;
const MAX_WAIT_MS = 30 * 60_000;

export async function waitUntilQuiet(signal: AbortSignal, isBusy = hasHighLoad): Promise<void> {
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS && isBusy() && !signal.aborted; waitedMs += LOOK_MS)
    await sleep(LOOK_MS, undefined, { ref: false, signal }).catch(() => undefined);
}

/** More threads want to run than there are cores. Never on systems that do not count it. */
function hasHighLoad(): boolean {
  return (loadavg()[0] ?? 0) > availableParallelism();
}
