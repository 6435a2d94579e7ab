// Parses the bytes of a CSV file into rows. Detects encoding and separator, both of which can be overridden; supports
// quotes, all line endings and line breaks within quotes.

import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { t } from '#app/language/messages.ts';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

export interface ImportFile {
  name: string;
  bytes: Uint8Array;
}

interface TableRow {
  /** The line number in the file, as editors count. */
  line: number;
  cells: string[];
}

export interface ReadTable {
  header: string[];
  rows: TableRow[];
}

export class TableError extends Error {}

export const MAX_BYTES = 8 * 1024 * 1024;
const MAX_ROWS = 10_000;

const BYTE_ORDER_MARKS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

export function detectEncoding(bytes: Uint8Array): Encoding {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return marked[0];
  // Without a byte order mark: Latin letters in UTF-16 have a zero in every second byte.
  const sample = bytes.subarray(0, 2000);
  const zeros = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  if (zeros(1) > sample.length / 4) return 'utf-16le';
  if (zeros(0) > sample.length / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Without the byte order mark, which is not part of the first column's name. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF/, '');
}

/** The separator that splits the first lines most often and most evenly. */
export function detectSeparator(text: string): Separator {
  const declared = /^sep=([,;\t])\r?\n/i.exec(text)?.[1] as Separator | undefined;
  if (declared) return declared;
  const lines = unquoted(text.slice(0, 20_000))
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20);
  const score = (separator: Separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const first = counts[0] ?? 0;
    return first === 0 ? 0 : first + 100 * (counts.filter((count) => count === first).length / counts.length);
  };
  return SEPARATORS.reduce((best, next) => (score(next) > score(best) ? next : best));
}

function unquoted(text: string): string {
  return text.replace(/"(?:[^"]|"")*"/g, '');
}

export function parseTable(text: string, separator: Separator): ReadTable {
  const rows = parseRows(text.replace(/^sep=[,;\t]\r?\n/i, '\n'), separator).filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ''),
  );
  const [head, ...rest] = rows;
  if (!head) throw new TableError(t('dashboard.import.the_file_is_empty'));
  if (rest.length === 0) throw new TableError(t('dashboard.import.only_a_header_line'));
  if (rest.length > MAX_ROWS) {
    throw new TableError(t('dashboard.import.too_many_rows', { count: rest.length, max: MAX_ROWS }));
  }
  return { header: head.cells.map((cell) => cell.trim()), rows: rest };
}

function parseRows(text: string, separator: Separator): TableRow[] {
  const rows: TableRow[] = [];
  // The line below the last one that was read: a cell may hold line breaks.
  let startLine = 1;
  try {
    // csv-parse counts a line break of two characters within quotes as two lines.
    parse(text.replaceAll('\r\n', '\n'), {
      delimiter: separator,
      record_delimiter: ['\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      on_record: (cells: string[], { lines }) => {
        rows.push({ line: startLine, cells });
        startLine = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    throw new TableError(t('dashboard.import.quotation_mark_not_closed', { line: startLine }));
  }
  return rows;
}
