import { expect, it } from 'vitest';
import { writeCsv } from './write-csv.ts';

it('a CSV keeps commas, quotes, accents and numbers, and disarms formulas', () => {
  expect(
    writeCsv(
      ['Class', 'Here'],
      [
        ['Coro, "tarde"', 12],
        ['=HYPERLINK("x")', -3],
      ],
    ),
  ).toBe('\ufeffClass,Here\r\n"Coro, ""tarde""",12\r\n"\'=HYPERLINK(""x"")",-3\r\n');
});
