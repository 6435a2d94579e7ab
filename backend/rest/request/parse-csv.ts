// Reads a CSV body (RFC 4180) into objects by its header line. The bare word NULL is null; quoted it is text.
import { errors } from '../errors.ts';

export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...records] = splitRecords(text);
  if (!header) throw errors.invalidBody('Empty or invalid csv');
  const names = header.map((cell) => cell.text);
  return records.map((cells) => {
    if (cells.length !== names.length) throw errors.invalidBody('All lines must have same number of fields');
    return Object.fromEntries(
      names.map((name, index) => {
        const cell = cells[index];
        return [name, cell && (cell.isQuoted || cell.text !== 'NULL') ? cell.text : null];
      }),
    );
  });
}

interface Cell {
  text: string;
  isQuoted: boolean;
}

function splitRecords(text: string): Cell[][] {
  const records: Cell[][] = [];
  let record: Cell[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = readCell(text, at);
    record.push(cell);
    const separator = text[end];
    at = end + 1;
    if (separator === ',') {
      if (at >= text.length) record.push({ text: '', isQuoted: false });
      continue;
    }
    if (separator === '\r' && text[at] === '\n') at += 1;
    records.push(record);
    record = [];
  }
  if (record.length > 0) records.push(record);
  return records;
}

function readCell(text: string, start: number): { cell: Cell; end: number } {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { cell: { text: text.slice(start, end), isQuoted: false }, end };
  }
  let value = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw errors.invalidBody('Empty or invalid csv');
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { cell: { text: value, isQuoted: true }, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}
