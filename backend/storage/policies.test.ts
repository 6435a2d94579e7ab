// Row policies on storage.objects and storage.buckets decide, asked as the caller's own role.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorageHost, startStorageHost } from './testing/storage-host.ts';

const ana = '00000000-0000-4000-8000-00000000000a';
const rui = '00000000-0000-4000-8000-00000000000b';
let host: StorageHost;

beforeAll(async () => {
  host = await startStorageHost();
  await host.sql.unsafe(`
    insert into storage.buckets (id, name) values ('homes', 'homes'), ('drop', 'drop');
    create policy "own folder" on storage.objects for all to authenticated
      using (bucket_id = 'homes' and (storage.foldername(name))[1] = (select auth.uid()::text))
      with check (bucket_id = 'homes' and (storage.foldername(name))[1] = (select auth.uid()::text));
    create policy "anybody drops" on storage.objects for insert to anon
      with check (bucket_id = 'drop' and storage.extension(name) = 'txt' and storage.operation() = 'storage.object.upload');
  `);
});
afterAll(() => host.close());

const homes = async (sub: string) => (await host.as(sub)).storage.from('homes');

describe('a folder of one’s own', () => {
  test('is written, read, listed, signed, moved and emptied by its owner', async () => {
    const own = await homes(ana);
    expect((await own.upload(`${ana}/a.txt`, 'mine')).error).toBeNull();
    expect((await own.upload(`${ana}/a.txt`, 'mine again', { upsert: true })).error).toBeNull();
    expect(await (await own.download(`${ana}/a.txt`)).data?.text()).toBe('mine again');
    expect((await own.list(ana)).data?.map(({ name }) => name)).toEqual(['a.txt']);
    expect((await own.createSignedUrl(`${ana}/a.txt`, 60)).error).toBeNull();
    expect((await own.createSignedUploadUrl(`${ana}/b.txt`)).error).toBeNull();
    expect((await own.move(`${ana}/a.txt`, `${ana}/c.txt`)).error).toBeNull();
    expect((await own.copy(`${ana}/c.txt`, `${ana}/d.txt`)).error).toBeNull();
    const [row] = await host.sql`select owner, owner_id from storage.objects where name = ${`${ana}/d.txt`}`;
    expect(row).toEqual({ owner: ana, owner_id: ana });
    expect((await own.remove([`${ana}/d.txt`])).data).toHaveLength(1);
  });

  test('is closed to everybody else', async () => {
    const own = await homes(ana);
    await own.upload(`${ana}/secret.txt`, 'mine', { upsert: true });
    const theirs = await homes(rui);
    const path = `${ana}/secret.txt`;
    const rejected = {
      status: 400,
      statusCode: '403',
      code: 'AccessDenied',
      message: 'new row violates row-level security policy',
    };
    expect((await theirs.upload(`${ana}/new.txt`, 'x')).error).toMatchObject(rejected);
    expect((await theirs.upload(path, 'x', { upsert: true })).error).toMatchObject(rejected);
    expect((await theirs.createSignedUploadUrl(`${ana}/new.txt`)).error).toMatchObject(rejected);
    expect((await theirs.download(path)).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await theirs.info(path)).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await theirs.createSignedUrl(path, 60)).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await theirs.copy(path, `${rui}/x.txt`)).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await theirs.move(path, `${rui}/x.txt`)).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await theirs.list(ana)).data).toEqual([]);
    expect((await theirs.listV2({ prefix: ana })).data?.objects).toEqual([]);
    expect((await theirs.remove([path])).data).toEqual([]);
    expect((await own.move(path, `${rui}/x.txt`)).error).toMatchObject(rejected);
    expect((await own.copy(path, `${rui}/x.txt`)).error).toMatchObject(rejected);
    expect(await (await own.download(path)).data?.text()).toBe('mine');
  });
});

describe('an upload-only folder', () => {
  test('takes what it may and shows nothing', async () => {
    const box = host.anon.storage.from('drop');
    expect((await box.upload('note.txt', 'hello')).error).toBeNull();
    expect((await box.upload('note.txt', 'again')).error).toMatchObject({ code: 'KeyAlreadyExists' });
    expect((await box.upload('note.exe', 'hello')).error).toMatchObject({ code: 'AccessDenied' });
    expect((await box.createSignedUploadUrl('b.txt')).error).toMatchObject({ code: 'AccessDenied' });
    expect((await box.download('note.txt')).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await box.list()).data).toEqual([]);
  });
});

describe('buckets', () => {
  test('are the service’s until a policy says otherwise', async () => {
    for (const client of [host.anon, await host.as(ana)]) {
      const { storage } = client;
      expect((await storage.createBucket('mine', { public: true })).error).toMatchObject({
        code: 'AccessDenied',
      });
      expect((await storage.listBuckets()).data).toEqual([]);
      expect((await storage.getBucket('homes')).error).toMatchObject({ code: 'NoSuchBucket' });
      expect((await storage.updateBucket('homes', { public: true })).error).toMatchObject({
        code: 'NoSuchBucket',
      });
      expect((await storage.emptyBucket('homes')).error).toMatchObject({ code: 'NoSuchBucket' });
      expect((await storage.deleteBucket('homes')).error).toMatchObject({ code: 'NoSuchBucket' });
      expect((await storage.from('homes').purgeCache('x')).error).toMatchObject({ code: 'AccessDenied' });
    }
    expect((await host.service.storage.from('homes').purgeCache('x')).data).toEqual({ message: 'success' });
    expect((await host.service.storage.purgeBucketCache('homes')).data).toEqual({ message: 'success' });
  });

  test('the list of bytes to remove is not accessible', async () => {
    for (const role of ['anon', 'authenticated']) {
      await expect(
        host.sql.begin(async (sql) => {
          await sql.unsafe(`set local role ${role}`);
          await sql`select * from storage.onda_removals`;
        }),
      ).rejects.toThrow('permission denied');
    }
  });
});
