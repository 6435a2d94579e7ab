// Pictures in other sizes, made once and cached on this machine's disk until the picture changes or space is needed.
// Few are made at once: each takes a core and, for a moment, the memory of the whole picture. AVIF takes seconds: the
// first who ask get WebP, and it is made behind them, one at a time, while nobody waits for a picture.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Metadata, Sharp } from 'sharp';
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
const maxPixels = 50_000_000;
const atOnce = 2;
/** Three visitors at once, each at a page full of pictures that nobody looked at before. */
const maxWaiting = 96;
const maxLater = 200;
const maxCacheBytes = 512 * 2 ** 20;
const tidyEvery = 200;
const defaultQuality = 80;
const formats: Record<string, { format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'; type: string }> = {
  jpeg: { format: 'jpeg', type: 'image/jpeg' },
  png: { format: 'png', type: 'image/png' },
  webp: { format: 'webp', type: 'image/webp' },
  gif: { format: 'gif', type: 'image/gif' },
  heif: { format: 'avif', type: 'image/avif' },
  svg: { format: 'png', type: 'image/png' },
  tiff: { format: 'jpeg', type: 'image/jpeg' },
};

export async function openRenders(options: { directory: string; blobs: BlobStore }): Promise<Renders> {
  const { directory, blobs } = options;
  await mkdir(directory, { recursive: true });
  const gate = createGate();
  const running = new Map<string, Promise<Rendered>>();
  const later = new Map<string, () => Promise<unknown>>();
  let isMakingLater = false;
  let made = 0;

  async function make(object: StoredObject, transform: Transform, target: Target, file: string) {
    const release = await gate.enter();
    try {
      const rendered = await transformImage(await readSource(blobs, object), transform, target);
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
    const file = join(directory, name);
    const known = await readCached(file);
    if (known || later.has(name) || later.size >= maxLater) return known;
    later.set(name, () => make(object, transform, 'avif', file));
    return undefined;
  }

  async function findOrMake(
    object: StoredObject,
    transform: Transform,
    { accept, offersAvif }: RenderRequest,
  ): Promise<Rendered> {
    const wantsWebp = !transform.usesOriginalFormat && /image\/webp/.test(accept);
    // Moving pictures stay WebP, which every reader can play.
    const mayBeAvif = offersAvif && wantsWebp && object.metadata.mimetype !== 'image/gif';
    const avif = mayBeAvif && /image\/avif/.test(accept) ? await findAvif(object, transform) : undefined;
    if (avif) return avif;
    const target = wantsWebp ? 'webp' : 'own';
    const name = fileName(object.version, transform, target);
    const file = join(directory, name);
    const known = await readCached(file);
    if (known) return known;
    // Requests for the same picture wait for the one that is being made.
    const begun = running.get(name);
    if (begun) return begun;
    const rendering = make(object, transform, target, file).finally(() => running.delete(name));
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

async function readSource(blobs: BlobStore, object: StoredObject): Promise<Buffer> {
  const body = await blobs.read(object.version);
  if (!body) throw errors.noSuchKey();
  const chunks: Uint8Array[] = [];
  for await (const chunk of Readable.fromWeb(body)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

// Loaded with the first picture: most starts never need it. A picture is made on one core, and nothing of it is cached
// in memory afterwards.
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

async function transformImage(source: Buffer, transform: Transform, wanted: Target): Promise<Rendered> {
  const sharp = await loadSharp();
  try {
    // What can be seen of a damaged picture is shown, as browsers do.
    const options = { limitInputPixels: maxPixels, failOn: 'none' as const, sequentialRead: true };
    const metadata = await sharp(source, options).metadata();
    const target = formats[formatName(wanted, metadata.format)];
    if (!target) throw errors.invalidImage('Images of this type cannot be transformed');
    const isMoving = (metadata.pages ?? 1) > 1 && (target.format === 'gif' || target.format === 'webp');
    const image = sharp(source, { ...options, animated: isMoving });
    const bytes = await encode(
      resize(image, metadata, transform),
      target.format,
      transform.quality,
    ).toBuffer();
    return { bytes, contentType: target.type, etag: etagOf(bytes) };
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw errors.invalidImage('The object is not an image that can be transformed');
  }
}

/** The table's names: an AVIF is a HEIF to who reads it. */
function formatName(wanted: Target, own = ''): string {
  if (wanted === 'own') return own;
  return wanted === 'avif' ? 'heif' : 'webp';
}

function resize(image: Sharp, metadata: Metadata, { width, height, resize: how }: Transform): Sharp {
  // Cameras write sideways and say so beside: turned here, because that metadata is not stored.
  const upright = image.autoOrient();
  if (!width && !height) return upright;
  const fit = how === 'contain' ? 'inside' : how;
  const isSmaller = (metadata.width ?? 0) < (width ?? 0) && (metadata.height ?? 0) < (height ?? 0);
  return upright.resize({ width, height, fit, withoutEnlargement: how !== 'fill' || isSmaller });
}

function encode(image: Sharp, format: string, quality = defaultQuality): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality, mozjpeg: true });
    case 'webp':
      // A reader waits for it: a higher effort takes twice as long and saves a few percent.
      return image.webp({ quality, effort: 2 });
    case 'avif':
      return image.avif({ quality, effort: 2 });
    case 'gif':
      return image.gif();
    default:
      return image.png({ compressionLevel: 9 });
  }
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
      if (inside < atOnce) {
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
