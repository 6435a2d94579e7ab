// Finds the Node that the server runs on: this one when it is new enough, else the one npm installed.
// Plain JavaScript for Node 20, because it runs before that Node is known.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NEEDED_MAJOR = 24;

export function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR;
}

export function findNode() {
  if (isNewEnough()) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(ROOT, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program);
  if (existsSync(path)) return path;
  throw new Error(
    `onda runs on Node ${NEEDED_MAJOR}, npm has none for ${platform}-${process.arch}, and this is Node ${process.versions.node}. ` +
      `Install Node ${NEEDED_MAJOR} from nodejs.org and start again.`,
  );
}
