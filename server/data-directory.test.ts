import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { prepareDataDirectory } from './data-directory.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-data-'));
  return () => rm(folder, { recursive: true, force: true });
});

describe('prepareDataDirectory', () => {
  it('makes the folder with its parents, closed to being listed by others, and leaves nothing in it', async () => {
    const dataDir = join(folder, 'a', 'b');
    await prepareDataDirectory(dataDir);
    await prepareDataDirectory(dataDir);
    expect(await readdir(dataDir)).toEqual([]);
    expect((await stat(dataDir)).mode & 0o066).toBe(0);
  });

  it.each([
    ['file', /a file cannot be written \(there is a file with that name\)\. Set DATA_DIR/],
    ['file/below', /below cannot be written \(there is a file with that name\)\. Set DATA_DIR/],
  ])('says in one line why %s cannot be it', async (name, message) => {
    await writeFile(join(folder, 'a file'), '');
    const path = join(folder, name.replace('file', 'a file'));
    await expect(prepareDataDirectory(path)).rejects.toThrow(message);
  });

  it('says so when the folder cannot be created', async () => {
    await expect(prepareDataDirectory('/proc/onda')).rejects.toThrow(
      /^The data folder \/proc\/onda cannot be written/,
    );
  });
});
