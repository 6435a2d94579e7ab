import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEarlierFiles } from './earlier-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-earlier-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const DAY_MS = 24 * 3600 * 1000;

/** Puts another version in the place of the last one, as a build does, and starts the studio with it. */
async function deploy(version: string) {
  const buildDir = join(folder, 'build');
  await rm(buildDir, { recursive: true, force: true });
  await mkdir(join(buildDir, 'assets'), { recursive: true });
  for (const name of [`manifest-${version}.js`, `page-${version}.js`, `page-${version}.js.gz`])
    await writeFile(join(buildDir, 'assets', name), `export default '${version}';`);
  await writeFile(join(buildDir, 'assets', 'same-name.js'), `export default '${version}';`);
  const earlier = await openEarlierFiles({
    dataDir: folder,
    buildDir,
    headers: [['x-content-type-options', 'nosniff']],
  });
  await earlier.save();
  return earlier.files;
}

const saved = async () => (await readdir(join(folder, 'site-files'))).filter((name) => !name.startsWith('.'));
const age = (version: string, days: number) => {
  const then = new Date(Date.now() - days * DAY_MS);
  return utimes(join(folder, 'site-files', version), then, then);
};

describe('files of earlier versions', () => {
  it('serves what an open tab still asks for after an update, with the headers of any built file', async () => {
    expect([...(await deploy('one')).keys()]).toEqual([]);
    const files = await deploy('two');
    expect([...files.keys()].sort()).toEqual([
      '/assets/manifest-one.js',
      '/assets/page-one.js',
      '/assets/same-name.js',
    ]);
    const { headers, body } = files.get('/assets/page-one.js')?.variants.gzip ?? { headers: [], body: '' };
    expect(String(body)).toBe("export default 'one';");
    expect(headers).toContain('public, max-age=31536000, immutable');
    expect(headers).toContain('nosniff');
  });

  it('prefers the newer of two files of one name', async () => {
    await deploy('one');
    await deploy('two');
    const files = await deploy('three');
    expect(String(files.get('/assets/same-name.js')?.variants.identity.body)).toContain('two');
  });

  it('serves the version that ran until now, however long ago it was started', async () => {
    await deploy('one');
    await age('one', 90);
    expect((await deploy('two')).has('/assets/page-one.js')).toBe(true);
    // From then on it has its two weeks.
    expect((await deploy('two')).has('/assets/page-one.js')).toBe(true);
    await age('one', 15);
    expect((await deploy('two')).has('/assets/page-one.js')).toBe(false);
    expect(await saved()).toEqual(['two']);
  });

  it('saves three earlier versions at most, and the same version once', async () => {
    for (const version of ['one', 'two', 'three', 'four', 'five', 'five']) await deploy(version);
    expect((await saved()).sort()).toEqual(['five', 'four', 'three', 'two']);
  });

  it('serves nothing where there is no build', async () => {
    const { files, save } = await openEarlierFiles({
      dataDir: folder,
      buildDir: join(folder, 'none'),
      headers: [],
    });
    await save();
    expect(files.size).toBe(0);
  });
});
