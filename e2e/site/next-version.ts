// The next version of the program in a folder of its own: the same sources, a build whose files have other names, and a
// page that says something else. A second run of the bundler would take longer than all the rest of the test.
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCES = [
  'app',
  'backend',
  'build',
  'contracts',
  'messages',
  'public',
  'radio',
  'server',
  'supabase',
  'package.json',
];
const HASHED = /^(.+-)([\w-]{8})(\.(?:js|css))$/;
const HASHED_IN_TEXT = /[\w.-]+-[\w-]{8}\.(?:js|css)/g;
const TEXT = /\.(js|css|json)$/;

/** `changes` are texts of the program and their replacements. Returns the folder. */
export function makeNextVersion(changes: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'onda-next-version-'));
  for (const name of SOURCES)
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/\.(br|gz)$/.test(path),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

  const assets = join(folder, 'build', 'client', 'assets');
  const renamed = new Map<string, string>();
  for (const name of readdirSync(assets)) {
    const [, start, hash, end] = HASHED.exec(name) ?? [];
    if (hash) renamed.set(name, `${start}${[...hash].reverse().join('')}${end}`);
  }
  const table = [...renamed.keys()].find((name) => name.startsWith('manifest-')) ?? '';
  const version = HASHED.exec(table)?.[2] ?? '';
  const buildId = /buildId = "([0-9a-f]{12})"/.exec(
    readFileSync(join(folder, 'build', 'server', 'index.js'), 'utf8'),
  )?.[1];
  if (!version || !buildId) throw new Error('The build has no route table or no number.');
  const replacements = new Map([
    ...Object.entries(changes),
    [`"${version}"`, `"${[...version].reverse().join('')}"`],
    [buildId, [...buildId].reverse().join('')],
  ]);

  const files = ['build', 'messages'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true }),
  );
  for (const entry of files) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    let text = readFileSync(path, 'utf8').replace(HASHED_IN_TEXT, (name) => renamed.get(name) ?? name);
    for (const [from, to] of replacements) text = text.replaceAll(from, to);
    writeFileSync(path, text);
  }
  for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to));
  return folder;
}

export const removeVersion = (folder: string): void => rmSync(folder, { recursive: true, force: true });
