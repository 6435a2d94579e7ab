// Long files hide their parts. Above the limit look for the seam and split, or write here why there is none.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = [
  'app',
  'backend',
  'bench',
  'bin',
  'contracts',
  'deploy',
  'e2e',
  'public',
  'radio',
  'server',
  'supabase/functions',
];
const MAX_LINES = 320;
/** One topic of tests may need a longer file; what it needs of others is in a testing/ folder. */
const MAX_TEST_LINES = 420;

const EXCEPTIONS: Record<string, string> = {
  'app/language/message-values.ts': 'npm run messages writes it from the catalogues',
  'contracts/database.types.ts': 'npm run types writes it from the database',
};

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.split(sep).join('/')}`)
    .filter((path) => /\.(ts|tsx|mts|mjs|js|jsx|css)$/.test(path) && !path.includes('/node_modules/')),
);

it('no file is longer than its limit', () => {
  const lengths = files.map((file) => ({
    file,
    lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length,
    max: /\.(test|spec)\.m?tsx?$/.test(file) ? MAX_TEST_LINES : MAX_LINES,
  }));
  const tooLong = lengths.filter(({ lines, max }) => lines > max);
  expect(files.length).toBeGreaterThan(1000);
  expect(
    tooLong.filter(({ file }) => !(file in EXCEPTIONS)).map(({ file, lines }) => `${file}: ${lines}`),
  ).toEqual([]);
  // What is short enough again is taken off the list.
  expect(Object.keys(EXCEPTIONS).filter((file) => !tooLong.some((long) => long.file === file))).toEqual([]);
});
