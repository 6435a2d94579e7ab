import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DamagedZip, openZip } from './open-zip.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const noise = randomBytes(300_000);
async function* chunks(bytes: Uint8Array, size = 7000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const entries = (): ZipEntry[] => [
  { name: 'words.txt', open: () => chunks(Buffer.from('wave '.repeat(50_000))) },
  { name: 'sound/ação.mp3', isPressed: true, open: () => chunks(noise) },
  { name: 'huge.csv', isHuge: true, open: () => chunks(Buffer.from('a,b\n')) },
  { name: 'empty', open: () => chunks(new Uint8Array()) },
];

async function write(name: string, list: ZipEntry[] = entries()): Promise<string> {
  const path = join(folder, name);
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeZip(list)) chunks.push(chunk);
  await writeFile(path, Buffer.concat(chunks));
  return path;
}

describe('a ZIP of our own', () => {
  it('is read back as it was, name by name', async () => {
    const zip = await openZip(await write('a.zip'));
    expect([...zip.items.keys()]).toEqual(['words.txt', 'sound/ação.mp3', 'huge.csv', 'empty']);
    expect(await zip.readText('words.txt')).toBe('wave '.repeat(50_000));
    const sound: Uint8Array[] = [];
    for await (const chunk of zip.read('sound/ação.mp3')) sound.push(chunk);
    expect(Buffer.concat(sound).equals(noise)).toBe(true);
    expect(await zip.readText('huge.csv')).toBe('a,b\n');
    expect(await zip.readText('empty')).toBe('');
    expect(zip.items.get('words.txt')?.packedBytes).toBeLessThan(5000);
    await zip.close();
  });

  it.skipIf(spawnSync('python3', ['--version']).status !== 0)('is read by another program', async () => {
    const path = await write('b.zip');
    const script =
      'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.testzip(),[i.filename for i in z.infolist()])';
    const { stdout } = spawnSync('python3', ['-c', script, path], { encoding: 'utf8' });
    expect(stdout.trim()).toBe("None ['words.txt', 'sound/ação.mp3', 'huge.csv', 'empty']");
  });

  it('says so when a byte of it is wrong, or its end is missing', async () => {
    const path = await write('c.zip');
    const bytes = await readFile(path);
    const start = bytes.indexOf(noise.subarray(0, 50));
    bytes[start + 1000] = (bytes[start + 1000] ?? 0) ^ 1;
    await writeFile(path, bytes);
    const zip = await openZip(path);
    await expect(async () => {
      for await (const _chunk of zip.read('sound/ação.mp3'));
    }).rejects.toThrow(DamagedZip);
    await zip.close();
    await writeFile(path, bytes.subarray(0, bytes.length - 100));
    await expect(openZip(path)).rejects.toThrow(DamagedZip);
    await writeFile(path, 'no zip at all');
    await expect(openZip(path)).rejects.toThrow(DamagedZip);
  });

  it.each<[string, (bytes: Buffer, at: { end: number; central: number }) => void]>([
    ['65,535 entries', (bytes, { end }) => bytes.writeUInt16LE(0xffff, end + 10)],
    ['a directory of 4 GB', (bytes, { end }) => bytes.writeUInt32LE(0xffffffff, end + 12)],
    ['a directory of 300 MB', (bytes, { end }) => bytes.writeUInt32LE(300 * 2 ** 20, end + 12)],
    ['a directory behind its end', (bytes, { end }) => bytes.writeUInt32LE(0xfffffff0, end + 16)],
    ['a directory at the beginning', (bytes, { end }) => bytes.writeUInt32LE(0, end + 16)],
    ['a name of 65,535 bytes', (bytes, { central }) => bytes.writeUInt16LE(0xffff, central + 28)],
    ['an entry that is not where it says', (bytes, { central }) => bytes.writeUInt32LE(7, central + 42)],
    ['an entry behind the end', (bytes, { central }) => bytes.writeUInt32LE(0xfffffff0, central + 42)],
    ['an entry that is larger than it says', (bytes, { central }) => bytes.writeUInt32LE(5, central + 24)],
    ['an entry of 4 GB', (bytes, { central }) => bytes.writeUInt32LE(0xfffffff0, central + 24)],
    ['an entry packed to 4 GB', (bytes, { central }) => bytes.writeUInt32LE(0xfffffff0, central + 20)],
    ['an entry packed to nothing', (bytes, { central }) => bytes.writeUInt32LE(0, central + 20)],
    ['an unknown method', (bytes, { central }) => bytes.writeUInt16LE(99, central + 10)],
  ])('says that a ZIP is damaged that declares %s', async (_what, change) => {
    const path = await write('lies.zip', [{ name: 'words.txt', isPressed: true, open: () => chunks(noise) }]);
    const bytes = await readFile(path);
    change(bytes, { end: bytes.lastIndexOf('PK\x05\x06'), central: bytes.lastIndexOf('PK\x01\x02') });
    await writeFile(path, bytes);
    let read = 0;
    await expect(async () => {
      const zip = await openZip(path);
      try {
        for await (const chunk of zip.read('words.txt')) read += chunk.length;
      } finally {
        await zip.close();
      }
    }).rejects.toThrow(DamagedZip);
    expect(read).toBeLessThanOrEqual(noise.length);
  });

  it('passes on the error of a source, and closes it when reading stops', async () => {
    const failing: ZipEntry = {
      name: 'x',
      async *open() {
        yield Buffer.from('a');
        throw new Error('the disk is gone');
      },
    };
    await expect(write('d.zip', [failing])).rejects.toThrow('the disk is gone');
    let isClosed = false;
    const endless: ZipEntry = {
      name: 'y',
      async *open() {
        try {
          for (;;) yield noise;
        } finally {
          isClosed = true;
        }
      },
    };
    let seen = 0;
    for await (const chunk of writeZip([endless])) {
      seen += chunk.length;
      if (seen > 1_000_000) break;
    }
    expect(isClosed).toBe(true);
  });
});
