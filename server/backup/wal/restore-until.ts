// npm run restore -- --remote --until TIME: the database as it was at a moment, from the newest base backup before it and
// the log since. Stored files come from the copies of backups nearest to it. Only into an empty DATA_DIR.
import { createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectDatabase } from '#backend/database/connect.ts';
import { startEmbeddedPostgres } from '#backend/database/embedded-postgres.ts';
import { clusterLink, createClusterFrom, homeOf } from '#backend/database/postgres-cluster.ts';
import { findPostgresUser, type PostgresUser } from '#backend/database/postgres-user.ts';
import { recoverySettings } from '#backend/database/wal-archive.ts';
import type { Progress } from '#contracts/progress.ts';
import { type OpenZip, openZip } from '../../archive/open-zip.ts';
import type { Config } from '../../config.ts';
import { createFileOnce, prepareDataDirectory } from '../../data-directory.ts';
import type { BackupCopiesConfig } from '../../outside-services.ts';
import { loadSecrets } from '../../secrets.ts';
import { RestoreError } from '../manifest.ts';
import { readAgeIdentity } from '../offsite/age-keys.ts';
import { fetchCopy } from '../offsite/fetch-copy.ts';
import { type BaseName, listBases, openArchive, openArchives, readSegment } from './archive-names.ts';
import { BASE_SECRETS, CLUSTER_FOLDER, DIRECTORIES } from './base-backup.ts';
import { type RestoredFiles, restoreNearestFiles } from './restore-nearest-files.ts';

export interface UntilOptions {
  config: Config;
  /** Undefined: as far as the archive goes. */
  until: Date | undefined;
  progress: Progress;
}

const RECOVERY_LIMIT_MS = 24 * 3600 * 1000;
const AT_ONCE = 8;

export function readUntil(text: string | undefined): Date | undefined {
  if (text === 'latest') return undefined;
  // Without a zone it would mean another moment on every machine.
  if (
    !text ||
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ||
    Number.isNaN(Date.parse(text))
  )
    throw new RestoreError(
      'Give a time with its time zone, such as --until 2026-11-16T10:00:00Z, or --until latest.',
    );
  return new Date(text);
}

export async function restoreUntil({ config, until, progress }: UntilOptions): Promise<RestoredFiles> {
  const { dataDir, backupCopies } = config;
  if (!backupCopies) throw new RestoreError('Set the BACKUP variables to fetch off-site copies.');
  if (config.databaseUrl)
    throw new RestoreError('A point-in-time restore needs the embedded PostgreSQL: unset DATABASE_URL.');
  const { systemId, base } = await findBase(backupCopies, until);
  await prepareDataDirectory(dataDir);
  const user = await findPostgresUser(clusterLink(dataDir));
  const basePath = join(dataDir, 'base.fetched');
  const archive = openArchive(backupCopies, systemId);
  const identity = readAgeIdentity(backupCopies.encryptionKey);
  let walDir: string | undefined;
  try {
    progress.step(`Fetching the base backup of ${new Date(base.endedAtMs).toISOString()}`);
    await fetchCopy({ store: archive, identity, name: base.file, path: basePath });
    const zip = await openZip(basePath);
    let clusterDir: string;
    try {
      await createFileOnce(join(dataDir, 'secrets.json'), await zip.readText(BASE_SECRETS), 0o600);
      clusterDir = await createClusterFrom({ dataDir, user, progress, fill: (to) => unpack(zip, to) });
    } finally {
      await zip.close();
    }
    progress.done();
    walDir = join(homeOf(clusterDir), 'wal.fetched');
    await mkdir(walDir, { mode: 0o700 });
    progress.step('Fetching the WAL since then');
    await fetchLog({ archive, identity, base, to: walDir });
    if (user) await giveFiles(walDir, user);
    progress.done();
    return await recover({ config, backupCopies, walDir, until, progress });
  } finally {
    archive.close();
    await rm(basePath, { force: true });
    if (walDir) await rm(walDir, { recursive: true, force: true });
  }
}

async function findBase(config: BackupCopiesConfig, until: Date | undefined) {
  const archives = openArchives(config);
  try {
    const bySystem = Map.groupBy(await archives.list(), ({ name }) => name.split('/')[0] ?? '');
    const found = [...bySystem].flatMap(([systemId, files]) => {
      const names = files.map(({ name }) => name.slice(systemId.length + 1));
      return listBases(names).map((base) => ({ systemId, base, names }));
    });
    found.sort((one, other) => one.base.endedAtMs - other.base.endedAtMs);
    const [first] = found;
    if (!first) throw new RestoreError(`There is no WAL archive in ${archives.label}. Was BACKUP_WAL on?`);
    const chosen = found.findLast(({ base }) => !until || base.endedAtMs <= until.getTime());
    if (!chosen)
      throw new RestoreError(
        `The WAL archive begins at ${new Date(first.base.endedAtMs).toISOString()}: an earlier time cannot be restored.`,
      );
    return chosen;
  } finally {
    archives.close();
  }
}

async function unpack(zip: OpenZip, to: string): Promise<void> {
  const directories = JSON.parse(await zip.readText(DIRECTORIES)) as string[];
  const pathOf = (name: string) => {
    const path = join(to, normalize(name));
    if (!path.startsWith(to + sep)) throw new RestoreError(`${name} points outside its folder.`);
    return path;
  };
  for (const name of directories) await mkdir(pathOf(name), { recursive: true, mode: 0o700 });
  for (const name of zip.items.keys()) {
    if (!name.startsWith(CLUSTER_FOLDER)) continue;
    const path = pathOf(name.slice(CLUSTER_FOLDER.length));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(
      Readable.from(zip.read(name)),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
  }
  await writeFile(join(to, 'recovery.signal'), '', { mode: 0o600 });
}

async function fetchLog({
  archive,
  identity,
  base,
  to,
}: {
  archive: ReturnType<typeof openArchive>;
  identity: ReturnType<typeof readAgeIdentity>;
  base: BaseName;
  to: string;
}): Promise<void> {
  const from = readSegment(base.segment)?.number ?? 0;
  const names = (await archive.list())
    .map(({ name }) => name)
    .filter((name) => name.includes('.history.') || (readSegment(name)?.number ?? -1) >= from);
  const waiting = [...names];
  const fetchNext = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      await fetchCopy({ store: archive, identity, name, path: join(to, name.replace(/\.age$/, '')) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}

async function giveFiles(folder: string, { uid, gid }: PostgresUser): Promise<void> {
  for (const name of await readdir(folder)) await chown(join(folder, name), uid, gid);
  await chown(folder, uid, gid);
}

async function recover({
  config,
  backupCopies,
  walDir,
  until,
  progress,
}: {
  config: Config;
  backupCopies: BackupCopiesConfig;
  walDir: string;
  until: Date | undefined;
  progress: Progress;
}): Promise<RestoredFiles> {
  const { databasePassword } = await loadSecrets(config);
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    password: databasePassword,
    progress,
    prepareSettings: async () => recoverySettings(walDir, until),
    recoveryLimitMs: RECOVERY_LIMIT_MS,
  }).catch((error: Error) => {
    if (!/recovery ended before configured recovery target/.test(error.message)) throw error;
    throw new RestoreError(
      'The WAL archive ends before that time. Choose an earlier time, or --until latest.',
      { cause: error },
    );
  });
  try {
    const { sql, close } = await connectDatabase(embedded.url, { max: 1, applicationName: 'onda restore' });
    try {
      return await restoreNearestFiles({ config, backupCopies, sql, until: until ?? new Date(), progress });
    } finally {
      await close();
    }
  } finally {
    await embedded.stop();
  }
}
