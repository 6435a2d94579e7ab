import { describe, expect, it } from 'vitest';
import { failuresOfPlaywright, failuresOfVitest } from './test-failures.mjs';

describe('what failed, at the end of the log', () => {
  it('names file, test and the first lines of the reason, without colours', () => {
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'stands' },
            {
              status: 'failed',
              fullName: 'falls',
              failureMessages: ['\u001b[31mnot 2\u001b[39m\n\n  at a.test.ts:3'],
            },
          ],
        },
      ],
    };
    expect(failuresOfVitest(report)).toEqual(['a.test.ts › falls\n    not 2\n      at a.test.ts:3']);
  });

  it('names a file that could not be loaded', () => {
    const report = {
      testResults: [{ name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }],
    };
    expect(failuresOfVitest(report)).toEqual(['b.test.ts\n    no such module']);
  });

  it('names browser tests of any depth that failed at every try, and no flaky ones', () => {
    const test = (status: string) => [
      { status, results: [{ error: { message: 'first' } }, { error: { message: 'gone' } }] },
    ];
    const specs = [
      { file: 'c.spec.ts', title: 'a door', tests: test('unexpected') },
      { file: 'c.spec.ts', title: 'a window', tests: test('flaky') },
    ];
    expect(failuresOfPlaywright({ suites: [{ specs: [], suites: [{ specs }] }] })).toEqual([
      'c.spec.ts › a door\n    gone',
    ]);
  });
});
