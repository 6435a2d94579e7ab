// Makes sure that there is a complete PostgreSQL cluster (the data directory) and returns its location.
// An interrupted first run leaves only a temporary folder, never a partial cluster. Starts no server.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Progress } from '#contracts/progress.ts';
import { OPEN_FOLDER, type PostgresBinaries } from './postgres-binaries.ts';
import { canReach, type PostgresUser } from './postgres-user.ts';
import { isAlive, SERVER_ENVIRONMENT } from './postmaster.ts';

export const SUPERUSER = 'postgres';

const run = promisify(execFile);
const CLUSTER = 'postgres';

// For a small machine that runs other things too; an owner may change all of it in postgresql.conf.
const SETTINGS = [
  'cluster_name=onda',
  'wal_level=logical',
  // An unused replication slot must not fill the disk.
  'max_slot_wal_keep_size=1GB',
  'max_wal_size=512MB',
  'max_connections=100',
  // The rest is read from the operating system's cache, which frees memory when others need it.
  'shared_buffers=48MB',
  'random_page_cost=1.1',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  // Statement errors are logged by the sender; this log is for server events.
  'log_min_messages=log',
  'log_checkpoints=off',
];

/** Where the cluster of a data folder is or would be: it may be a link to a place open to PostgreSQL's user. */
export function clusterLink(dataDir: string): string {
  return join(dataDir, CLUSTER);
}

export async function prepareCluster(options: {
  dataDir: string;
  password: string;
  binaries: PostgresBinaries;
  user: PostgresUser | undefined;
  progress: Progress;
}): Promise<string> {
  const { dataDir, binaries, user, progress } = options;
  const link = clusterLink(dataDir);
  const existing = await findCluster(link, progress);
  if (existing) {
    await rejectOtherVersion(existing, binaries);
    return existing;
  }
  await removeLeftovers(dataDir);
  const home = await chooseHome(dataDir, user, progress);
  progress.step('Creating the database');
  const made = await initializeCluster(home, options);
  await moveIntoPlace({ dataDir, home, made });
  progress.done();
  return realpath(link);
}

/** A cluster from given files, such as a base backup; they are chowned to PostgreSQL's user. */
export async function createClusterFrom(options: {
  dataDir: string;
  user: PostgresUser | undefined;
  progress: Progress;
  fill: (directory: string) => Promise<void>;
}): Promise<string> {
  const { dataDir, user, progress, fill } = options;
  const home = await chooseHome(dataDir, user, progress);
  const made = join(home, newClusterName());
  try {
    await mkdir(made, { mode: 0o700 });
    await fill(made);
    if (user) await chownAll(made, user);
    await moveIntoPlace({ dataDir, home, made });
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw error;
  }
  return realpath(clusterLink(dataDir));
}

async function chownAll(directory: string, { uid, gid }: PostgresUser): Promise<void> {
  await chown(directory, uid, gid);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid);
}

function newClusterName(): string {
  return `${CLUSTER}.init-${process.pid}-${randomBytes(4).toString('hex')}`;
}

async function moveIntoPlace({
  dataDir,
  home,
  made,
}: {
  dataDir: string;
  home: string;
  made: string;
}): Promise<void> {
  const link = clusterLink(dataDir);
  const isLinked = home !== (await realpath(dataDir));
  try {
    if (isLinked) {
      await rename(made, join(home, CLUSTER));
      await symlink(join(home, CLUSTER), link);
    } else {
      await rename(made, link);
    }
    await syncDirectory(home);
  } catch (error) {
    // Another process was first; both used the same password, so its cluster is used.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    await rm(isLinked ? home : made, { recursive: true, force: true });
  }
}

