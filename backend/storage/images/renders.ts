// Pictures in other sizes, made once and cached on this machine's disk until the picture changes or space is needed.
// Few are made at once, in processes of their own: each takes a core and, for a moment, the memory of the whole picture. AVIF takes seconds: the
// first who ask get WebP, and it is made behind them, one at a time, while nobody waits for a picture.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { PICTURES_AT_ONCE, type Pictures } from '../../pictures/open-pictures.ts';
import { TaskError, type TaskFailure } from '../../task-process/open-task-process.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { errors, isNoSpace, StorageError } from '../errors.ts';
import type { StoredObject } from '../stored-object.ts';
import type { Transform } from './transform-options.ts';

interface Rendered {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

interface RenderRequest {
  /** What the reader takes, as its header says. */
  accept: string;
  /** Whether the bucket offers AVIF to those who take it. */
  offersAvif: boolean;
}

type Target = 'own' | 'webp' | 'avif';

export interface Renders {
  render(object: StoredObject, transform: Transform, renderRequest: RenderRequest): Promise<Rendered>;
  forget(versions: string[]): Promise<void>;
}

const largestSourceBytes = 25 * 2 ** 20;
/** Three visitors at once, each at a page full of pictures that nobody looked at before. */
const maxWaiting = 96;
const maxLater = 200;
const maxCacheBytes = 512 * 2 ** 20;
const tidyEvery = 200;
const defaultQuality = 80;
/** What an image did to the process that decoded it. */
const FAULTS: Partial<Record<TaskFailure, string>> = {
  crashed: 'The image needs too much memory or cannot be decoded',
  tooSlow: 'The image takes too long to transform',
};
const maxFailures = 500;
const failureMs = 10 * 60_000;

interface Wanted {
  object: StoredObject;
  transform: Transform;
  target: Target;
}

export async function openRenders(options: {
  directory: string;
  blobs: BlobStore;
  pictures: Pictures;
}): Promise<Renders> {
  const { directory, blobs, pictures } = options;
  await mkdir(directory, { recursive: true });
  const gate = createGate();
  const running = new Map<string, Promise<Rendered>>();
  const later = new Map<string, () => Promise<unknown>>();
  const failures = createFailures();
  let isMakingLater = false;
  let made = 0;

  async function make(wanted: Wanted, name: string): Promise<Rendered> {
    const file = join(directory, name);
    failures.throwKnown(name);
    const release = await gate.enter();
    try {
      const source = await blobs.read(wanted.object.version);
      if (!source) throw errors.noSuchKey();
      const rendered = await failures.note(name, transformImage(pictures, source, wanted));
      // On a full disk a picture is shown all the same, and made again for the next reader.
      await save(file, rendered).catch((error: unknown) => {
        if (!isNoSpace(error)) throw error;
      });
      made += 1;
      if (made % tidyEvery === 0) await tidy(directory);
      return rendered;
    } finally {
      release();
    }
  }

  async function makeLater(): Promise<void> {
    if (isMakingLater) return;
    isMakingLater = true;
    for (const [name, work] of later) {
      await gate.untilEmpty();
      // What fails here was never promised: the reader has the other format, and the next one asks again.
      await work().catch(() => undefined);
      later.delete(name);
    }
    isMakingLater = false;
  }

  /** The AVIF of a picture if it is there; otherwise it will be, for who asks after this one. */
  async function findAvif(object: StoredObject, transform: Transform): Promise<Rendered | undefined> {
    const name = fileName(object.version, transform, 'avif');
    const known = await readCached(join(directory, name));
    if (known || later.has(name) || later.size >= maxLater) return known;
    later.set(name, () => make({ object, transform, target: 'avif' }, name));
    return undefined;
  }

  async function findOrMake(
    object: StoredObject,
    transform: Transform,
    { accept, offersAvif }: RenderRequest,
  ): Promise<Rendered> {
    const wantsWebp = transform.format === 'webp' || (!transform.format && /image\/webp/.test(accept));
    // Moving pictures stay WebP, which every reader can play.
    const mayBeAvif =
      offersAvif && wantsWebp && !transform.format && object.metadata.mimetype !== 'image/gif';
    const avif = mayBeAvif && /image\/avif/.test(accept) ? await findAvif(object, transform) : undefined;
    if (avif) return avif;
    const target = wantsWebp ? 'webp' : 'own';
    const name = fileName(object.version, transform, target);
    const known = await readCached(join(directory, name));
    if (known) return known;
    // Requests for the same picture wait for the one that is being made.
    const begun = running.get(name);
    if (begun) return begun;
    const rendering = make({ object, transform, target }, name).finally(() => running.delete(name));
    running.set(name, rendering);
    return rendering;
  }

  return {
    async render(object, transform, renderRequest) {
      if (object.metadata.size > largestSourceBytes)
        throw errors.invalidImage('The image is too large to be transformed');
      try {
        return await findOrMake(object, transform, renderRequest);
      } finally {
        void makeLater();
      }
    },
    async forget(versions) {
      const gone = new Set(versions);
      for (const name of await readdir(directory)) {
        if (gone.has(name.slice(0, 36))) await rm(join(directory, name), { force: true });
      }
    },
  };
}

async function transformImage(
  pictures: Pictures,
  source: ReadableStream<Uint8Array>,
  { object, transform, target }: Wanted,
): Promise<Rendered> {
  const { width, height, resize, quality = defaultQuality } = transform;
  try {
    const { bytes, contentType } = await pictures.run(
      'resize',
      {
        storedType: object.metadata.mimetype,
        width,
        height,
        fit: resize === 'contain' ? 'inside' : resize,
        quality,
        format: target === 'own' ? undefined : target,
      },
      Readable.fromWeb(source),
    );
    return { bytes, contentType, etag: etagOf(bytes) };
  } catch (error) {
    throw isFaultOfImage(error) ? errors.invalidImage(FAULTS[error.failure] ?? error.message) : error;
  }
}

function isFaultOfImage(error: unknown): error is TaskError {
  return error instanceof TaskError && error.failure !== 'unavailable';
}

function fileName(version: string, transform: Transform, target: Target): string {
  const key = JSON.stringify([
    transform.width,
    transform.height,
    transform.resize,
    transform.quality,
    target === 'avif' ? target : target === 'webp',
  ]);
  return `${version}-${createHash('sha256').update(key).digest('hex').slice(0, 24)}`;
}

/** The type in a first line, then the bytes. */
async function save(file: string, { bytes, contentType }: Rendered): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, Buffer.concat([Buffer.from(`${contentType}\n`), bytes]));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function readCached(file: string): Promise<Rendered | undefined> {
  const content = await readFile(file).catch(() => undefined);
  if (!content) return undefined;
  const line = content.indexOf(0x0a);
  const bytes = content.subarray(line + 1);
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
  return { bytes, contentType: content.subarray(0, line).toString(), etag: etagOf(bytes) };
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/** Removes the pictures that were not asked for longest, when they take too much room. */
async function tidy(directory: string): Promise<void> {
  const files: { path: string; size: number; mtimeMs: number }[] = [];
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found) files.push({ path, size: found.size, mtimeMs: found.mtimeMs });
  }
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= maxCacheBytes) return;
    await rm(path, { force: true });
    bytes -= size;
  }
}

