import { expect, it } from 'vitest';
import { choose, isNamed, listWholeTests, TESTS_OF_FOLDERS } from './changed-tests.mjs';

const tests = listWholeTests();
const journeys = tests.filter((test) => test.startsWith('e2e/site/'));
const words = [...new Set(Object.values(TESTS_OF_FOLDERS).flat())];

it('names only tests that exist', () => {
  expect(words.filter((word) => !tests.some((test) => isNamed(test, word)))).toEqual([]);
});

it('runs each journey for the folders it is about, not only when all run', () => {
  const named = words.filter((word) => word !== '');
  expect(journeys.filter((test) => !named.some((word) => isNamed(test, word)))).toEqual([]);
});

it.each([
  ['docs/radio.md', { pages: false, process: [], site: [] }],
  ['app/shell/intro/intro.tsx', { pages: true, process: [], site: ['e2e/site/intro.spec.ts'] }],
  ['e2e/site/kit.spec.ts', { pages: false, process: [], site: ['e2e/site/kit.spec.ts'] }],
  ['e2e/start/starts.test.ts', { pages: false, process: ['e2e/start/starts.test.ts'], site: [] }],
  [
    'server/backup/restore.ts',
    {
      pages: true,
      process: ['e2e/start/killed-restore.test.ts'],
      site: ['e2e/site/account-import-and-backup.spec.ts'],
    },
  ],
])('chooses the tests of %s', (file, expected) => {
  expect(choose([file], tests)).toEqual(expected);
});

it.each(['app/root.tsx', 'e2e/site/visitor.ts', 'package-lock.json'])(
  'chooses every journey for %s',
  (file) => {
    expect(choose([file], tests).site).toEqual(journeys);
  },
);
