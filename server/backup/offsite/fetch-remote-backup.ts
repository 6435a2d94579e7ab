// Fetches the off-site copy for `npm run restore` to a local file. If it cannot be fetched or decrypted, nothing is
// left behind.
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '#contracts/progress.ts';
import { prepareDataDirectory } from '../../data-directory.ts';
import type { BackupCopiesConfig } from '../../outside-services.ts';
import { RestoreError } from '../manifest.ts';
import { requireSpace } from '../write-backup.ts';
import { readAgeIdentity } from './age-keys.ts';
import { fetchCopy } from './fetch-copy.ts';
import { openRemoteStore, type RemoteStore } from './remote-store.ts';

interface FetchedBackup {
  path: string;
  remove(): Promise<void>;
}

export async function fetchRemoteBackup({
  config,
  name,
  progress,
  waitMs,
}: {
  config: { dataDir: string; backupCopies: BackupCopiesConfig | undefined };
  /** The newest when it is undefined. */
  name: string | undefined;
  progress: Progress;
  waitMs?: number;
}): Promise<FetchedBackup> {
  const { dataDir, backupCopies } = config;
  if (!backupCopies)
    throw new RestoreError(
      'Set BACKUP_S3_ENDPOINT and the other BACKUP variables to fetch an off-site copy.',
    );
  const store = openRemoteStore({ ...backupCopies.s3, prefix: backupCopies.prefix });
  const folder = join(dataDir, 'backups');
  const isNew = !(await stat(dataDir).catch(() => undefined));
  try {
    const file = await findCopy(store, name);
    await prepareDataDirectory(dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, file.name.replace(/\.age$/, '.fetched'));
    await requireSpace(path, file.sizeBytes);
    progress.step(`Fetching ${file.name}`);
    const identity = readAgeIdentity(backupCopies.encryptionKey);
    await fetchCopy({ store, identity, name: file.name, path, waitMs });
    progress.done();
    return { path, remove: () => rm(path, { force: true }) };
  } catch (error) {
    if (isNew) await rm(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    store.close();
  }
}

async function findCopy(store: RemoteStore, name: string | undefined) {
  const files = await store.list();
  const newest = files.at(-1);
  if (!newest) throw new RestoreError(`There are no off-site copies in ${store.label}.`);
  if (name === undefined) return newest;
  const found = files.find((file) => file.name === name || file.name === `${name}.age`);
  if (!found)
    throw new RestoreError(`The copy ${name} was not found in ${store.label}. The newest is ${newest.name}.`);
  return found;
}
