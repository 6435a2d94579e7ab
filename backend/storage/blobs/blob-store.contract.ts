// What every place for bytes must do: one suite, run over each of them.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { openStaging, type Staging } from './staging.ts';

export function describeBlobStore(name: string, open: (directory: string) => Promise<BlobStore>): void {
  describe(name, () => {
    let directory: string;
    let store: BlobStore;
    let staging: Staging;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'onda-blobs-'));
      store = await open(join(directory, 'objects'));
      staging = await openStaging(join(directory, 'incoming'));
    });
    afterAll(async () => {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    });

    const limits = { maxBytes: 100_000_000, tooLarge: () => new Error('too large') };
    async function put(bytes: Buffer): Promise<string> {
      const version = randomUUID();
      const file = await staging.write(inChunks(bytes), limits);
      await store.adopt(version, file);
      await staging.discard(file);
      return version;
    }
    async function get(version: string, range?: { start: number; end: number }): Promise<Buffer | undefined> {
      const stream = await store.read(version, range);
      return stream && Buffer.from(await new Response(stream).arrayBuffer());
    }

    test.each([0, 1, 70_000, 40 * 2 ** 20])('gives back %i bytes as they came', async (size) => {
      const bytes = randomBytes(size);
      const version = await put(bytes);
      expect((await get(version))?.equals(bytes)).toBe(true);
    });

    test('gives parts', async () => {
      const bytes = randomBytes(1_000_000);
      const version = await put(bytes);
      for (const range of [
        { start: 0, end: 0 },
        { start: 999_999, end: 999_999 },
        { start: 250_000, end: 700_123 },
      ]) {
        expect((await get(version, range))?.equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
      }
    });

    test('a reader may stop in the middle', async () => {
      const version = await put(randomBytes(2_000_000));
      const reader = (await store.read(version))?.getReader();
      await reader?.read();
      await reader?.cancel();
      await store.remove([version]);
    });

    test('what was never there is not there', async () => {
      expect(await store.read(randomUUID())).toBeUndefined();
      await store.remove([randomUUID()]);
      await expect(store.copy(randomUUID(), randomUUID())).rejects.toThrow();
    });

    test('a copy outlives what it was made of', async () => {
      const version = await put(Buffer.from('twice'));
      const copy = randomUUID();
      await store.copy(version, copy);
      await store.remove([version]);
      expect(await get(version)).toBeUndefined();
      expect((await get(copy))?.toString()).toBe('twice');
    });

    test.each(['../../etc/passwd', 'a/b', '', '..', `${randomUUID()}/../x`])(
      '%j is no version',
      async (version) => {
        await expect(store.read(version)).rejects.toThrow('not a version');
        await expect(store.remove([version])).rejects.toThrow('not a version');
      },
    );

    test('a body that breaks off or is too large leaves nothing', async () => {
      async function* broken() {
        yield Buffer.from('half');
        throw new Error('cut');
      }
      await expect(staging.write(broken(), limits)).rejects.toThrow('cut');
      await expect(staging.write(inChunks(randomBytes(2000)), { ...limits, maxBytes: 1999 })).rejects.toThrow(
        'too large',
      );
      expect(await readdir(staging.directory)).toEqual([]);
    });
  });
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_537) yield bytes.subarray(at, at + 65_537);
}
