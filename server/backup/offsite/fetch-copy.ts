// Fetches an off-site copy, decrypts it on the way and writes the backup as a file that only its owner can read. The file
// exists when all of it was verified, and not before.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError, backupText } from '../backup-text.ts';
import { decryptAge } from './age.ts';
import { AgeError } from './age-header.ts';
import type { AgeIdentity } from './age-keys.ts';
import type { RemoteStore } from './remote-store.ts';

export interface FetchOptions {
  store: RemoteStore;
  identity: AgeIdentity;
  name: string;
  path: string;
  signal?: AbortSignal;
  onBytes?: (bytes: number) => void;
  /** Between tries when the connection ends early. */
  waitMs?: number;
}

const TRIES = 3;

/** Answers the SHA-256 of the backup in hex. */
export async function fetchCopy(options: FetchOptions): Promise<string> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await fetchOnce(options);
    } catch (error) {
      const isFinal = error instanceof AgeError || error instanceof BackupError || options.signal?.aborted;
      if (isFinal || tried === TRIES) throw error;
      await sleep((options.waitMs ?? 2000) * tried, undefined, { signal: options.signal });
    }
  }
}

async function fetchOnce({ store, identity, name, path, signal, onBytes }: FetchOptions): Promise<string> {
  const source = await store.open(name);
  if (!source) throw new BackupError(backupText('copy_not_found', { name, store: store.label }));
  const part = `${path}.part`;
  const hash = createHash('sha256');
  async function* decrypted(encrypted: AsyncIterable<Uint8Array>) {
    for await (const chunk of decryptAge(encrypted, identity)) {
      hash.update(chunk);
      onBytes?.(chunk.length);
      yield chunk;
    }
  }
  try {
    await pipeline(Readable.from(decrypted(source)), createWriteStream(part, { mode: 0o600 }), { signal });
    await rename(part, path);
    return hash.digest('hex');
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
