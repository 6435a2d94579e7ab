import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBackupTarget } from './backup-target.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'onda-target-'));
});
afterAll(() => rm(dataDir, { recursive: true }));
const target = (given?: string, databaseUrl?: string) =>
  readBackupTarget({ given, name: 'onda-1.zip', dataDir, databaseUrl });

it('makes no studio where there is none', async () => {
  await expect(target()).rejects.toThrow(`There is no studio in ${dataDir}.`);
  expect(await readdir(dataDir)).toEqual([]);
  expect(await target(undefined, 'postgres://elsewhere')).toBe(join(dataDir, 'backups', 'onda-1.zip'));
});

it('takes a file in a folder that is there, and never an option for one', async () => {
  await mkdir(join(dataDir, 'postgres'));
  expect(await target()).toBe(join(dataDir, 'backups', 'onda-1.zip'));
  expect(await target(join(dataDir, 'mine.zip'))).toBe(join(dataDir, 'mine.zip'));
  await expect(target(join(dataDir, 'none', 'mine.zip'))).rejects.toThrow(/^There is no folder .*none\.$/);
  await expect(target('--help')).rejects.toThrow(/^Make a backup by: /);
});
