// Reads a CSV body (RFC 4180) into objects by its header line. The bare word NULL is null; quoted it is text.
import { CsvError, parse } from 'csv-parse/sync';
import { errors } from '../errors.ts';

export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...records] = readRecords(text);
  if (!header) throw errors.invalidBody('Empty or invalid csv');
  return records.map((cells) => {
    if (cells.length !== header.length) throw errors.invalidBody('All lines must have same number of fields');
    return Object.fromEntries(header.map((name, index) => [name, cells[index] ?? null]));
  });
}

function readRecords(text: string): (string | null)[][] {
  try {
    return parse(text, {
      cast: (cell, { quoting, records }) => (cell === 'NULL' && !quoting && records > 0 ? null : cell),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
    });
  } catch (error) {
    if (error instanceof CsvError) throw errors.invalidBody('Empty or invalid csv');
    throw error;
  }
}
