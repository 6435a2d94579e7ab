// npm run backup [FILE]: one backup now, also while the studio runs. Without a name it is written to DATA_DIR/backups.
// If off-site copies are configured, it is sent there too; a copy that could not be sent ends the command with 1. npm
// run backup -- --new-key: prints a key for BACKUP_ENCRYPTION_KEY, and nothing else.
import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.ts';
import { createLogger } from '../logger.ts';
import { openBlobs } from '../open-blobs.ts';
import { openDatabase } from '../open-database.ts';
import { PROGRAM } from '../program.ts';
import { loadSecrets } from '../secrets.ts';
import { createTerminalProgress } from '../terminal-progress.ts';
import { readBackupTarget } from './backup-target.ts';
import { createAgeSecretKey } from './offsite/age-keys.ts';
import { copyByHand } from './offsite/copy-by-hand.ts';
import { settleRestore } from './restore-folder.ts';
import { writeBackup } from './write-backup.ts';

const print = (text: string) => void process.stdout.write(text);

try {
  if (process.argv[2] === '--new-key') print(`${createAgeSecretKey()}\n`);
  else await makeBackup();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function makeBackup(): Promise<void> {
  const config = readConfig(process.env);
  await settleRestore(config.dataDir);
  const madeAt = new Date();
  const stamp = madeAt.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  // As the names of all backups: its off-site copy has the same.
  const file = `onda-${stamp}-${randomBytes(4).toString('hex')}.zip`;
  const path = await readBackupTarget({ given: process.argv[2], name: file, ...config });
  const progress = createTerminalProgress(print);
  const secrets = await loadSecrets(config);
  const database = await openDatabase({ config, secrets, progress });
  try {
    progress.step('Creating the backup');
    const { s3 } = config.storage;
    const blobs = await openBlobs({ s3, dataDir: config.dataDir });
    const { rows, files, sizeBytes } = await writeBackup(
      { sql: database.sql, blobs, dataDir: config.dataDir, program: PROGRAM },
      { path },
    );
    progress.done();
    print(`\n  ${path}\n  ${rows} rows and ${files} files in ${(sizeBytes / 2 ** 20).toFixed(1)} MB.\n`);
    print('  It contains keys and personal data: store it where only you can read it.\n\n');
    if (config.backupCopies) {
      const { sql } = database;
      const log = createLogger('silent');
      const copied = await copyByHand({
        sql,
        config: config.backupCopies,
        file,
        path,
        madeAt,
        progress,
        log,
      });
      print(`\n  Off-site copy: ${copied}\n\n`);
    }
  } finally {
    await database.close();
  }
}
