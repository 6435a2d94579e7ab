// Backups, their off-site copies and the archive of the database's log, as far as they are set up.
import { join } from 'node:path';
import type { Database } from '#backend/database/connect.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { PROGRAM } from '../program.ts';
import { type Backups, startBackups } from './backups.ts';
import { type BackupCopies, createBackupCopies } from './offsite/backup-copies.ts';
import { startWalArchive } from './wal/wal-archive.ts';

interface BackupParts {
  config: Pick<Config, 'backupCopies' | 'dataDir' | 'storage'>;
  database: Database & { clusterDir?: string };
  log: Logger;
}

interface Backup {
  backups: Backups;
  /** Absent where no off-site store is set. */
  copies: BackupCopies | undefined;
  /** Ends the daily backup; its copies and the archive go on until `close`. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export function startBackup({ config, database, log }: BackupParts): Backup {
  const { sql, url: databaseUrl, clusterDir } = database;
  const { backupCopies, dataDir } = config;
  const copies =
    backupCopies &&
    createBackupCopies({ sql, databaseUrl, folder: join(dataDir, 'backups'), config: backupCopies, log });
  const backups = startBackups({
    sql,
    databaseUrl,
    dataDir,
    s3: config.storage.s3,
    program: PROGRAM,
    log,
    copies,
    isWalArchived: backupCopies?.hasWal,
  });
  const walArchive =
    backupCopies?.hasWal && clusterDir !== undefined
      ? startWalArchive({ sql, config: backupCopies, dataDir, clusterDir, log })
      : undefined;
  return {
    backups,
    copies,
    stop: () => backups.close(),
    async close() {
      await walArchive?.close();
      await copies?.close();
    },
  };
}
