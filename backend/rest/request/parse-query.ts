// Sorts the parameters of a query string into what they ask for: shape, conditions, order, page, columns, arguments.
// Knows no tables: a name is only a name here.
import { errors, RestError } from '../errors.ts';
import { type LogicTree, parseLogicGroup, parseOperation } from './parse-filter.ts';
import { type OrderTerm, parseOrder } from './parse-order.ts';
import { parseSelect, type SelectItem } from './parse-select.ts';
import { type Field, Scanner } from './scanner.ts';

export interface Page {
  limit?: number;
  offset?: number;
}

/** Something said of the relation at a path of embedded names; the empty path is the requested relation. */
export interface AtPath<T> {
  path: string[];
  value: T;
}

export interface ParsedQuery {
  select: SelectItem[];
  hasSelect: boolean;
  conditions: AtPath<LogicTree>[];
  orders: AtPath<OrderTerm[]>[];
  pages: AtPath<Page>[];
  columns?: string[];
  onConflict?: string[];
  /** Arguments of a function that is called by GET. */
  args: [name: string, value: string][];
}

export function parseQuery(search: string, options: { isFunctionRead: boolean }): ParsedQuery {
  const query: ParsedQuery = {
    select: [{ kind: 'field', field: { name: '*', path: [] } }],
    hasSelect: false,
    conditions: [],
    orders: [],
    pages: [],
    args: [],
  };
  for (const [key, value] of new URLSearchParams(search)) {
    if (`${key}${value}`.includes('\0'))
      throw errors.parse('query', key.replaceAll('\0', ''), 1, 'unexpected zero byte');
    if (key === 'select') {
      query.select = parseSelect(value);
      query.hasSelect = true;
    } else if (key === 'columns') query.columns = parseNames(value, 'columns parameter');
    else if (key === 'on_conflict') query.onConflict = parseNames(value, 'on_conflict parameter');
    else readAtPath(query, key, value, options.isFunctionRead);
  }
  return query;
}

function readAtPath(query: ParsedQuery, key: string, value: string, isFunctionRead: boolean): void {
  const { path, last } = parseKey(key, isFunctionRead);
  if (last === undefined) {
    query.args.push([key, value]);
    return;
  }
  const word = last.path.length === 0 ? last.name : undefined;
  if (word === 'order') {
    if (value.trim() !== '') query.orders.push({ path, value: parseOrder(value) });
  } else if (word === 'limit' || word === 'offset') {
    query.pages.push({ path, value: { [word]: parseCount(value, word) } });
  } else if (word === 'and' || word === 'or') {
    const isNegated = path.at(-1) === 'not';
    const target = isNegated ? path.slice(0, -1) : path;
    query.conditions.push({ path: target, value: parseLogicGroup(value, word, isNegated) });
  } else {
    readCondition(query, { key, path, field: last, value, isFunctionRead });
  }
}

function readCondition(
  query: ParsedQuery,
  given: { key: string; path: string[]; field: Field; value: string; isFunctionRead: boolean },
): void {
  try {
    query.conditions.push({
      path: given.path,
      value: { kind: 'condition', field: given.field, ...parseOperation(given.value) },
    });
  } catch (error) {
    // A value without an operator is an argument of the function, not a condition on its result.
    if (!given.isFunctionRead || !(error instanceof RestError)) throw error;
    query.args.push([given.key, given.value]);
  }
}

/** `a.b.column->path` becomes the path a, b and the field. A key of no such form can only be an argument. */
function parseKey(key: string, isFunctionRead: boolean): { path: string[]; last?: Field } {
  const scanner = new Scanner(key, 'tree path');
  const names: string[] = [];
  try {
    do {
      names.push(scanner.name());
    } while (scanner.eat('.'));
    const path = scanner.jsonPath();
    if (!scanner.isAtEnd) throw scanner.fail('"." or end of input');
    return { path: names.slice(0, -1), last: { name: names.at(-1) ?? '', path } };
  } catch (error) {
    if (isFunctionRead && error instanceof RestError) return { path: [] };
    throw error;
  }
}

function parseCount(text: string, what: string): number {
  if (!/^-?\d+$/.test(text)) {
    throw errors.parse(`${what} parameter`, text, 1, 'expecting a whole number');
  }
  const count = Number(text);
  if (count < 0) {
    throw errors.invalidRange(
      what === 'limit'
        ? 'Limit should be greater than or equal to zero.'
        : 'Offset should be greater than or equal to zero.',
    );
  }
  return Math.min(count, Number.MAX_SAFE_INTEGER);
}

function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what);
  const names: string[] = [];
  do {
    while (scanner.eat(' '));
    names.push(scanner.name());
  } while (scanner.eat(','));
  if (!scanner.isAtEnd) throw scanner.fail('"," or end of input');
  return names;
}
