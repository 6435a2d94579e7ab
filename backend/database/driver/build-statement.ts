// Makes one text with numbered parameters of a statement and the parts inside it.
import { DriverError } from './driver-error.ts';
import type { Fragment, SqlPart } from './sql.ts';
import { inferType, typeId } from './value-types.ts';

export interface Statement {
  text: string;
  values: unknown[];
  /** The types the values are sent with; 0 leaves it to the server. */
  types: number[];
}

type Columns = Record<string, unknown>;

class Part implements SqlPart {
  readonly kind: SqlPart['kind'];
  readonly content: unknown;
  constructor(kind: SqlPart['kind'], content: unknown) {
    this.kind = kind;
    this.content = content;
  }
}

export function createPart(first: unknown): SqlPart {
  if (typeof first === 'string') return new Part('identifier', first);
  if (!Array.isArray(first)) return new Part('rows', [first]);
  const isOfRows = typeof first[0] === 'object' && first[0] !== null;
  return new Part(isOfRows ? 'rows' : 'list', first);
}

export function createJsonPart(value: unknown): SqlPart {
  return new Part('json', value);
}

export function buildStatement(
  { strings, values }: Fragment,
  isFragment: (value: unknown) => value is Fragment,
): Statement {
  const statement: Statement = { text: '', values: [], types: [] };
  append(strings, values);
  return statement;

  function append(texts: readonly string[], between: readonly unknown[]): void {
    statement.text += texts[0] ?? '';
    // A text of unsafe() has no places for its values: they are parameters by number.
    if (texts.length === 1) return;
    for (let index = 1; index < texts.length; index += 1) {
      appendValue(between[index - 1]);
      statement.text += texts[index];
    }
  }

  function appendValue(value: unknown): void {
    if (value instanceof Part) appendPart(value);
    else if (isFragment(value)) append(value.strings, value.values);
    else if (Array.isArray(value) && isFragment(value[0])) {
      for (const one of value) {
        statement.text += ' ';
        appendValue(one);
      }
    } else appendParameter(value, inferType(value));
  }

  function appendParameter(value: unknown, type: number): void {
    if (value === undefined) throw new DriverError('UNDEFINED_VALUE');
    statement.values.push(value);
    statement.types.push(type);
    statement.text += `$${statement.values.length}`;
  }

  function appendPart({ kind, content }: Part): void {
    if (kind === 'identifier') statement.text += quoteName(String(content));
    else if (kind === 'json') appendParameter(content, typeId.jsonb);
    else if (kind === 'list') appendList(content as unknown[]);
    else if (/\bset\s*$/i.test(statement.text)) appendAssignments((content as Columns[])[0] ?? {});
    else appendRows(content as Columns[]);
  }

  function appendList(list: readonly unknown[]): void {
    // An empty list is not allowed, and nothing is in a list of null.
    if (list.length === 0) statement.text += '(null)';
    else appendJoined('(', list, ')');
  }

  function appendJoined(before: string, list: readonly unknown[], after: string): void {
    statement.text += before;
    for (const [index, value] of list.entries()) {
      if (index > 0) statement.text += ',';
      appendValue(value);
    }
    statement.text += after;
  }

  function appendAssignments(columns: Columns): void {
    for (const [index, [name, value]] of Object.entries(columns).entries()) {
      statement.text += `${index > 0 ? ',' : ''}${quoteName(name)}=`;
      appendValue(value);
    }
  }

  function appendRows(rows: readonly Columns[]): void {
    const names = Object.keys(rows[0] ?? {});
    statement.text += `(${names.map(quoteName).join(',')})values`;
    for (const [index, row] of rows.entries()) {
      const list = names.map((name) => row[name]);
      appendJoined(index > 0 ? ',(' : '(', list, ')');
    }
  }
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`;
}
