// Data folders that a program has used before, for tests that are not about a first start. Each kind is made once in a
// run of one test runner, or of all of them when `npm test` names a folder for it, and copied from then on.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKEND_ALONE, makeDataDir, startProgram } from './program.ts';

const KINDS = {
  /** The sample studio. */
  studio: { env: {}, options: {} },
  /** A studio without samples. */
  empty: { env: { DEMO: 'off' }, options: {} },
  backend: { env: {}, options: BACKEND_ALONE },
};
/** An ident and three songs: server/radio/demo-library.ts. */
const FIRST_TRACKS = 4;
type Kind = keyof typeof KINDS;

const shared = process.env.USED_FOLDERS;
const originalOf = (run: number, kind: string) =>
  shared ? join(shared, kind) : join(tmpdir(), `onda-used-folder-${run}-${kind}`);

export async function makeUsedDataDir(kind: Kind, { isLasting = false } = {}): Promise<string> {
  const dataDir = makeDataDir({ isLasting });
  // It belongs to the run: to the process that started this one.
  const original = originalOf(process.ppid, kind);
  await prepare(original, kind);
  // A database outside of its folder (see chooseHome) would be shared by all copies: the test starts with none.
  if (lstatSync(join(original, 'postgres')).isSymbolicLink()) return dataDir;
  const { status, stderr } = spawnSync('cp', ['-a', `${original}/.`, dataDir], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  // Copies run beside each other.
  rmSync(join(dataDir, 'postgres.port'), { force: true });
  return dataDir;
}

async function prepare(original: string, kind: Kind): Promise<void> {
  const lock = `${original}.lock`;
  if (existsSync(original)) return;
  try {
    mkdirSync(lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Another file makes it. If it cannot, it says why, and this one tries.
    while (existsSync(lock)) await sleep(50);
    return prepare(original, kind);
  }
  try {
    const { env, options } = KINDS[kind];
    const dataDir = makeDataDir();
    const program = startProgram({ DATA_DIR: dataDir, ...env }, options);
    await program.url();
    if (kind === 'studio') await finishMusic(dataDir);
    program.child.kill('SIGTERM');
    const code = await program.exit;
    if (code !== 0) throw new Error(`It ended with ${code}.\n${program.stdout()}\n${program.stderr()}`);
    renameSync(dataDir, original);
  } finally {
    rmdirSync(lock);
  }
}

/**
 * A new station makes its first songs as fast as it can: some twenty seconds of a core, beside every test and again in every
 * program that ends before. Here they are finished once, and go into the cache of this checkout. The rest waits for a quiet machine.
 */
async function finishMusic(dataDir: string): Promise<void> {
  const path = join(dataDir, 'radio', 'demo-library.json');
  const made = () => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  while (made().split(',').length < FIRST_TRACKS) await sleep(50);
}

/** When the run of a test runner is over. */
export function removeUsedFolders(run: number): void {
  if (shared) return;
  for (const kind of Object.keys(KINDS)) {
    rmSync(originalOf(run, kind), { recursive: true, force: true });
    rmSync(`${originalOf(run, kind)}.lock`, { recursive: true, force: true });
  }
}
