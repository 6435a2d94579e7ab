import type { Sql } from '#backend/database/driver/sql.ts';
import type { Progress } from '#contracts/progress.ts';
import { openZip } from '../../archive/open-zip.ts';
import type { Config } from '../../config.ts';
import { openBlobs } from '../../open-blobs.ts';
import type { BackupCopiesConfig } from '../../outside-services.ts';
import { readManifest } from '../manifest.ts';
import { fetchRemoteBackup } from '../offsite/fetch-remote-backup.ts';
import { openRemoteStore } from '../offsite/remote-store.ts';
import { restoreFiles } from '../restore-backup.ts';

export interface RestoredFiles {
  files: number;
  /** Stored files that the database knows and that no copy holds. */
  missing: number;
  /** The copies that files came from, the nearest first. */
  copies: string[];
}

export async function restoreNearestFiles(options: {
  config: Config;
  backupCopies: BackupCopiesConfig;
  sql: Sql;
  until: Date;
  progress: Progress;
}): Promise<RestoredFiles> {
  const { config, sql, until, progress } = options;
  const { s3 } = config.storage;
  const blobs = await openBlobs({ s3, dataDir: config.dataDir });
  const wanted = await sql<{ version: string }[]>`
    select version from storage.objects where version is not null`;
  const missing = new Set<string>();
  for (const { version } of wanted) {
    const there = await blobs.read(version);
    await there?.cancel();
    if (!there) missing.add(version);
  }
  const copies = await findNearest(options.backupCopies, until);
  let files = 0;
  for (const [index, name] of copies.entries()) {
    const fetched = await fetchRemoteBackup({ config, name, progress });
    const zip = await openZip(fetched.path);
    try {
      const manifest = await readManifest(zip);
      const objects = manifest.objects.filter((version) => missing.has(version));
      const radio = index === 0 ? manifest.radio : [];
      files += await restoreFiles(zip, { ...manifest, objects, radio }, { blobs, dataDir: config.dataDir });
      for (const version of objects) missing.delete(version);
    } finally {
      await zip.close();
      await fetched.remove();
    }
    if (missing.size === 0) return { files, missing: 0, copies: copies.slice(0, index + 1) };
  }
  return { files, missing: missing.size, copies };
}

/** The last one before the moment and the first one after it. */
async function findNearest(config: BackupCopiesConfig, until: Date): Promise<string[]> {
  const store = openRemoteStore({ ...config.s3, prefix: config.prefix });
  try {
    const names = (await store.list()).map(({ name }) => name);
    const distanceOf = (name: string) => Math.abs(madeAtMs(name) - until.getTime());
    const before = names.findLast((name) => madeAtMs(name) <= until.getTime());
    const after = names.find((name) => madeAtMs(name) > until.getTime());
    return [before, after]
      .filter((name) => name !== undefined)
      .sort((one, other) => distanceOf(one) - distanceOf(other));
  } finally {
    store.close();
  }
}

function madeAtMs(name: string): number {
  const [, year, month, day, hour, minute, second] =
    /^onda-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)/.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
