// Names a prepared database by the scripts it is made of: runs under one parent may follow each other while a script
// changes, and other scripts are another database.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function hashScripts(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sql')).sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(name).update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 10);
}
