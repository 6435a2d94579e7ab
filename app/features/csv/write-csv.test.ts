import { expect, test } from 'vitest';
import { csvLine, writeCsv } from './write-csv.ts';

test('a CSV keeps commas, quotes, accents and numbers, and begins with the mark of its encoding', () => {
  expect(
    writeCsv([
      ['Class', 'Here'],
      ['Coro, "tarde"', 12],
    ]),
  ).toBe('\ufeffClass,Here\r\n"Coro, ""tarde""",12\r\n');
});

test.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1+cmd', `'+1+cmd`],
  ['-2+3', `'-2+3`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', `'＝1+1`],
  // Where semicolons part cells, the second half must not become a cell.
  ['a;=1+1', '"a;=1+1"'],
  ['a\t=1+1', '"a\t=1+1"'],
  ['+351 912 345 678', `'+351 912 345 678`],
  ['-9.50', '-9.50'],
  [-3, '-3'],
  ['1=1', '1=1'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
])('the cell %j is written as %s', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`);
});
