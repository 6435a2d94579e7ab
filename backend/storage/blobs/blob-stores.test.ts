// Both places for bytes under the one contract, and what is S3's alone: signatures, parts, stores that falter.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';
import { startStorageHost } from '../testing/storage-host.ts';
import { describeBlobStore } from './blob-store.contract.ts';
import { openDiskStore } from './disk-store.ts';
import { signRequest } from './s3-signature.ts';
import { openS3Store } from './s3-store.ts';
import { openStaging } from './staging.ts';

const keys = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  bucket: 'onda',
};
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server(keys);
});
afterAll(() => server.close());
const options = () => ({ ...keys, endpoint: server.url, region: 'eu-west-3' });

describeBlobStore('the disk', (directory) => openDiskStore(directory));
describeBlobStore('an S3 store', () => openS3Store(options()));

describe('an S3 store', () => {
  test('the signature is the one of the published example', () => {
    const signed = signRequest(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9' },
        payloadHash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
      {
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        region: 'us-east-1',
      },
      new Date('2013-05-24T00:00:00Z'),
    );
    expect(signed.authorization).toContain(
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  test('large files go in parts, none of which stays open', () => {
    expect(
      server.requests.filter((line) => line.startsWith('PUT') && line.includes('partNumber')).length,
    ).toBeGreaterThanOrEqual(3);
    expect(server.openUploads()).toBe(0);
  });

  test('a store that falters is asked again; wrong keys are not', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'onda-s3-'));
    const staging = await openStaging(directory);
    const limits = { maxBytes: 1e9, tooLarge: () => new Error() };
    const bytes = async function* () {
      yield randomBytes(10);
    };
    const store = await openS3Store(options());
    server.fail(2);
    await store.adopt(randomUUID(), await staging.write(bytes(), limits));
    const wrong = await openS3Store({ ...options(), secretAccessKey: 'wrong' });
    const before = server.requests.length;
    await expect(wrong.adopt(randomUUID(), await staging.write(bytes(), limits))).rejects.toThrow(
      'SignatureDoesNotMatch',
    );
    expect(server.requests.length).toBe(before + 1);
    await Promise.all([store.close(), wrong.close(), rm(directory, { recursive: true })]);
  });

  test('serves the whole service', async () => {
    const host = await startStorageHost({ s3: options() });
    try {
      await host.service.storage.createBucket('far', { public: true });
      const far = host.service.storage.from('far');
      const before = server.objects.size;
      expect((await far.upload('a.txt', 'far away')).error).toBeNull();
      expect((await far.copy('a.txt', 'b.txt')).error).toBeNull();
      const answer = await fetch(far.getPublicUrl('b.txt').data.publicUrl, {
        headers: { range: 'bytes=4-' },
      });
      expect([answer.status, await answer.text()]).toEqual([206, 'away']);
      expect(server.objects.size).toBe(before + 2);
      await host.storage.check();
      await far.remove(['a.txt', 'b.txt']);
      await host.storage.sweep();
      expect(server.objects.size).toBe(before);
      server.fail(100);
      expect((await far.upload('c.txt', 'c')).error).toMatchObject({ status: 500, code: 'InternalError' });
      await expect(host.storage.check()).rejects.toThrow('503');
      server.fail(0);
      expect((await far.exists('c.txt')).data).toBe(false);
    } finally {
      await host.close();
    }
  });
});
