import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileStream } from './file-stream.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-file-stream-'));
  await writeFile(join(folder, 'a'), '0123456789'.repeat(100_000));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function openFiles(): Promise<number> {
  const targets = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(folder)).length;
}

test('a stream that nobody reads opens no file', async () => {
  const abandoned = Array.from({ length: 50 }, () => new Response(fileStream(join(folder, 'a'))));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([abandoned.length, await openFiles()]).toEqual([50, 0]);
});

test('a reader that stops half-way closes it', async () => {
  const reader = fileStream(join(folder, 'a')).getReader();
  await reader.read();
  expect(await openFiles()).toBe(1);
  await reader.cancel();
  expect(await openFiles()).toBe(0);
});

test('a range is read to its last byte, and the file is closed', async () => {
  const text = await new Response(fileStream(join(folder, 'a'), { start: 3, end: 600_001 })).text();
  expect([text.length, text.slice(0, 3), text.at(-1), await openFiles()]).toEqual([599_999, '345', '1', 0]);
});

test('a file that is gone fails the reading, not the process', async () => {
  await expect(new Response(fileStream(join(folder, 'b'))).text()).rejects.toThrow(/ENOENT/);
});
