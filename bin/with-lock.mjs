// Runs something while no other process of this machine runs it: a file with the holder's process number.
// A holder that was killed does not count. For builds, not for data.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 300;

export async function withLock(path, { onWait, run }) {
  let isWaiting = false;
  while (!(await take(path))) {
    if (!isWaiting) onWait();
    isWaiting = true;
    await sleep(POLL_MS);
  }
  try {
    return await run();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path) {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = Number(await readFile(path, 'utf8').catch(() => ''));
  if (!isAlive(holder)) await rm(path, { force: true });
  return false;
}

function isAlive(pid) {
  // Empty for an instant, between the making of the file and the writing of the number.
  if (!Number.isInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
