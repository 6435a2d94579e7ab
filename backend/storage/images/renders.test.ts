// In which order sizes are made.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openPictures } from '../../pictures/open-pictures.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { StoredObject } from '../stored-object.ts';
import { openRenders } from './renders.ts';

test('AVIF is made only after every picture that someone waits for', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'onda-renders-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const picture = sharp({ create: { width: 400, height: 200, channels: 3, background: '#d04020' } });
  const bytes = new Uint8Array(await picture.jpeg().toBuffer());
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const read = async () => {
    await begun;
    return new Blob([bytes]).stream();
  };
  const pictures = openPictures();
  onTestFinished(pictures.close);
  const renders = await openRenders({ directory, blobs: { read } as unknown as BlobStore, pictures });
  const object = {
    version: randomUUID(),
    metadata: { size: bytes.length, mimetype: 'image/jpeg' },
  } as StoredObject;
  const asked = Array.from({ length: 12 }, (_, index) =>
    renders.render(
      object,
      { width: 100 + index, resize: 'contain' },
      { accept: 'image/avif,image/webp', offersAvif: true },
    ),
  );
  // All of them stand in line before the first is made: they look for what is cached first.
  await expect
    .poll(() => process.getActiveResourcesInfo().filter((name) => name.startsWith('FSReq')))
    .toEqual([]);
  begin();
  const rendered = await Promise.all(asked);
  expect(rendered.map(({ contentType }) => contentType)).toEqual(asked.map(() => 'image/webp'));
  await expect.poll(async () => (await finishedIn(directory)).length).toBe(asked.length * 2);
  expect(await typesInOrder(directory)).toEqual([
    ...asked.map(() => 'image/webp'),
    ...asked.map(() => 'image/avif'),
  ]);
});

/** A file that is being written has another name until it is whole. */
const finishedIn = async (directory: string) =>
  (await readdir(directory)).filter((name) => !name.endsWith('.part'));

async function typesInOrder(directory: string): Promise<string[]> {
  const files = await Promise.all(
    (await finishedIn(directory)).map(async (name) => {
      const content = await readFile(join(directory, name), 'latin1');
      const { birthtimeMs } = await stat(join(directory, name));
      return { type: content.slice(0, content.indexOf('\n')), birthtimeMs };
    }),
  );
  return files.sort((a, b) => a.birthtimeMs - b.birthtimeMs).map(({ type }) => type);
}
