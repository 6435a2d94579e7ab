// What happens to uploads when the disk is full, on disks that are.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FullDisk, openLimitedDisk, openSmallDisk } from './testing/full-disk.ts';
import { type StorageHost, secretKey, startStorageHost } from './testing/storage-host.ts';

const KB = 1024;

const ways: [string, () => Promise<FullDisk | undefined>][] = [
  ['a disk of 4 MB that is full (ENOSPC)', () => openSmallDisk(4)],
  ['files that may not grow (EFBIG)', () => openLimitedDisk(64 * KB)],
];

describe.each(ways)('%s', (_name, openDisk) => {
  let disk: FullDisk | undefined;
  let host: StorageHost;

  beforeAll(async () => {
    disk = await openDisk();
    if (!disk) return;
    host = await startStorageHost({ directory: disk.directory });
    await host.service.storage.createBucket('media', { public: true });
  });
  afterAll(async () => {
    await host?.close();
    await disk?.close();
  });
  beforeEach(async (context) => {
    if (!disk) context.skip('this machine lets the tests make no such disk');
    await disk?.freeSpace();
  });

  const bytes = (size: number, value = 7) => new Uint8Array(size).fill(value);
  const media = () => host.service.storage.from('media');
  const files = async () => {
    const found = await readdir(disk?.directory ?? '', { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile() && entry.name !== 'ballast')
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  };
  const rows = async () =>
    (await host.sql`select name from storage.objects order by name`).map(({ name }) => name);
  const sizeOf = async (name: string) => (await media().download(name)).data?.size;

  it('an upload is rejected with 507 and a clear message, and leaves no partial file and no row', async () => {
    const [before, known] = [await files(), await rows()];
    await disk?.fill();
    const plain = await host.ask('POST /object/media/plain.bin', { body: bytes(600 * KB) });
    expect([plain.status, await plain.json()]).toEqual([
      507,
      {
        statusCode: '507',
        code: 'InsufficientStorage',
        error: 'InsufficientStorage',
        message: 'The disk is full. Free some space, then upload the file again.',
      },
    ]);
    const form = await media().upload('form.bin', new Blob([bytes(600 * KB)]));
    expect(form.error).toMatchObject({ statusCode: '507', message: expect.stringContaining('disk is full') });
    await host.storage.sweep();
    expect([await files(), await rows()]).toEqual([before, known]);
  });

  it('what was there under the name stays whole, and the same file goes in once there is room', async () => {
    await media().upload('stored.bin', bytes(100 * KB), { upsert: true });
    await disk?.fill();
    const { error } = await media().upload('stored.bin', bytes(600 * KB), { upsert: true });
    expect(error).toMatchObject({ statusCode: '507' });
    expect(await sizeOf('stored.bin')).toBe(100 * KB);
    await disk?.freeSpace();
    expect((await media().upload('stored.bin', bytes(600 * KB), { upsert: true })).error).toBeNull();
    expect(await sizeOf('stored.bin')).toBe(600 * KB);
  });

  it('a copy leaves nothing half behind', async () => {
    await media().upload('original.bin', bytes(600 * KB), { upsert: true });
    await host.storage.sweep();
    const before = await files();
    await disk?.fill();
    expect((await media().copy('original.bin', 'copy.bin')).error).toMatchObject({ statusCode: '507' });
    await host.storage.sweep();
    expect([await files(), (await rows()).includes('copy.bin')]).toEqual([before, false]);
  });

  it('an upload that can be taken up again says 507, and goes on from where it was once there is room', async () => {
    const word = (text: string) => Buffer.from(text).toString('base64');
    const tus = { authorization: `Bearer ${secretKey}`, 'tus-resumable': '1.0.0' };
    const size = 600 * KB;
    const created = await host.ask('POST /upload/resumable', {
      headers: {
        ...tus,
        'upload-length': String(size),
        'upload-metadata': `bucketName ${word('media')},objectName ${word('tape.bin')}`,
      },
    });
    const address = host.url + created.headers.get('location');
    const send = (offset: number) =>
      fetch(address, {
        method: 'PATCH',
        headers: {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes(size - offset),
      });
    await disk?.fill();
    const rejected = await send(0);
    expect([rejected.status, await rejected.text()]).toEqual([
      507,
      expect.stringMatching(/^The disk is full/),
    ]);
    await disk?.freeSpace();
    const { headers } = await fetch(address, { method: 'HEAD', headers: tus });
    const offset = Number(headers.get('upload-offset'));
    expect(offset).toBeLessThan(size);
    expect((await send(offset)).status).toBe(204);
    expect(await sizeOf('tape.bin')).toBe(size);
    expect((await files()).filter((file) => /\.(part|new|bytes)$/.test(file))).toEqual([]);
  });
});
