// npm run notices: writes THIRD-PARTY-NOTICES.md, the packages that the running program uses, from the lockfile and node_modules.
// Ends with 1 when a package has a licence that is not in the allow-list. `--check` writes nothing and fails when the file is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './find-node.mjs';

const FILE = join(ROOT, 'THIRD-PARTY-NOTICES.md');
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // The dates of date-holidays: data, named with their source in the notices.
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  // libvips of sharp and the decoders of audio-file-decoder: separate files, which anyone can replace.
  'LGPL-2.1-or-later',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  // mediabunny and its encoder: used as they are, their own files stay under it.
  'MPL-2.0',
  'PostgreSQL',
  // argparse of js-yaml: as free as BSD.
  'PSF-2.0',
  'Unlicense',
]);

/** Everything the lockfile installs without development packages; builds for other platforms are the same package. */
export function listPackages(root = ROOT) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || entry.dev || entry.devOptional || entry.link) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${entry.version}`, {
      name,
      version: entry.version,
      licence: entry.license ?? readLicence(join(root, path)) ?? 'unknown',
    });
  }
  return [...found.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

export function findForbidden(packages) {
  return packages.filter(({ licence }) => !isAllowed(licence));
}

/** An SPDX expression: all parts of an AND, one part of an OR. */
export function isAllowed(licence) {
  const inner = licence.replace(/[()]/g, '');
  if (inner.includes(' OR ')) return inner.split(' OR ').some(isAllowed);
  return inner.split(' AND ').every((part) => ALLOWED.has(part.trim()));
}

export function formatNotices(packages) {
  const rows = packages.map(
    ({ name, version, licence }) =>
      `| [${name}](https://www.npmjs.com/package/${name}) | ${version} | ${licence} |`,
  );
  return `# Third-party notices

onda is licensed under MIT (see LICENSE). It uses the packages below; each is under its own licence, whose text is in the
package's folder in \`node_modules\`. Written by \`npm run notices\`.

- The typefaces Georama, Radio Canada and Noto Sans Arabic are under the SIL Open Font License 1.1 (\`app/fonts/*-OFL.txt\`, \`backend/papers/fonts\`).
- Some packages contain compiled libraries with a licence of their own: PostgreSQL (PostgreSQL License), libvips (LGPL), mpg123,
  LAME and FFmpeg (LGPL), libopus, libogg, libvorbis and libFLAC (BSD), and in Typst the typeface Libertinus Serif (OFL).
- The public holidays in date-holidays are under CC-BY 3.0, taken from Wikipedia and the sources named in its repository.

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`;
}

function readLicence(folder) {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const { license } = JSON.parse(readFileSync(file, 'utf8'));
  return typeof license === 'string' ? license : license?.type;
}

function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}

function main() {
  const packages = listPackages();
  const forbidden = findForbidden(packages);
  for (const { name, version, licence } of forbidden)
    console.error(
      `${name} ${version} has the licence ${licence}, which is not in the allow-list of bin/notices.mjs.`,
    );
  const text = formatNotices(packages);
  if (process.argv.includes('--check')) {
    if (existsSync(FILE) && readFileSync(FILE, 'utf8') === text) return forbidden.length === 0;
    console.error('THIRD-PARTY-NOTICES.md is stale: run npm run notices.');
    return false;
  }
  writeFileSync(FILE, text);
  console.log(`THIRD-PARTY-NOTICES.md: ${packages.length} packages.`);
  return forbidden.length === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main() ? 0 : 1;
