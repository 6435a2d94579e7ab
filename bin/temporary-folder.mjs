// The folder of one run of the tests, with every database and data folder they make: in memory where there is room, because
// some hundred databases are copied. It goes with the run, and so do programs that an interrupted run left behind.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 8 * 2 ** 30;
const NAME = 'onda-tests-';

export function makeTemporaryFolder() {
  const parent = hasRoomInMemory() ? MEMORY : tmpdir();
  removeFoldersOfKilledRuns(parent);
  const folder = mkdtempSync(join(parent, `${NAME}${process.pid}-`));
  // PostgreSQL's own user walks into it when the tests run as root.
  chmodSync(folder, 0o711);
  process.on('exit', () => removeFolder(folder));
  return folder;
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const mount = mounts.find((line) => line.split(' ')[1] === MEMORY);
    // Tests put programs into their folders and run them, which some containers forbid there.
    return Boolean(mount) && !mount.includes('noexec') && bavail * bsize >= NEEDED_BYTES;
  } catch {
    // Not Linux.
    return false;
  }
}

function removeFoldersOfKilledRuns(parent) {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(NAME) && Number(name.slice(NAME.length).split('-')[0]);
    if (pid && !isAlive(pid)) removeFolder(join(parent, name));
  }
}

function removeFolder(folder) {
  for (const pid of processesIn(folder)) endProcess(pid);
  // A database that is ending still writes.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** Those that were started with a path inside of the folder in their environment. */
function processesIn(folder) {
  return list('/proc').filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(folder));
}

function environmentOf(pid) {
  // Our own names the folder, too, once it is made.
  if (Number(pid) === process.pid) return '';
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function endProcess(pid) {
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
