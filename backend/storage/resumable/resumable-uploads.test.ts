// Several processes on one folder of uploads.
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openResumableUploads, type ResumableUploads } from './resumable-uploads.ts';

let directory: string;
const opened: ResumableUploads[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'onda-uploads-'));
});
afterEach(async () => {
  for (const uploads of opened.splice(0)) uploads.close();
  await rm(directory, { recursive: true, force: true });
});

async function openProcess(): Promise<ResumableUploads> {
  const uploads = await openResumableUploads(directory);
  opened.push(uploads);
  return uploads;
}

const wanted = {
  bucketId: 'tapes',
  name: 'long.wav',
  upsert: false,
  sizeBytes: 8,
  properties: {
    contentType: 'audio/wav',
    cacheControl: 'no-cache',
    contentEncoding: undefined,
    userMetadata: null,
  },
  uploadMetadata: '',
  creator: 'someone',
};
const bodyOf = (text: string) => new Response(text).body;

it('accepts chunks of one upload at any of several processes', async () => {
  const [one, other, third] = [await openProcess(), await openProcess(), await openProcess()];
  const upload = await one.create(wanted);
  expect(await other.append(upload, 0, bodyOf('on'))).toBe(2);
  expect((await third.find(upload.id))?.offsetBytes).toBe(2);
  expect(await one.append(upload, 2, bodyOf('da'))).toBe(4);
  await expect(other.append(upload, 2, bodyOf('xx'))).rejects.toThrow();
  expect((await other.find(upload.id))?.offsetBytes).toBe(4);
});

it('does not let a sender go on whose client has come back to another process meanwhile', async () => {
  const [one, other] = [await openProcess(), await openProcess()];
  const upload = await one.create(wanted);
  const pipe = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pipe.writable.getWriter();
  const slow = one.append(upload, 0, pipe.readable);
  slow.catch(() => undefined);
  await writer.write(Buffer.from('old'));
  expect(await other.append(upload, 0, bodyOf('newest'))).toBe(6);
  await writer.close();
  await expect(slow).rejects.toThrow();
  expect(await readFile(join(directory, `${upload.id}.bytes`), 'utf8')).toBe('newest');
});

it('leaves an upload alone at the start that another process is just creating, and removes what was forgotten', async () => {
  const [fresh, old] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  for (const id of [fresh, old]) await writeFile(join(directory, `${id}.bytes`), '');
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  await utimes(join(directory, `${old}.bytes`), yesterday, yesterday);
  await openProcess();
  expect(await readdir(directory)).toEqual([`${fresh}.bytes`]);
});
