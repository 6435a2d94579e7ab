// A restore works in `restoring`, a folder inside the data folder. When everything is in it, that folder is renamed to `restored`
// in one step, and only then its parts move to where the program looks for them; after a kill the next process moves the
// rest. While `restoring` is there, nothing else starts on the data folder: a half-made studio would look like a new one.
import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OPEN_FOLDER, preparePostgresBinaries } from '#backend/database/postgres-binaries.ts';
import { clusterLink } from '#backend/database/postgres-cluster.ts';
import { findPostgresUser } from '#backend/database/postgres-user.ts';
import { findPostmaster, isAlive, stopPostmaster } from '#backend/database/postmaster.ts';
import { prepareDataDirectory } from '../data-directory.ts';

/** What makes a data folder a studio, the secrets last: without them nothing is opened. */
export const STUDIO_PARTS = ['postgres', 'storage', 'radio', 'secrets.json'] as const;

export interface UnfinishedRestore {
  id: string;
  /** What was typed after `npm run restore --`. */
  command: string;
  startedAt: string;
  pid: number;
}

const RESTORING = 'restoring';
const RESTORED = 'restored';
const NOTE = 'restore.json';
const SILENT = { step: () => undefined, done: () => undefined };

/** Before anything uses a data folder: completes a restore that was only to be moved, and throws for one that was cut. */
export async function settleRestore(dataDir: string): Promise<void> {
  await placeParts(dataDir);
  const unfinished = await describeUnfinished(dataDir);
  if (unfinished) throw new Error(unfinished);
}

export async function findUnfinished(dataDir: string): Promise<UnfinishedRestore | undefined> {
  const folder = join(dataDir, RESTORING);
  const found = await stat(folder).catch(() => undefined);
  if (!found) return undefined;
  const unknown = { id: '', command: 'FILE', startedAt: found.mtime.toISOString(), pid: 0 };
  const text = await readFile(join(folder, NOTE), 'utf8').catch(() => '{}');
  try {
    return { ...unknown, ...(JSON.parse(text) as Partial<UnfinishedRestore>) };
  } catch {
    // The power went while it was written.
    return unknown;
  }
}

/** What it is and what to do; undefined when there is none. */
export async function describeUnfinished(dataDir: string): Promise<string | undefined> {
  const restore = await findUnfinished(dataDir);
  if (!restore) return undefined;
  const what = `A restore into ${dataDir} (npm run restore -- ${restore.command}, begun ${restore.startedAt})`;
  const folder = join(dataDir, RESTORING);
  if (await isRunning(restore))
    return `${what} is still running, as process ${restore.pid}. Start the studio when it has finished.`;
  return `${what} was not finished, so there is no studio here yet, and nothing is started. Run that command again: it begins from the start. To give the restore up, delete ${folder} first.`;
}

async function isRunning({ pid }: UnfinishedRestore): Promise<boolean> {
  // In a container every run may have the same pid.
  return pid > 0 && pid !== process.pid && (await isAlive(pid));
}

/** `work` makes the studio in the folder it is given. When it fails, nothing of it is left. */
export async function restoreBeside(
  dataDir: string,
  command: string,
  work: (restore: { folder: string; id: string }) => Promise<void>,
): Promise<void> {
  const isNew = !(await stat(dataDir).catch(() => undefined));
  const folder = join(dataDir, RESTORING);
  const earlier = await findUnfinished(dataDir);
  if (earlier && (await isRunning(earlier))) throw new Error(await describeUnfinished(dataDir));
  if (earlier) await discard(folder);
  await prepareDataDirectory(dataDir);
  await prepareDataDirectory(folder);
  const note: UnfinishedRestore = {
    id: randomUUID(),
    command,
    startedAt: new Date().toISOString(),
    pid: process.pid,
  };
  await writeFile(join(folder, NOTE), `${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
  try {
    await work({ folder, id: note.id });
  } catch (error) {
    await discard(folder);
    // Only when it is empty.
    if (isNew) await rmdir(dataDir).catch(() => undefined);
    throw error;
  }
  await finishRestore(dataDir);
}

/** The one step after which the restored studio counts. */
export async function finishRestore(dataDir: string): Promise<void> {
  await rename(join(dataDir, RESTORING), join(dataDir, RESTORED));
  await syncFolder(dataDir);
  await placeParts(dataDir);
}

/** Several processes may do this at once: each part is moved by one of them. */
async function placeParts(dataDir: string): Promise<void> {
  const folder = join(dataDir, RESTORED);
  if (!(await stat(folder).catch(() => undefined))) return;
  for (const part of STUDIO_PARTS) {
    await rename(join(folder, part), join(dataDir, part)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await syncFolder(dataDir);
  await rm(folder, { recursive: true, force: true });
}

/** With its PostgreSQL, which goes on when a restore is killed, also where its files are elsewhere (see chooseHome). */
async function discard(folder: string): Promise<void> {
  const clusterDir = await realpath(clusterLink(folder)).catch(() => undefined);
  const running = clusterDir ? await findPostmaster(clusterDir) : undefined;
  if (clusterDir && running) {
    const binaries = await preparePostgresBinaries(await findPostgresUser(clusterDir), SILENT);
    await stopPostmaster(running.pid, { binaries, clusterDir });
  }
  if (clusterDir?.startsWith(join(OPEN_FOLDER, 'database-')))
    await rm(dirname(clusterDir), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
