// ZIP files: a large stored entry, a compressed one and many small ones, written and read by onda, and by yazl and yauzl.
// Another size of the large entry: npm run bench archive 1 (in GB; as much disk space is used while it runs).
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openZip } from '#server/archive/open-zip.ts';
import { writeZip, type ZipEntry } from '#server/archive/write-zip.ts';
import { chooseCores } from './web/cores.ts';
import { installOutside } from './web/outside-packages.ts';
import { printTable } from './web/table.ts';

interface Yazl {
  ZipFile: new () => {
    outputStream: NodeJS.ReadableStream;
    addReadStream(source: Readable, name: string, options: object): void;
    end(): void;
  };
}
interface Yauzl {
  openPromise(path: string, options: object): Promise<YauzlFile>;
}
interface YauzlFile {
  eachEntry(): AsyncIterable<{ fileName: string }>;
  openReadStreamPromise(entry: { fileName: string }): Promise<Readable>;
  close(): void;
}

const PACKAGES = { yazl: '3.3.1', yauzl: '3.4.0' };
const SMALL_FILES = 10_000;
const CSV_BYTES = 2 ** 28;
const largeBytes = Number(process.argv[2] ?? 4.2) * 2 ** 30;
const chunk = Buffer.alloc(64 * 1024, 'onda');

const outside = await installOutside(
  { name: 'archive', packages: PACKAGES },
  { cores: chooseCores().all, print: (line) => console.log(`  ${line}`) },
);
const load = createRequire(join(outside, 'package.json'));
const { ZipFile } = load('yazl') as Yazl;
const { openPromise } = load('yauzl') as Yauzl;
const folder = await mkdtemp(join(tmpdir(), 'onda-bench-'));
const path = join(folder, 'a.zip');
try {
  const rows = [
    ['onda', await measure(() => write(writeZip(entries()))), await measure(readWithOnda)],
    ['yazl, yauzl', await measure(writeWithYazl), await measure(readWithYauzl)],
  ];
  printTable('Processor time (s)', ['', 'write', 'read'], rows);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measure(run: () => Promise<void>): Promise<string> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1e6).toFixed(1);
}

function* entries(): Generator<ZipEntry> {
  yield { name: 'sound.mp3', isPressed: true, isHuge: true, open: () => data(largeBytes) };
  yield { name: 'table.csv', open: () => data(CSV_BYTES) };
  for (let index = 0; index < SMALL_FILES; index += 1)
    yield { name: `small/${index}`, isPressed: true, open: () => data(1) };
}

async function* data(bytes: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
}

function write(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  return pipeline(Readable.from(pieces), createWriteStream(path));
}

async function readWithOnda(): Promise<void> {
  const zip = await openZip(path);
  for (const name of zip.items.keys()) for await (const _chunk of zip.read(name));
  await zip.close();
}

async function writeWithYazl(): Promise<void> {
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(path));
  for (const { name, isPressed, isHuge, open } of entries()) {
    const source = Readable.from(await open(), { objectMode: false });
    const ended = new Promise((resolve) => source.once('end', resolve));
    zip.addReadStream(source, name, { compressionLevel: isPressed ? 0 : 5, forceZip64Format: isHuge });
    await ended;
  }
  zip.end();
  await written;
}

async function readWithYauzl(): Promise<void> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true });
  for await (const entry of zip.eachEntry())
    for await (const _chunk of await zip.openReadStreamPromise(entry));
  zip.close();
}
