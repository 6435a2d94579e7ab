import { expect, it } from 'vitest';
import { readTestArguments } from './test-arguments.mjs';

it.each([
  [[], { stages: [], retries: '2', isFlakyFailed: false, passedOn: [], env: {} }],
  [['--retry', '0'], { stages: [], retries: '0', isFlakyFailed: true, passedOn: [], env: {} }],
  [
    ['unit', 'a.test.ts', '-t', 'name'],
    { stages: ['unit'], retries: '0', isFlakyFailed: false, passedOn: ['a.test.ts', '-t', 'name'], env: {} },
  ],
  [
    ['site', '--retry', '2', 'x.spec.ts'],
    { stages: ['site'], retries: '2', isFlakyFailed: true, passedOn: ['x.spec.ts'], env: {} },
  ],
  [['changed'], { stages: [], retries: '0', isFlakyFailed: true, passedOn: [], env: {}, isChanged: true }],
  [
    ['every-page'],
    {
      stages: ['site'],
      retries: '0',
      isFlakyFailed: true,
      passedOn: [
        'accessibility.spec.ts',
        'account-data-window.spec.ts',
        'all-languages.spec.ts',
        'connection-files.spec.ts',
      ],
      env: { EVERY_PAGE: '1' },
    },
  ],
])('reads %j', (given, expected) => {
  expect(readTestArguments(given)).toEqual(expected);
});

it.each([
  [['--help'], 0, /npm test -- STAGE/],
  [['unit', '-h'], 0, /--retry N/],
  [['unit', '--retry'], 1, /takes a number/],
  [['unit', '--retry', 'often'], 1, /takes a number/],
  [['--bail'], 1, /Name the stage that "--bail" belongs to/],
])('answers %j at once', (given, code, text) => {
  const { exit } = readTestArguments(given);
  expect(exit).toEqual({ code, text: expect.stringMatching(text) });
});
