// Where a backup made by hand goes, decided before anything is started: a wrong folder must not create an empty studio.
import { access, constants, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export interface BackupTarget {
  /** From the command line; undefined: DATA_DIR/backups. */
  given: string | undefined;
  /** The file's name in DATA_DIR/backups. */
  name: string;
  dataDir: string;
  databaseUrl: string | undefined;
}

export async function readBackupTarget({ given, name, dataDir, databaseUrl }: BackupTarget): Promise<string> {
  if (given?.startsWith('-'))
    throw new Error(
      'Make a backup by: npm run backup, or npm run backup -- FILE. A new key: npm run backup -- --new-key.',
    );
  if (databaseUrl === undefined && !(await exists(join(dataDir, 'postgres'))))
    throw new Error(`There is no studio in ${dataDir}. Set DATA_DIR to the folder of the studio.`);
  if (given === undefined) return join(dataDir, 'backups', name);
  const folder = dirname(resolve(given));
  await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT'
        ? `There is no folder ${folder}.`
        : `The user ${userInfo().username} cannot write to ${folder}. Choose another folder.`,
    );
  });
  return resolve(given);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
