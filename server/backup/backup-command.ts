// npm run backup [FILE]: one backup now, also while the studio runs. Without a name it lies in DATA_DIR/backups.
// npm run backup -- --new-key: a key for BACKUP_ENCRYPTION_KEY, and nothing else.
import { join, resolve } from 'node:path';
import { openDiskStore } from '#backend/storage/blobs/disk-store.ts';
import { openS3Store } from '#backend/storage/blobs/s3-store.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../open-database.ts';
import { PROGRAM } from '../program.ts';
import { loadSecrets } from '../secrets.ts';
import { createTerminalProgress } from '../terminal-progress.ts';
import { createAgeSecretKey } from './offsite/age-keys.ts';
import { writeBackup } from './write-backup.ts';

const say = (text: string) => void process.stdout.write(text);

try {
  if (process.argv[2] === '--new-key') say(`${createAgeSecretKey()}\n`);
  else await makeBackup();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function makeBackup(): Promise<void> {
  const config = readConfig(process.env);
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const path = resolve(process.argv[2] ?? join(config.dataDir, 'backups', `onda-${stamp}.zip`));
  const progress = createTerminalProgress(say);
  const database = await openDatabase({
    config,
    secrets: await loadSecrets(config),
    progress,
    onLost: (error) => {
      throw error;
    },
  });
  try {
    progress.step('Making the backup');
    const { s3 } = config.storage;
    const blobs = s3
      ? await openS3Store(s3)
      : await openDiskStore(join(config.dataDir, 'storage', 'objects'));
    const { rows, files, sizeBytes } = await writeBackup(
      { sql: database.sql, blobs, dataDir: config.dataDir, program: PROGRAM },
      { path },
    );
    progress.done();
    say(`\n  ${path}\n  ${rows} rows and ${files} files in ${(sizeBytes / 2 ** 20).toFixed(1)} MB.\n`);
    say('  It holds keys and personal data: keep it where only you can read it.\n\n');
  } finally {
    await database.close();
  }
}
