// PostgreSQL cannot run as root: finds (or creates) the unprivileged system user to run it as.
// Undefined where none is needed. Also checks, as that user, what it can access.
import { execFile, spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);
const NEW_USER = 'onda';

export async function findPostgresUser(clusterDir: string): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  // The owner of an existing cluster is the only user who may open it.
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = (await lookUp('postgres')) ?? (await lookUp(NEW_USER));
  if (existing) return existing;
  await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', NEW_USER]).catch(
    () => undefined,
  );
  const found = (await lookUp(NEW_USER)) ?? (await lookUp('nobody'));
  if (found) return found;
  throw new Error(
    'PostgreSQL must not run as root and no other system user was found. Run as another user, add a user "postgres", or set DATABASE_URL.',
  );
}

async function lookUp(name: string): Promise<PostgresUser | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : undefined;
}

/** Whether that user can enter and read all these folders (modes, ACLs and mounts count). */
export function canReach(user: PostgresUser | undefined, directories: readonly string[]): boolean {
  if (!user) return true;
  const script = 'for directory do [ -x "$directory" ] || exit 1; done';
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...directories], { ...user, cwd: '/' }).status === 0;
}
