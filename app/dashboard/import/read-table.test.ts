import { describe, expect, it } from 'vitest';
import { writeCsv } from '#app/features/csv/write-csv.ts';
import { guessMapping, mapRows, plainDate } from './import-kinds.ts';
import { decodeText, detectEncoding, detectSeparator, parseTable, TableError } from './read-table.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig = false) => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), !isBig);
  return bytes;
};
const read = (bytes: Uint8Array) => {
  const text = decodeText(bytes, detectEncoding(bytes));
  return parseTable(text, detectSeparator(text));
};

describe('[rule 12] files in all supported encodings', () => {
  const text = 'name;email\r\nInês Valadão;ines@example.com\r\nJürgen “J” Ö;j@example.com\r\n';
  const plain = 'name;email\r\nInês Valadão;ines@example.com\r\n';
  it.each([
    ['UTF-8', utf8(text)],
    ['UTF-8 with a byte order mark', utf8(`\uFEFF${text}`)],
    ['UTF-16, little-endian, with a byte order mark', utf16(`\uFEFF${text}`)],
    ['UTF-16, big-endian, with a byte order mark', utf16(`\uFEFF${text}`, true)],
    ['UTF-16 without a byte order mark', utf16(text)],
  ])('%s reads the same', (_name, bytes) => {
    const table = read(bytes);
    expect(table.header).toEqual(['name', 'email']);
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(['Inês Valadão', 'Jürgen “J” Ö']);
  });

  it('detects Windows-1252 by invalid UTF-8', () => {
    const bytes = Uint8Array.from([...plain].map((character) => character.charCodeAt(0)));
    expect(detectEncoding(bytes)).toBe('windows-1252');
    expect(read(bytes).rows[0]?.cells[0]).toBe('Inês Valadão');
  });

  it.each([',', ';', '\t'] as const)('columns parted by %j are found', (separator) => {
    const lines = [
      ['name', 'note'],
      ['Ana', '"one, two; three"'],
      ['Leo', 'x'],
    ].map((cells) => cells.join(separator));
    expect(detectSeparator(lines.join('\n'))).toBe(separator);
    expect(read(utf8(lines.join('\n'))).rows[0]?.cells).toEqual(['Ana', 'one, two; three']);
  });

  it('allows separators, quotes and line breaks within quotes, and counts lines as editors do', () => {
    const { rows } = parseTable('a,b\n"1\n2","say ""hi"""\r\n\r\n3,4\r5,6', ',');
    expect(rows).toEqual([
      { line: 2, cells: ['1\n2', 'say "hi"'] },
      { line: 5, cells: ['3', '4'] },
      { line: 6, cells: ['5', '6'] },
    ]);
  });

  it('reads quotes with spaces around them, and counts line breaks of two characters once', () => {
    const { rows } = parseTable('a, b\r\n1 , "x, y" \r\n"1\r\n2",say "hi"\r\n3,4\r\n', ',');
    expect(rows).toEqual([
      { line: 2, cells: ['1', 'x, y'] },
      { line: 3, cells: ['1\n2', 'say "hi"'] },
      { line: 5, cells: ['3', '4'] },
    ]);
    expect(() => parseTable('a\n1\n"open\n2\n', ',')).toThrow('line 3 is not closed');
  });

  it.each([
    ['', 'empty'],
    ['name\n', 'only a header line'],
    ['name\n"open', 'is not closed'],
    [`name\n${'x\n'.repeat(10_001)}`, 'Split it'],
  ])('rejects %j with a message', (text, message) => {
    expect(() => parseTable(text, ',')).toThrow(TableError);
    expect(() => parseTable(text, ',')).toThrow(message);
  });
});

describe('columns', () => {
  it('are recognised by the names other programs use, each once', () => {
    expect(guessMapping('people', ['E-Mail', 'Familie', 'Full name', 'Geburtsdatum', 'Shoe size'])).toEqual({
      name: 2,
      household: 1,
      email: 0,
      phone: -1,
      born_on: 3,
      note: -1,
    });
    expect(guessMapping('bookings', ['Title', 'Datum', 'Name', 'Mail'])).toMatchObject({
      class: 0,
      date: 1,
      name: 2,
      email: 3,
    });
  });

  it('become rows with ISO dates', () => {
    const rows = mapRows(
      'people',
      [{ line: 2, cells: [' Ana ', '31.1.2016'] }],
      { name: 0, born_on: 1 },
      'day first',
    );
    expect(rows).toEqual([{ line: 2, data: { name: 'Ana', born_on: '2016-01-31' } }]);
    expect(plainDate('1/31/2016', 'month first')).toBe('2016-01-31');
    expect(plainDate('2016/1/31', 'day first')).toBe('2016-1-31');
    expect(plainDate('last spring', 'day first')).toBe('last spring');
  });
});

describe('a written CSV file', () => {
  it('contains no formulas and reads back unchanged', () => {
    const text = writeCsv([
      ['line', 'words'],
      [2, '=HYPERLINK("x")'],
      [3, 'one, "two"'],
    ]);
    expect(parseTable(text.slice(1), ',').rows.map(({ cells }) => cells[1])).toEqual([
      '\'=HYPERLINK("x")',
      'one, "two"',
    ]);
  });
});
