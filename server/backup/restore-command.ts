// npm run restore FILE: a backup into an empty DATA_DIR (and, with DATABASE_URL, an empty database). Then npm start.
// npm run restore -- --remote [NAME], or s3:NAME: the same with an off-site copy, the newest when no name is given.
// npm run restore -- --remote --until TIME: the database as it was at that moment, where its log was archived.
import { access, constants, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { connectDatabase } from '#backend/database/connect.ts';
import type { Progress } from '#contracts/progress.ts';
import { openZip } from '../archive/open-zip.ts';
import { type Config, readConfig } from '../config.ts';
import { createFileOnce } from '../data-directory.ts';
import { noteFirstStart } from '../first-start.ts';
import { openBlobs } from '../open-blobs.ts';
import { openDatabase } from '../open-database.ts';
import { PROGRAM } from '../program.ts';
import { loadSecrets } from '../secrets.ts';
import { createTerminalProgress } from '../terminal-progress.ts';
import { type Manifest, RestoreError, readManifest, SECRETS } from './manifest.ts';
import { fetchRemoteBackup } from './offsite/fetch-remote-backup.ts';
import { readRestoreArguments } from './restore-arguments.ts';
import { assertEmptyDatabase, hasRestored, restoreDatabase, restoreFiles } from './restore-backup.ts';
import { findUnfinished, finishRestore, restoreBeside, STUDIO_PARTS } from './restore-folder.ts';
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
  if (await finishEarlier(config)) return;
  for (const name of STUDIO_PARTS) {
    if (await stat(join(config.dataDir, name)).catch(() => undefined)) {
      throw new RestoreError(
        `${config.dataDir} already contains a studio. Move it, or choose another folder: DATA_DIR=... npm run restore -- ${command}`,
      );
    }
  }
  const progress = createTerminalProgress(print);
  let report = '';
  await restoreBeside(config.dataDir, command, async ({ folder, id }) => {
    const beside = { ...config, dataDir: folder };
    if (source.kind === 'moment') report = await restoreMoment(beside, source.until, progress);
    else if (source.kind === 'file')
      report = await restoreFile(resolve(source.path), beside, { id, progress });
    else {
      const fetched = await fetchRemoteBackup({ config: beside, name: source.name, progress });
      report = await restoreFile(fetched.path, beside, { id, progress });
    }
  });
  print(`${report}  Start the studio: npm start\n\n`);
}

/** A restore that was cut after the database had all, and before its files were moved into place. */
async function finishEarlier(config: Config): Promise<boolean> {
  const unfinished = await findUnfinished(config.dataDir);
  if (!unfinished || !config.databaseUrl) return false;
  const { sql, close } = await connectDatabase(config.databaseUrl, {
    max: 1,
    applicationName: 'onda restore',
  });
  try {
    if (!(await hasRestored(sql, unfinished.id))) return false;
  } finally {
    await close();
  }
  await finishRestore(config.dataDir);
  print(
    `\n  The restore of ${unfinished.startedAt} (${unfinished.command}) is finished.\n  Start the studio: npm start\n\n`,
  );
  return true;
}

async function restoreMoment(config: Config, until: Date | undefined, progress: Progress): Promise<string> {
  const { files, missing, copies } = await restoreUntil({ config, until, progress });
  const moment = until ? `to ${until.toISOString()}` : 'to the end of the WAL archive';
  const restored =
    copies.length > 0
      ? `${files} files were restored from ${copies.join(' and ')}.`
      : 'No stored files were restored, because there is no copy of a backup.';
  const lost = missing > 0 ? `  ${missing} stored files are missing, because no copy contains them.\n` : '';
  return `\n  The database is restored ${moment}.\n  ${restored}\n${lost}`;
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

async function restoreFile(
  path: string,
  config: Config,
  { id, progress }: { id: string; progress: Progress },
): Promise<string> {
  const zip = await openZip(path);
  try {
    const manifest = await readManifest(zip);
    // Before the database is made: its password is one of them.
    if (zip.items.has(SECRETS)) {
      await noteFirstStart(config.dataDir);
      await createFileOnce(join(config.dataDir, 'secrets.json'), await zip.readText(SECRETS), 0o600);
    }
    const secrets = await loadSecrets(config);
    const database = await openDatabase({ config, secrets, progress });
    try {
      await assertEmptyDatabase(database.sql);
      progress.step('Restoring the files');
      const { s3 } = config.storage;
      const blobs = await openBlobs({ s3, dataDir: config.dataDir });
      const files = await restoreFiles(zip, manifest, { blobs, dataDir: config.dataDir });
      progress.done();
      // Last: an external database has the studio from now on.
      progress.step('Filling the tables');
      const { rows, tables, leftOut } = await restoreDatabase(database.sql, zip, manifest, {
        id: config.databaseUrl && id,
      }).catch((error: unknown) => {
        throw explainMismatch(error, manifest);
      });
      progress.done();
      const restored = `\n  ${rows} rows in ${tables} tables and ${files} files restored from the backup of ${manifest.made_at}.\n`;
      if (leftOut.length === 0) return restored;
      return `${restored}  Not restored, because it depends on something that is not part of a backup: ${leftOut.join(', ')}.\n`;
    } finally {
      await database.close();
    }
  } finally {
    await zip.close();
  }
}

/** Its rows do not fit the tables that this version makes: they were others in the version that made it. */
function explainMismatch(error: unknown, { program, made_at: madeAt }: Manifest): unknown {
  const isMismatch = error instanceof Error && 'code' in error && /^(22|23|42)...$/.test(String(error.code));
  if (!isMismatch) return error;
  return new RestoreError(
    `This backup (${program}, ${madeAt.slice(0, 10)}) does not fit the tables of this version (${PROGRAM}). Nothing was changed. Restore it with the version that made it. (${error.message})`,
    { cause: error },
  );
}
