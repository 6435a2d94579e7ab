// Reads the body of a write or a call into a payload: JSON text for the database, and the keys it names.
// Values are not looked at: the database converts them by the types of their columns.
import { isJsonObject } from '#contracts/json-object.ts';
import { errors } from '../errors.ts';
import { parseCsv } from './parse-csv.ts';

export type ContentType = 'json' | 'csv' | 'form' | 'text' | 'bytes' | 'xml';

export interface RowsPayload {
  /** A JSON array of objects. */
  json: string;
  keys: string[];
  rowCount: number;
}

export type CallPayload =
  | { kind: 'json'; json: string; keys: string[] }
  | { kind: 'form'; args: [name: string, value: string][] }
  | { kind: 'raw'; type: 'text' | 'bytea' | 'xml'; value: string };

const contentTypes: Record<string, ContentType> = {
  'application/json': 'json',
  'application/vnd.pgrst.object+json': 'json',
  'application/vnd.pgrst.array+json': 'json',
  'application/geo+json': 'json',
  'text/csv': 'csv',
  'application/x-www-form-urlencoded': 'form',
  'text/plain': 'text',
  'application/octet-stream': 'bytes',
  'text/xml': 'xml',
};

export function parseContentType(header: string | null): ContentType {
  if (header === null || header === '') return 'json';
  const name = (header.split(';')[0] ?? '').trim().toLowerCase();
  const type = contentTypes[name];
  if (!type) throw errors.invalidBody(`Content-Type not acceptable: ${name}`);
  return type;
}

/** `hasColumns`: the caller names the columns, so objects need not have the same keys. */
export function parseRows(
  body: Uint8Array,
  type: ContentType,
  options: { hasColumns: boolean },
): RowsPayload {
  const text = new TextDecoder().decode(body);
  switch (type) {
    case 'json':
      return rowsOfJson(text, options.hasColumns);
    case 'csv': {
      const rows = parseCsv(text);
      return { json: JSON.stringify(rows), keys: Object.keys(rows[0] ?? {}), rowCount: rows.length };
    }
    case 'form': {
      const row = Object.fromEntries(new URLSearchParams(text));
      return { json: JSON.stringify([row]), keys: Object.keys(row), rowCount: 1 };
    }
    default:
      throw errors.invalidBody('Content-Type not acceptable: a table takes JSON, CSV or form fields');
  }
}

export function parseCall(body: Uint8Array, type: ContentType): CallPayload {
  if (type === 'bytes')
    return { kind: 'raw', type: 'bytea', value: `\\x${Buffer.from(body).toString('hex')}` };
  const text = new TextDecoder().decode(body);
  if (type === 'text' || type === 'xml') return { kind: 'raw', type, value: text };
  if (type === 'form') return { kind: 'form', args: [...new URLSearchParams(text)] };
  if (type === 'csv') {
    const rows = parseCsv(text);
    return { kind: 'json', json: JSON.stringify(rows), keys: Object.keys(rows[0] ?? {}) };
  }
  if (text.trim() === '') return { kind: 'json', json: '{}', keys: [] };
  const value = parseJson(text);
  return { kind: 'json', json: text, keys: isJsonObject(value) ? Object.keys(value) : [] };
}

function rowsOfJson(text: string, hasColumns: boolean): RowsPayload {
  const value = parseJson(text);
  if (isJsonObject(value)) return { json: `[${text}]`, keys: Object.keys(value), rowCount: 1 };
  if (!Array.isArray(value) || !value.every(isJsonObject))
    throw errors.invalidBody('All object keys must match');
  const [first = {}, ...others] = value;
  const keys = Object.keys(first);
  if (!hasColumns) {
    for (const other of others) {
      const own = Object.keys(other);
      if (own.length !== keys.length || !own.every((key) => Object.hasOwn(first, key))) {
        throw errors.invalidBody('All object keys must match');
      }
    }
  }
  return { json: text, keys, rowCount: value.length };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw errors.invalidBody('Empty or invalid json');
  }
}
