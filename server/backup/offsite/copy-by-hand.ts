// The off-site copy of a backup that `npm run backup` made. A program that runs beside it knows the copy from the table:
// it is tested, counted and deleted like every other.
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Progress } from '#contracts/progress.ts';
import type { Logger } from '../../logger.ts';
import type { BackupCopiesConfig } from '../../outside-services.ts';
import { englishText, problemOf, storedText } from '../backup-text.ts';
import { readAgeIdentity } from './age-keys.ts';
import { removeOldCopies } from './remote-copies.ts';
import { openRemoteStore } from './remote-store.ts';
import { sendCopy } from './send-copy.ts';

export interface CopyByHandOptions {
  sql: Sql;
  config: BackupCopiesConfig;
  /** The name of the copy, without .age. */
  file: string;
  path: string;
  madeAt: Date;
  progress: Progress;
  log: Logger;
}

const TENTHS = 10;

/** Answers where the copy is. */
export async function copyByHand(options: CopyByHandOptions): Promise<string> {
  const { sql, config, file, path, madeAt, progress, log } = options;
  const store = openRemoteStore({ ...config.s3, prefix: config.prefix });
  try {
    await sql`insert into public.backup_copies (file, state, attempts, made_at) values (${file}, 'sending', 1, ${madeAt})`;
    progress.step(`Sending the off-site copy to ${store.label}`);
    let reportedTenths = 0;
    const onShare = (share: number) => {
      const tenths = Math.floor(share * TENTHS);
      if (tenths <= reportedTenths || tenths === TENTHS) return;
      reportedTenths = tenths;
      progress.step(`Sent ${tenths * TENTHS} %`);
    };
    await sendCopy({ sql, store, identity: readAgeIdentity(config.encryptionKey), file, path, onShare });
    progress.done();
    await removeOldCopies({ sql, store, keep: config.keep, log });
    return `${store.label}${file}.age`;
  } catch (error) {
    const reason = problemOf(error);
    await sql`update public.backup_copies set state = 'failed', error = ${storedText(reason)}::text::jsonb where file = ${file} and state <> 'done'`.catch(
      () => undefined,
    );
    throw new Error(
      `The backup is complete in ${path}, but its off-site copy could not be sent to ${store.label}: ${englishText(reason)}`,
      { cause: error },
    );
  } finally {
    store.close();
  }
}
