import { describe, expect, it } from 'vitest';
import { formatFailure, formatTimes, isFailure, isFlaky, rowsOfPlaywright } from './test-report.mjs';

const spec = (file: string, title: string, status: string) => ({
  file,
  title,
  tests: [{ status, results: [{ duration: 20, error: { message: 'gone' } }, { duration: 10 }] }],
});

describe('the report at the end of the tests', () => {
  it('has a row for every browser test, however deep it stands, with the time of all its tries', () => {
    const report = {
      suites: [
        {
          specs: [spec('c.spec.ts', 'a', 'unexpected')],
          suites: [{ specs: [spec('c.spec.ts', 'b', 'flaky')] }],
        },
      ],
    };
    const row = { file: 'c.spec.ts', durationMs: 30, message: 'gone' };
    expect(rowsOfPlaywright(report)).toEqual([
      { ...row, title: 'a', status: 'failed' },
      { ...row, title: 'b', status: 'flaky' },
    ]);
  });

  it.each([
    ['passed', false, false],
    ['skipped', false, false],
    ['failed', true, false],
    ['flaky', false, true],
  ])('tells whether a test that is %s failed (%s) or passed only later (%s)', (status, failed, flaky) => {
    const row = { file: '', title: '', status, durationMs: 0, message: '' };
    expect([isFailure(row), isFlaky(row)]).toEqual([failed, flaky]);
  });

  it('names file, test and the first lines of the reason, without colours', () => {
    const row = { file: 'a.test.ts', title: 'falls', durationMs: 1 };
    const message = '\u001b[31mnot 2\u001b[39m\n\n  at a.test.ts:3';
    expect(formatFailure({ ...row, status: 'failed', message })).toBe(
      'a.test.ts › falls\n    not 2\n      at a.test.ts:3',
    );
    expect(formatFailure({ ...row, title: '', status: 'failed', message: 'no such module' })).toBe(
      'a.test.ts\n    no such module',
    );
    expect(formatFailure({ ...row, status: 'flaky', message: '' })).toContain('tried again');
  });

  it('shows the stages with their share, and the slowest files and tests first', () => {
    const times = formatTimes(
      [
        { name: 'packages', tests: 0, durationMs: 1000 },
        { name: 'unit', tests: 3, durationMs: 9000 },
      ],
      [
        ['a.test.ts', 'one', 500],
        ['b.test.ts', 'two', 800],
        ['a.test.ts', 'three', 700],
      ].map(([file, title, durationMs]) => ({
        file,
        title,
        durationMs,
        status: 'passed',
        message: '',
      })) as never,
    );
    expect(times).toBe(
      [
        'stage     tests  seconds  share',
        'packages             1.0   10 %',
        'unit          3      9.0   90 %',
        '',
        'slowest files  seconds',
        'a.test.ts          1.2',
        'b.test.ts          0.8',
        '',
        'slowest tests      seconds',
        'b.test.ts › two        0.8',
        'a.test.ts › three      0.7',
        'a.test.ts › one        0.5',
      ].join('\n'),
    );
  });
});
