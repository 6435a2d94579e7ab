// Uploads in parts on disk: how many may be open, and what becomes of those that nobody completes.
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MultipartUploads, openMultipartUploads } from './multipart-uploads.ts';

let directory: string;
let uploads: MultipartUploads;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'onda-multipart-'));
  uploads = await openMultipartUploads(directory);
});
afterEach(async () => {
  uploads.close();
  await rm(directory, { recursive: true, force: true });
});

const begin = (creator: string) =>
  uploads.create({
    bucketId: 'b',
    name: 'a.bin',
    creator,
    properties: {
      contentType: 'text/plain',
      cacheControl: 'no-cache',
      contentEncoding: undefined,
      userMetadata: null,
    },
  });

it('one caller cannot take all places of the others', async () => {
  for (let count = 0; count < 50; count += 1) await begin('authenticated ana');
  await expect(begin('authenticated ana')).rejects.toMatchObject({ code: 'SlowDown' });
  expect((await begin('authenticated bo')).id).toMatch(/-/);
});

it('removes what got no part for a day', async () => {
  const [old, fresh] = [await begin('ana'), await begin('ana')];
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(directory, old.id), yesterday, yesterday);
  await uploads.sweep();
  expect(await readdir(directory)).toEqual([fresh.id]);
});

it('a part that is sent again takes the place of the first', async () => {
  const { id } = await begin('ana');
  const stage = async (text: string, md5: string) => {
    const path = join(directory, `${md5}.part`);
    await writeFile(path, text);
    return { path, sizeBytes: text.length, md5 };
  };
  await uploads.addPart(id, 1, await stage('first', 'a'.repeat(32)));
  await uploads.addPart(id, 1, await stage('second', 'b'.repeat(32)));
  const parts = await uploads.parts(id);
  expect(parts).toEqual([{ number: 1, sizeBytes: 6, md5: 'b'.repeat(32) }]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of uploads.read(id, parts)) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('second');
  expect(await uploads.find('../../etc')).toBeUndefined();
});
