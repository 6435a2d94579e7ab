// A lock across test processes: a file that only one of them can create.
import { open, readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './is-alive.ts';

const timeoutMs = 60_000;

export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const startedMs = Date.now();
  while (!(await tryCreate(file))) {
    if (Date.now() - startedMs > timeoutMs) throw new Error(`${file} is held by another process`);
    // A process that was killed cannot release its lock.
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
    else await sleep(50);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function tryCreate(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
