// Saves the built files of each version in the data folder and serves those of the last ones beside the current: a tab
// that was opened before an update goes on with the files it knows. Which files there are is the build's business.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../data-directory.ts';
import { loadStaticFiles, type StaticFile } from '../http/static-files.ts';

/** Each takes 4 MB on the disk and 2.6 MB of memory. */
const MAX_VERSIONS = 3;
const MAX_AGE_MS = 14 * 24 * 3600 * 1000;
/** Each build has one route table, named by its content. */
const ROUTE_TABLE = /^manifest-([\w-]+)\.js$/;
const VERSION = /^[\w-]+$/;

export interface EarlierFilesOptions {
  dataDir: string;
  /** Where the current build is: a folder with `assets`. */
  buildDir: string;
  headers: [string, string][];
}

export interface EarlierFiles {
  /** Files of earlier versions, by path. */
  files: Map<string, StaticFile>;
  /** Saves the current version for the time after it, and removes what is too old. */
  save(): Promise<void>;
}

export async function openEarlierFiles(options: EarlierFilesOptions): Promise<EarlierFiles> {
  const { dataDir, buildDir, headers } = options;
  const folder = join(dataDir, 'site-files');
  const current = versionOf(buildDir);
  const files = new Map<string, StaticFile>();
  if (!current) return { files, async save() {} };
  const replaced = await readFile(join(folder, '.current'), 'utf8').catch(() => current);
  const versions = (await readVersions(folder)).filter(({ version }) => version !== current);
  // However long it ran, the version that is replaced now is the one that open tabs have.
  const isRetained = ({ version, savedAtMs }: SavedVersion) =>
    version === replaced || Date.now() - savedAtMs < MAX_AGE_MS;
  const retained = versions
    .sort(
      (one, other) =>
        Number(other.version === replaced) - Number(one.version === replaced) ||
        other.savedAtMs - one.savedAtMs,
    )
    .filter(isRetained)
    .slice(0, MAX_VERSIONS);
  for (const { version } of retained.toReversed())
    for (const [path, file] of loadStaticFiles(join(folder, version), headers)) files.set(path, file);

  return {
    files,
    async save() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (replaced !== current) await touch(join(folder, replaced));
      if (!(await touch(join(folder, current)))) await copyAssets(buildDir, folder, current);
      await replaceFile(join(folder, '.current'), current, 0o600);
      for (const version of versions)
        if (!retained.includes(version))
          await rm(join(folder, version.version), { recursive: true, force: true });
    },
  };
}

interface SavedVersion {
  version: string;
  savedAtMs: number;
}

function versionOf(buildDir: string): string | undefined {
  const assets = join(buildDir, 'assets');
  if (!existsSync(assets)) return undefined;
  return readdirSync(assets)
    .map((name) => ROUTE_TABLE.exec(name)?.[1])
    .find((version) => version !== undefined);
}

async function readVersions(folder: string): Promise<SavedVersion[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .filter((name) => VERSION.test(name))
      .map(async (version) => ({ version, savedAtMs: (await stat(join(folder, version))).mtimeMs })),
  );
}

async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

/** Under another name first: a version that is half there would be served half. */
async function copyAssets(buildDir: string, folder: string, version: string): Promise<void> {
  const incoming = join(folder, `.incoming-${randomBytes(6).toString('hex')}`);
  try {
    await cp(join(buildDir, 'assets'), join(incoming, 'assets'), {
      recursive: true,
      filter: (path) => !path.endsWith('.gz'),
    });
    await rename(incoming, join(folder, version));
  } catch (error) {
    // Another process of the same studio was first.
    if (!existsSync(join(folder, version))) throw error;
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}
