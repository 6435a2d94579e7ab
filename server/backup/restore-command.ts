// npm run restore FILE: a backup into an empty DATA_DIR (and, with DATABASE_URL, an empty database). Then npm start.
// npm run restore -- --remote [NAME], or s3:NAME: the same with an off-site copy, the newest when no name is given.
// npm run restore -- --remote --until TIME: the database as it was at that moment, where its log was archived.
import { access, constants, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import type { Progress } from '#contracts/progress.ts';
import { openZip } from '../archive/open-zip.ts';
import { type Config, readConfig } from '../config.ts';
import { createFileOnce, prepareDataDirectory } from '../data-directory.ts';
import { noteFirstStart } from '../first-start.ts';
import { openBlobs } from '../open-blobs.ts';
import { openDatabase } from '../open-database.ts';
import { loadSecrets } from '../secrets.ts';
import { createTerminalProgress } from '../terminal-progress.ts';
import { RestoreError, readManifest, SECRETS } from './manifest.ts';
import { fetchRemoteBackup } from './offsite/fetch-remote-backup.ts';
import { readRestoreArguments } from './restore-arguments.ts';
import { restoreDatabase, restoreFiles } from './restore-backup.ts';
import { restoreUntil } from './wal/restore-until.ts';

const print = (text: string) => void process.stdout.write(text);

try {
  await restore();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function restore(): Promise<void> {
  const given = process.argv.slice(2);
  const source = readRestoreArguments(given);
  const config = readConfig(process.env);
  const command = given.join(' ');
  if (source.kind === 'file') await requireReadable(resolve(source.path));
  for (const name of ['secrets.json', 'postgres', 'storage', 'radio']) {
    if (await stat(join(config.dataDir, name)).catch(() => undefined)) {
      throw new RestoreError(
        `${config.dataDir} already contains a studio. Move it, or choose another folder: DATA_DIR=... npm run restore -- ${command}`,
      );
    }
  }
  const progress = createTerminalProgress(print);
  if (source.kind === 'moment') return restoreMoment(config, source.until, progress);
  if (source.kind === 'file') return restoreFile(resolve(source.path), config, progress);
  const fetched = await fetchRemoteBackup({ config, name: source.name, progress });
  try {
    await restoreFile(fetched.path, config, progress);
  } finally {
    await fetched.remove();
  }
}

async function restoreMoment(config: Config, until: Date | undefined, progress: Progress): Promise<void> {
  const { files, missing, copies } = await restoreUntil({ config, until, progress });
  const moment = until ? `to ${until.toISOString()}` : 'to the end of the WAL archive';
  print(`\n  The database is restored ${moment}.\n`);
  print(
    copies.length > 0
      ? `  ${files} files were restored from ${copies.join(' and ')}.\n`
      : '  No stored files were restored, because there is no copy of a backup.\n',
  );
  if (missing > 0) print(`  ${missing} stored files are missing, because no copy contains them.\n`);
  print('  Start the studio: npm start\n\n');
}

async function requireReadable(path: string): Promise<void> {
  await access(path, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    throw new RestoreError(
      error.code === 'EACCES'
        ? `The file ${path} cannot be read by the user ${userInfo().username}. Move it to where this user can read it.`
        : `File not found: ${path}.`,
    );
  });
}

async function restoreFile(path: string, config: Config, progress: Progress): Promise<void> {
  const zip = await openZip(path);
  try {
    const manifest = await readManifest(zip);
    await prepareDataDirectory(config.dataDir);
    // Before the database is made: its password is one of them.
    if (zip.items.has(SECRETS)) {
      await noteFirstStart(config.dataDir);
      await createFileOnce(join(config.dataDir, 'secrets.json'), await zip.readText(SECRETS), 0o600);
    }
    const secrets = await loadSecrets(config);
    const database = await openDatabase({ config, secrets, progress });
    try {
      progress.step('Filling the tables');
      const { rows, tables, leftOut } = await restoreDatabase(database.sql, zip, manifest);
      progress.done();
      progress.step('Restoring the files');
      const { s3 } = config.storage;
      const blobs = await openBlobs({ s3, dataDir: config.dataDir });
      const files = await restoreFiles(zip, manifest, { blobs, dataDir: config.dataDir });
      progress.done();
      print(
        `\n  ${rows} rows in ${tables} tables and ${files} files restored from the backup of ${manifest.made_at}.\n`,
      );
      if (leftOut.length > 0)
        print(
          `  Not restored, because it depends on something that is not part of a backup: ${leftOut.join(', ')}.\n`,
        );
      print('  Start the studio: npm start\n\n');
    } finally {
      await database.close();
    }
  } finally {
    await zip.close();
  }
}
