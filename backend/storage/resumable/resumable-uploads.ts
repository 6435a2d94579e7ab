// Uploads that may be cut off and taken up again: their bytes and what is known about them, as files of this machine.
// How far an upload is, is the size of its file: the truth after any crash. Knows nothing of HTTP or of rights.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentRequestWrites } from '#backend/database/request-writes.ts';
import type { StagedFile } from '../blobs/staging.ts';
import { writeBody } from '../blobs/staging.ts';
import { errors } from '../errors.ts';
import type { UploadProperties } from '../uploads/read-upload.ts';

export interface ResumableUpload {
  id: string;
  bucketId: string;
  name: string;
  upsert: boolean;
  sizeBytes: number;
  properties: UploadProperties;
  /** As it came, to be sent back. */
  uploadMetadata: string;
  /** Who may go on with it. */
  creator: string;
  expiresAt: string;
  isCompleted: boolean;
}

export interface ResumableUploads {
  create(upload: Omit<ResumableUpload, 'id' | 'expiresAt' | 'isCompleted'>): Promise<ResumableUpload>;
  /** No offset: the bytes are gone, perhaps because they were stored and nobody came to note it. */
  find(id: string): Promise<{ upload: ResumableUpload; offsetBytes: number | undefined } | undefined>;
  /** Appends what arrives; what did arrive stays, even if the rest does not come. Gives the new offset. */
  append(
    upload: ResumableUpload,
    offsetBytes: number,
    body: ReadableStream<Uint8Array> | null,
  ): Promise<number>;
  /** Runs work exclusively on this upload; a client that still sends to it is cut off. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T>;
  fileOf(upload: ResumableUpload): StagedFile;
  complete(upload: ResumableUpload): Promise<void>;
  remove(id: string): Promise<void>;
  close(): void;
}

interface Holder {
  abort: AbortController;
  done: Promise<unknown>;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const lifetimeMs = 24 * 3_600_000;
const sweepMs = 3_600_000;
const forgottenMs = 3_600_000;
const waitMs = 5_000;

export async function openResumableUploads(directory: string): Promise<ResumableUploads> {
  await mkdir(directory, { recursive: true });
  const holders = new Map<string, Holder>();
  const stateFile = (id: string) => join(directory, `${id}.json`);
  const bytesFile = (id: string) => join(directory, `${id}.bytes`);

  async function save(upload: ResumableUpload): Promise<void> {
    const draft = `${stateFile(upload.id)}.new`;
    try {
      await writeFile(draft, JSON.stringify(upload), { mode: 0o600, flush: true });
      await rename(draft, stateFile(upload.id));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async function remove(id: string): Promise<void> {
    await rm(stateFile(id), { force: true });
    await rm(bytesFile(id), { force: true });
  }

  async function load(id: string): Promise<ResumableUpload | undefined> {
    if (!ID.test(id)) return undefined;
    const text = await readFile(stateFile(id), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const upload = JSON.parse(text) as ResumableUpload;
    if (Date.parse(upload.expiresAt) > Date.now()) return upload;
    await remove(id);
    return undefined;
  }

  async function sweep(): Promise<void> {
    for (const name of await readdir(directory)) {
      const [id = '', kind] = name.split('.');
      if (kind === 'json') await load(id);
      else if (!(await load(id)) && (await isForgotten(join(directory, name))))
        await rm(join(directory, name), { force: true });
    }
  }

  /** A file without a state may be an upload that another process is just creating. */
  async function isForgotten(path: string): Promise<boolean> {
    const file = await stat(path).catch(() => undefined);
    return file !== undefined && Date.now() - file.mtimeMs > forgottenMs;
  }

  /** A client that lost its connection comes back before the old one is known to be dead. */
  async function takeOver(id: string): Promise<void> {
    const holder = holders.get(id);
    if (!holder) return;
    holder.abort.abort();
    const isFree = await Promise.race([
      holder.done.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), waitMs).unref()),
    ]);
    if (!isFree) throw errors.locked();
  }

  async function hold<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    // Several may have waited for the same lock.
    while (holders.has(id)) await takeOver(id);
    const abort = new AbortController();
    const running = work(abort.signal);
    const holder = { abort, done: running.catch(() => undefined).then(() => holders.delete(id)) };
    holders.set(id, holder);
    try {
      return await running;
    } finally {
      await holder.done;
    }
  }

  await sweep();
  const timer = setInterval(() => void sweep().catch(() => undefined), sweepMs);
  timer.unref();

  return {
    async create(wanted) {
      const upload = {
        ...wanted,
        id: randomUUID(),
        expiresAt: new Date(Date.now() + lifetimeMs).toISOString(),
        isCompleted: false,
      };
      try {
        await writeFile(bytesFile(upload.id), '', { mode: 0o600, flag: 'wx' });
        await save(upload);
      } catch (error) {
        await remove(upload.id);
        throw error;
      }
      return upload;
    },
    async find(id) {
      const upload = await load(id);
      if (!upload) return undefined;
      if (upload.isCompleted) return { upload, offsetBytes: upload.sizeBytes };
      await takeOver(id);
      const found = await stat(bytesFile(id)).catch(() => undefined);
      return { upload, offsetBytes: found?.size };
    },
    append: (upload, offsetBytes, body) =>
      hold(upload.id, async (signal) => {
        const handle = await open(bytesFile(upload.id), 'r+');
        try {
          const { size } = await handle.stat();
          if (size !== offsetBytes) throw errors.tus(409, 'Upload-Offset conflict');
          if (!body) return size;
          // The body of an answered request is being drained: what is left of it does not belong here.
          currentRequestWrites()?.requireOpen();
          const maxBytes = upload.sizeBytes;
          try {
            return await writeBody(handle, untilAborted(body, signal), {
              from: size,
              maxBytes,
              tooLarge: errors.tooLarge,
              // A client that came back may have reached another process on this folder, and be further by now.
              beforeWrite: async (at) => {
                if ((await handle.stat()).size !== at) throw errors.locked();
              },
            });
          } finally {
            await handle.sync();
          }
        } finally {
          await handle.close();
        }
      }),
    alone: (id, work) => hold(id, work),
    fileOf: ({ id, sizeBytes }) => ({ path: bytesFile(id), sizeBytes }),
    async complete(upload) {
      await save({ ...upload, isCompleted: true });
      await rm(bytesFile(upload.id), { force: true });
    },
    remove,
    close: () => clearInterval(timer),
  };
}

async function* untilAborted(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const aborted = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(errors.locked());
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
  aborted.catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    // Only now may a read that is still waiting be given up.
    reader.releaseLock();
  }
}
