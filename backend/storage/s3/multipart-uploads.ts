// Uploads in parts, on their way: one folder each with a note about the object and a file for every part.
// What nobody completes or aborts is removed after a day. Knows nothing of rights.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StagedFile } from '../blobs/staging.ts';
import type { UploadProperties } from '../uploads/read-upload.ts';
import { s3Errors } from './s3-errors.ts';

export interface MultipartUpload {
  id: string;
  bucketId: string;
  name: string;
  properties: UploadProperties;
  /** Only who began it may go on. */
  creator: string;
  begunAt: string;
}

export interface UploadedPart {
  number: number;
  sizeBytes: number;
  md5: string;
}

export interface MultipartUploads {
  create(upload: Omit<MultipartUpload, 'id' | 'begunAt'>): Promise<MultipartUpload>;
  find(id: string): Promise<MultipartUpload | undefined>;
  list(): Promise<MultipartUpload[]>;
  parts(id: string): Promise<UploadedPart[]>;
  addPart(id: string, number: number, staged: StagedFile & { md5: string }): Promise<void>;
  /** The bytes of the parts, one after the other. */
  read(id: string, parts: UploadedPart[]): AsyncIterable<Uint8Array>;
  remove(id: string): Promise<void>;
  /** Removes uploads that got no part for a day; happens by itself too. */
  sweep(): Promise<void>;
  close(): void;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PART = /^(\d+)-(\d+)-([0-9a-f]{32})$/;
const FORGOTTEN_MS = 24 * 3_600_000;
const SWEEP_MS = 3_600_000;
/** Of all callers together, and of one: nobody can take all places of the others. */
const maxOpen = 1000;
const maxOpenPerCreator = 50;

export async function openMultipartUploads(directory: string): Promise<MultipartUploads> {
  await mkdir(directory, { recursive: true });
  const folder = (id: string) => join(directory, id);
  const partFile = (id: string, { number, sizeBytes, md5 }: UploadedPart) =>
    join(folder(id), `${number}-${sizeBytes}-${md5}`);

  async function find(id: string): Promise<MultipartUpload | undefined> {
    if (!ID.test(id)) return undefined;
    const text = await readFile(join(folder(id), 'upload.json'), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as MultipartUpload);
  }

  async function parts(id: string): Promise<UploadedPart[]> {
    const names = await readdir(folder(id)).catch(() => []);
    return names
      .flatMap((name) => {
        const [, number, sizeBytes, md5 = ''] = PART.exec(name) ?? [];
        return number === undefined ? [] : [{ number: Number(number), sizeBytes: Number(sizeBytes), md5 }];
      })
      .sort((left, right) => left.number - right.number);
  }

  async function list(): Promise<MultipartUpload[]> {
    const found = await Promise.all((await readdir(directory)).map(find));
    return found.filter((upload) => upload !== undefined);
  }

  async function sweep(): Promise<void> {
    for (const id of await readdir(directory)) {
      const found = await stat(folder(id)).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > FORGOTTEN_MS)
        await rm(folder(id), { recursive: true, force: true });
    }
  }

  await sweep();
  const timer = setInterval(() => void sweep().catch(() => undefined), SWEEP_MS);
  timer.unref();

  return {
    find,
    parts,
    list,
    sweep,
    close: () => clearInterval(timer),
    async create(upload) {
      const open = await list();
      const own = open.filter(({ creator }) => creator === upload.creator).length;
      if (open.length >= maxOpen || own >= maxOpenPerCreator) throw s3Errors.tooManyUploads();
      const made = { ...upload, id: randomUUID(), begunAt: new Date().toISOString() };
      await mkdir(folder(made.id), { mode: 0o700 });
      await writeFile(join(folder(made.id), 'upload.json'), JSON.stringify(made), { mode: 0o600 });
      return made;
    },
    async addPart(id, number, { path, sizeBytes, md5 }) {
      const older = (await parts(id)).filter((part) => part.number === number);
      await rename(path, partFile(id, { number, sizeBytes, md5 }));
      for (const part of older) {
        if (part.md5 !== md5 || part.sizeBytes !== sizeBytes) await rm(partFile(id, part), { force: true });
      }
    },
    async *read(id, wanted) {
      for (const part of wanted) yield* createReadStream(partFile(id, part));
    },
    remove: (id) => rm(folder(id), { recursive: true, force: true }),
  };
}
