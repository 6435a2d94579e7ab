// Countries of addresses, from a small file that the test writes itself.
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Logger } from '../../logger.ts';
import { writeMmdb } from '../testing/write-mmdb.ts';
import { openCountries } from './open-countries.ts';

let folder = '';
const warn = vi.fn();
const log = { warn } as unknown as Logger;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-countries-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('knows the country of an address, and asks nothing where no file is named', async () => {
  const file = join(folder, 'good.mmdb');
  await writeFile(file, writeMmdb({ '192.0.2.0/24': 'PT', '198.51.100.128/25': 'DE' }));
  const countries = await openCountries(file, log);
  for (const [address, country] of [
    ['192.0.2.77', 'PT'],
    ['198.51.100.200', 'DE'],
    ['198.51.100.1', null],
    ['203.0.113.1', null],
    ['2001:db8::1', null],
    ['', null],
    ['unknown', null],
  ] as const)
    expect([address, countries.of(address)]).toEqual([address, country]);
  expect(countries.state).toMatchObject({ file, problem: undefined, builtMs: Date.UTC(2026, 9, 1) });
  countries.close();

  const off = await openCountries(undefined, log);
  expect([off.of('192.0.2.77'), off.state]).toEqual([null, { file: undefined }]);
  expect(warn).not.toHaveBeenCalled();
});

it('says once what is wrong with a file, goes on without it, and takes a good one later', async () => {
  const file = join(folder, 'later.mmdb');
  const countries = await openCountries(file, log, { checkMs: 20 });
  expect(countries.state).toEqual({ file, problem: 'missing' });
  await expect.poll(() => countries.of('192.0.2.1')).toBeNull();
  await writeFile(file, 'not a database');
  await expect.poll(() => countries.state).toEqual({ file, problem: 'not_a_database' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(warn).toHaveBeenCalledTimes(2);
  await writeFile(file, writeMmdb({ '192.0.2.0/24': 'PT' }));
  await expect.poll(() => countries.of('192.0.2.1')).toBe('PT');
  // An update that breaks off leaves the last good file in use.
  await truncate(file, 40);
  await expect.poll(() => countries.state).toEqual({ file, problem: 'not_a_database' });
  expect(countries.of('192.0.2.1')).toBe('PT');
  countries.close();
});
