// One hash over the names and contents of files and folders, to know whether something made from them is still current.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ROOT } from './find-node.mjs';

/** Of paths below the project's folder; `isLeftOut` is asked with the name of each file. */
export async function hashFiles(paths, isLeftOut = () => false) {
  const files = (await Promise.all(paths.map((path) => listFiles(join(ROOT, path), isLeftOut)))).flat();
  const hash = createHash('sha256');
  for (const path of files.sort()) {
    hash.update(`${relative(ROOT, path).split(sep).join('/')}\0`);
    hash.update(await readFile(path));
  }
  return hash.digest('hex');
}

async function listFiles(path, isLeftOut) {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile() && !isLeftOut(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