interface Failures {
  throwKnown(name: string): void;
  note(name: string, rendering: Promise<Rendered>): Promise<Rendered>;
}

/** An image that cost a process, or a minute of a core, is not tried again for every reader who asks. */
function createFailures(): Failures {
  const failures = new Map<string, { error: StorageError; untilMs: number }>();
  return {
    throwKnown(name) {
      const known = failures.get(name);
      if (known && known.untilMs > Date.now()) throw known.error;
    },
    note: (name, rendering) =>
      rendering.catch((error: unknown) => {
        if (error instanceof StorageError) failures.set(name, { error, untilMs: Date.now() + failureMs });
        const [oldest] = failures.keys();
        if (failures.size > maxFailures && oldest !== undefined) failures.delete(oldest);
        throw error;
      }),
  };
}

interface Gate {
  enter(): Promise<() => void>;
  untilEmpty(): Promise<void>;
}

/** Lets a few in at once; a place that becomes free goes to who waited longest. */
function createGate(): Gate {
  let inside = 0;
  const waiting: (() => void)[] = [];
  let atEmpty: (() => void)[] = [];
  const release = () => {
    const next = waiting.shift();
    if (next) return next();
    inside -= 1;
    if (inside > 0) return;
    const called = atEmpty;
    atEmpty = [];
    for (const call of called) call();
  };
  return {
    async enter() {
      if (inside < PICTURES_AT_ONCE) {
        inside += 1;
        return release;
      }
      if (waiting.length >= maxWaiting) throw errors.slowDown();
      await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
    async untilEmpty() {
      if (inside > 0) await new Promise<void>((resolve) => atEmpty.push(resolve));
    },
  };
}
