// How values are written for PostgreSQL and read from it, by the number of their type in pg_type. Whole numbers of 8 bytes and
// decimals stay text, because a number would lose digits.
import { readArray, writeArray } from './array-text.ts';
import { DriverError } from './driver-error.ts';

export const typeId = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  jsonb: 3802,
} as const;

export type ParseValue = (text: string) => unknown;

/** What is known of one database's types. */
export interface ValueTypes {
  /** Undefined where the text is the value. */
  parserOf(type: number): ParseValue | undefined;
  write(value: unknown, type: number): string;
  /** Types of arrays, with the type of their elements. */
  addArrays(arrays: Iterable<readonly [array: number, element: number]>): void;
}

/** The type that a value is sent with; 0 leaves it to the server. */
export function inferType(value: unknown): number {
  if (value instanceof Date) return typeId.timestamptz;
  if (value instanceof Uint8Array) return typeId.bytea;
  if (typeof value === 'boolean') return typeId.bool;
  if (typeof value === 'bigint') return typeId.int8;
  return 0;
}

const parseNumber: ParseValue = (text) => Number(text);
const parseDate: ParseValue = (text) => new Date(text);
const parseJson: ParseValue = (text) => JSON.parse(text);

const plainParsers: readonly [number, ParseValue][] = [
  [typeId.int2, parseNumber],
  [typeId.int4, parseNumber],
  [typeId.oid, parseNumber],
  [typeId.float4, parseNumber],
  [typeId.float8, parseNumber],
  [typeId.bool, (text) => text === 't'],
  [typeId.json, parseJson],
  [typeId.jsonb, parseJson],
  [typeId.date, parseDate],
  [typeId.timestamp, parseDate],
  [typeId.timestamptz, parseDate],
  [typeId.bytea, (text) => Buffer.from(text.slice(2), 'hex')],
];

export function createValueTypes(): ValueTypes {
  const parsers = new Map<number, ParseValue>(plainParsers);
  const elements = new Map<number, number>();

  function write(value: unknown, type: number): string {
    if (isJson(type)) return JSON.stringify(value);
    if (Array.isArray(value)) {
      const element = elements.get(type) ?? 0;
      return writeArray(value, (one) => write(one, element));
    }
    return writeScalar(value, type);
  }

  return {
    parserOf: (type) => parsers.get(type),
    write,
    addArrays(arrays) {
      for (const [array, element] of arrays) {
        if (parsers.has(array)) continue;
        elements.set(array, element);
        const parse = parsers.get(element) ?? ((text: string) => text);
        parsers.set(array, (text) => readArray(text, parse));
      }
    },
  };
}

const isJson = (type: number) => type === typeId.json || type === typeId.jsonb;

function writeScalar(value: unknown, type: number): string {
  if (value === undefined) throw new DriverError('UNDEFINED_VALUE');
  switch (type) {
    case typeId.bool:
      return String(value);
    case typeId.bytea:
      return `\\x${Buffer.from(value as Uint8Array | string).toString('hex')}`;
  }
  // What is no date is PostgreSQL's to reject, with a code that says so: toISOString() would throw a fault of ours.
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return String(value);
}