/** Throws when the database was lost, instead of silently creating an empty one. */
export async function requireCluster(
  dataDir: string,
  mayCreate: () => Promise<boolean> = async () => true,
): Promise<void> {
  const link = clusterLink(dataDir);
  const isThere = () => isWhole(link);
  if (await isThere()) return;
  const isLost = (await lstat(link).catch(() => undefined)) === undefined;
  // Checked again last: another process may have created it since.
  if ((await mayCreate()) || (await isThere())) return;
  const fact = isLost ? `${link} is missing` : `${link} is incomplete (global/pg_control is missing)`;
  throw new Error(
    `The database of this folder is missing: ${fact}, but ${join(dataDir, 'secrets.json')} belongs to one. Put the folder back, or restore a backup into an empty folder: DATA_DIR=... npm run restore -- FILE. To start a new, empty studio, set DATA_DIR to an empty folder.`,
  );
}

/** The control file is written last. */
async function isWhole(clusterDir: string): Promise<boolean> {
  return (await stat(join(clusterDir, 'global', 'pg_control')).catch(() => undefined)) !== undefined;
}

async function findCluster(link: string, progress: Progress): Promise<string | undefined> {
  const entry = await lstat(link).catch(() => undefined);
  if (!entry) return undefined;
  const clusterDir = await realpath(link).catch(() => undefined);
  if (!clusterDir) {
    throw new Error(
      `The database of this folder is missing: ${link} points to a place that does not exist. Restore it, or remove that link to start with an empty database.`,
    );
  }
  if ((await readdir(clusterDir)).length === 0) return undefined;
  if (await isWhole(clusterDir)) return clusterDir;
  // Nothing was ever stored here (see requireCluster), but we do not delete it.
  const aside = `${link}.incomplete-${Date.now()}`;
  await rename(link, aside);
  progress.step(`The database folder was incomplete; it was moved to ${aside}`);
  progress.done();
  return undefined;
}

async function rejectOtherVersion(clusterDir: string, binaries: PostgresBinaries): Promise<void> {
  const version = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version !== binaries.majorVersion) {
    throw new Error(
      `The database in ${clusterDir} was made by PostgreSQL ${version || 'of an unknown version'}, but this onda brings ${binaries.majorVersion}. Restore a backup into an empty DATA_DIR.`,
    );
  }
}

/** The folder for the cluster: the data folder, or one that PostgreSQL's user can access. */
async function chooseHome(
  dataDir: string,
  user: PostgresUser | undefined,
  progress: Progress,
): Promise<string> {
  const home = await realpath(dataDir);
  if (!user || canReach(user, [home])) return home;
  // We may make the data folder itself traversable (not listable), but not the folders above it.
  const { mode } = await stat(home);
  await chmod(home, (mode & 0o7777) | 0o011);
  if (canReach(user, [home])) return home;
  const elsewhere = join(OPEN_FOLDER, `database-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(elsewhere, { recursive: true, mode: 0o711 });
    await chmod(elsewhere, 0o711);
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and its system user cannot access ${home}. Set DATA_DIR to a folder open to others (such as /srv/onda), or run onda as another user.`,
      { cause: error },
    );
  }
  progress.step(`The database is stored in ${elsewhere}, because its system user cannot access ${home}`);
  progress.done();
  return elsewhere;
}

async function initializeCluster(
  home: string,
  {
    password,
    binaries,
    user,
  }: { password: string; binaries: PostgresBinaries; user: PostgresUser | undefined },
): Promise<string> {
  const name = newClusterName();
  const temporary = join(home, name);
  const passwordFile = join(home, `${name}.password`);
  try {
    await mkdir(temporary, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (user) {
      await chown(temporary, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    await run(
      binaries.initdb,
      [
        `--pgdata=${temporary}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        ...SETTINGS.map((setting) => `--set=${setting}`),
      ],
      { ...user, cwd: temporary, env: SERVER_ENVIRONMENT },
    );
    return temporary;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const reason = output.split('\n').findLast((line) => line.includes('error:')) ?? String(error);
    throw new Error(`The database could not be created in ${home}: ${reason.trim()}`, { cause: error });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

// Left by an interrupted first run. Folders of a first run in another process stay.
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres\.init-(\d+)-/.exec(name)?.[1];
    if (pid && !(await isAlive(Number(pid)))) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

/** The folder beside the cluster, for its log and its port. */
export function homeOf(clusterDir: string): string {
  return dirname(clusterDir);
}
