// Ways to run out of room for real, without a mock: a small disk of its own where the machine allows one to be made, and
// the limit that the system sets to the size of this process's files.
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface FullDisk {
  directory: string;
  fill(): Promise<void>;
  freeSpace(): Promise<void>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const newFolder = () => mkdtemp(join(tmpdir(), 'onda-full-disk-'));

/** A disk of a few megabytes in memory; undefined where nobody but an administrator makes one. */
export async function openSmallDisk(megabytes: number): Promise<FullDisk | undefined> {
  const directory = await newFolder();
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'onda-test', directory]);
  } catch {
    await rm(directory, { recursive: true });
    return undefined;
  }
  const ballast = join(directory, 'ballast');
  return {
    directory,
    async fill() {
      const handle = await open(ballast, 'w');
      try {
        const block = Buffer.alloc(64 * 1024);
        for (;;) await handle.writeFile(block);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await handle.close();
      }
    },
    freeSpace: () => rm(ballast, { force: true }),
    async close() {
      await run('umount', ['-l', directory]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** No file of this process may grow beyond `bytes` while it is "full"; undefined where there is no such limit to set. */
export async function openLimitedDisk(bytes: number): Promise<FullDisk | undefined> {
  const limit = (soft: number | 'unlimited') =>
    run('prlimit', ['--pid', String(process.pid), `--fsize=${soft}:`]).then(() => undefined);
  try {
    await limit('unlimited');
  } catch {
    return undefined;
  }
  const directory = await newFolder();
  return {
    directory,
    fill: () => limit(bytes),
    freeSpace: () => limit('unlimited'),
    async close() {
      await limit('unlimited');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
