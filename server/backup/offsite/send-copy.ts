// Sends one backup to the store, encrypted on the way, and notes in public.backup_copies that it is there.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Sql } from '#backend/database/driver/sql.ts';
import { encryptAge } from './age.ts';
import type { AgeIdentity } from './age-keys.ts';
import type { RemoteStore } from './remote-store.ts';

export interface SendCopyOptions {
  sql: Sql;
  store: RemoteStore;
  identity: AgeIdentity;
  /** The name of the copy, without .age; its row exists already. */
  file: string;
  path: string;
  signal?: AbortSignal;
  onShare?: (share: number) => void;
}

const BEAT_MS = 1000;

/** Answers how many bytes are in the store. */
export async function sendCopy(options: SendCopyOptions): Promise<number> {
  const { sql, store, identity, file, path, signal, onShare } = options;
  const beat = createCopyBeat(sql, file);
  try {
    const { size } = await stat(path);
    const hash = createHash('sha256');
    let readBytes = 0;
    async function* source() {
      for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
        hash.update(chunk);
        readBytes += chunk.length;
        const share = readBytes / Math.max(1, size);
        beat.report(share);
        onShare?.(share);
        yield chunk as Buffer;
      }
    }
    const encrypted = encryptAge(source(), identity);
    const sizeBytes = await store.send(`${file}.age`, encrypted, { sizeBytes: size, signal });
    await beat.end();
    await sql`update public.backup_copies set state = 'done', share = 1, error = null, size_bytes = ${sizeBytes},
      sha256 = ${hash.digest('hex')}, sent_at = now(), test_state = null, test_result = null where file = ${file}`;
    return sizeBytes;
  } finally {
    await beat.end();
  }
}

/** Saves the progress, at most once a second. */
export function createCopyBeat(sql: Sql, file: string) {
  let reportedAtMs = 0;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    report(share: number) {
      if (Date.now() - reportedAtMs < BEAT_MS) return;
      reportedAtMs = Date.now();
      writing =
        sql`update public.backup_copies set share = ${Math.min(1, share)}, beat_at = now() where file = ${file}`.catch(
          () => undefined,
        );
    },
    end: () => writing,
  };
}
