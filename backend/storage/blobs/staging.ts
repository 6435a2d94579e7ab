// Incoming bytes on their way to a store: streamed into a file of this machine, hashed and counted as they pass.
// At no time is more than a chunk of them in memory. Nothing here is visible until a store adopts it.
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface StagedFile {
  path: string;
  sizeBytes: number;
}

export interface Staging {
  readonly directory: string;
  /** Writes a whole body; throws `tooLarge` as soon as it is, and leaves nothing behind when anything goes wrong. */
  write(
    body: AsyncIterable<Uint8Array>,
    limits: { maxBytes: number; tooLarge: () => Error },
  ): Promise<StagedFile & { md5: string }>;
  discard(file: StagedFile): Promise<void>;
}

// Writes of this size cost the least: smaller ones are many calls, larger ones are memory.
const WRITE_BYTES = 1 << 20;
const FORGOTTEN_MS = 24 * 3_600_000;

export async function openStaging(directory: string): Promise<Staging> {
  await mkdir(directory, { recursive: true });
  await removeForgotten(directory);
  return {
    directory,
    async write(body, { maxBytes, tooLarge }) {
      const path = join(directory, `${randomUUID()}.part`);
      const handle = await open(path, 'wx', 0o600);
      try {
        const hash = createHash('md5');
        const sizeBytes = await writeBody(handle, body, {
          from: 0,
          maxBytes,
          tooLarge,
          onChunk: (chunk) => hash.update(chunk),
        });
        await handle.sync();
        await handle.close();
        return { path, sizeBytes, md5: hash.digest('hex') };
      } catch (error) {
        await handle.close().catch(() => undefined);
        await rm(path, { force: true });
        throw error;
      }
    },
    discard: ({ path }) => rm(path, { force: true }),
  };
}

/** Appends a body to an open file, in writes of a good size; gives the size that the file has then. */
export async function writeBody(
  handle: FileHandle,
  body: AsyncIterable<Uint8Array>,
  options: {
    from: number;
    maxBytes: number;
    tooLarge: () => Error;
    onChunk?: (chunk: Uint8Array) => void;
    /** Asked before each write; what it throws ends the writing. */
    beforeWrite?: (at: number) => Promise<void>;
  },
): Promise<number> {
  let at = options.from;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const flush = async () => {
    const buffers = pending;
    const bytes = pendingBytes;
    pending = [];
    pendingBytes = 0;
    await options.beforeWrite?.(at);
    let done = 0;
    let rest = buffers;
    while (done < bytes) {
      const { bytesWritten } = await handle.writev(rest, at);
      done += bytesWritten;
      at += bytesWritten;
      if (done < bytes) rest = [Buffer.concat(rest).subarray(bytesWritten)];
    }
  };
  try {
    for await (const chunk of body) {
      if (at + pendingBytes + chunk.byteLength > options.maxBytes) throw options.tooLarge();
      options.onChunk?.(chunk);
      pending.push(chunk);
      pendingBytes += chunk.byteLength;
      if (pendingBytes >= WRITE_BYTES) await flush();
    }
  } finally {
    // What arrived before a body was cut off counts for who can resume it.
    if (pendingBytes > 0) await flush();
  }
  return at;
}

/** What a killed process left half-way. */
async function removeForgotten(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.part')) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > FORGOTTEN_MS) await rm(path, { force: true });
  }
}
