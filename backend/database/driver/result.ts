// Collects the rows of one statement as the server sends them.
import type { Column } from './sql.ts';
import type { ParseValue, ValueTypes } from './value-types.ts';

/** An array of rows that also knows what the statement did; its own methods give plain arrays. */
export class Result extends Array<unknown> {
  declare command: string | null;
  declare count: number | null;
  declare columns: readonly Column[];

  constructor() {
    super();
    // Not among the elements that are compared or printed.
    Object.defineProperties(this, {
      command: { value: null, writable: true },
      count: { value: null, writable: true },
      columns: { value: [], writable: true },
    });
  }

  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
}

export interface ReadColumn extends Column {
  parse: ParseValue | undefined;
}

/** The body of a RowDescription. */
export function readColumns(body: Buffer, types: ValueTypes): ReadColumn[] {
  const columns: ReadColumn[] = new Array(body.readUInt16BE(0));
  let at = 2;
  for (let index = 0; index < columns.length; index += 1) {
    const end = body.indexOf(0, at);
    const type = body.readUInt32BE(end + 7);
    columns[index] = { name: body.toString('utf8', at, end), type, parse: types.parserOf(type) };
    at = end + 19;
  }
  return columns;
}

/** The body of a ParameterDescription. */
export function readParameterTypes(body: Buffer): number[] {
  return Array.from({ length: body.readUInt16BE(0) }, (_, index) => body.readUInt32BE(2 + 4 * index));
}

/** The body of a DataRow. */
export function readObject(body: Buffer, columns: readonly ReadColumn[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = 2;
  for (const { name, parse } of columns) {
    const length = body.readInt32BE(at);
    at += 4;
    if (length < 0) {
      row[name] = null;
      continue;
    }
    const text = body.toString('utf8', at, at + length);
    row[name] = parse ? parse(text) : text;
    at += length;
  }
  return row;
}

/** The body of a CommandComplete: INSERT 0 5, SELECT 5, CREATE TABLE. */
export function readCommand(body: Buffer): { command: string; count: number | null } {
  const [, command = '', count] = /^(.*?)(?: \d+)*?(?: (\d+))?\0?$/.exec(body.toString('utf8')) ?? [];
  return { command, count: count === undefined ? null : Number(count) };
}

/** The body of a NotificationResponse. */
export function readNotification(body: Buffer): { channel: string; payload: string } {
  const end = body.indexOf(0, 4);
  return { channel: body.toString('utf8', 4, end), payload: body.toString('utf8', end + 1, body.length - 1) };
}
