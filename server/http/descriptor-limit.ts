// How many connections the process may hold without running out of file descriptors: half of them stays free for the
// database, uploads and downloads, the radio and its sources. Read again while the program runs, because an operator can
// change the limit of a running process (prlimit).
import { readFileSync } from 'node:fs';

const MAX_RESERVE = 4096;
const MIN_CONNECTIONS = 16;
const READ_AGAIN_MS = 1000;

export function createDescriptorLimit(read: () => string = readLimits): () => number {
  let max = Number.POSITIVE_INFINITY;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = performance.now();
    if (nowMs - readAtMs < READ_AGAIN_MS) return max;
    readAtMs = nowMs;
    const openFiles = maxOpenFiles(read);
    if (openFiles !== undefined)
      max = Math.max(MIN_CONNECTIONS, Math.floor(openFiles - Math.min(openFiles / 2, MAX_RESERVE)));
    return max;
  };
}

/** Undefined if the system does not report it, or no descriptor is left to read it: the previous value then applies. */
function maxOpenFiles(read: () => string): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(read())?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

function readLimits(): string {
  return readFileSync('/proc/self/limits', 'utf8');
}
