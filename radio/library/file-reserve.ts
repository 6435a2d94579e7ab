// Reads files even when the process is out of file descriptors: connections can use up all of them, and a station that
// cannot open its next track falls silent. One descriptor is reserved and released while reading.
import { closeSync, openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { devNull } from 'node:os';

export interface FileReserve {
  read(path: string): Promise<Buffer>;
}

export function createFileReserve(): FileReserve {
  let held = hold();

  /** Synchronous: nothing else can take the released descriptor. */
  function readWithReserve(path: string): Buffer {
    if (held === undefined) held = hold();
    if (held !== undefined) closeSync(held);
    held = undefined;
    try {
      return readFileSync(path);
    } finally {
      held = hold();
    }
  }

  return {
    async read(path) {
      try {
        return await readFile(path);
      } catch (error) {
        if (!isOutOfDescriptors(error)) throw error;
        return readWithReserve(path);
      }
    },
  };
}

function hold(): number | undefined {
  try {
    return openSync(devNull, 'r');
  } catch {
    return undefined;
  }
}

function isOutOfDescriptors(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EMFILE' || code === 'ENFILE';
}
