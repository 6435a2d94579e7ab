// Reads `select=`: columns with aliases, casts, JSON paths and aggregates; embedded and spread relations.
import { type Field, Scanner } from './scanner.ts';

const aggregateFunctions = ['sum', 'avg', 'count', 'max', 'min'] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

export interface FieldSelect {
  kind: 'field';
  field: Field;
  alias?: string;
  cast?: string;
  aggregate?: { name: AggregateFunction; cast?: string };
}

export interface RelationSelect {
  kind: 'relation' | 'spread';
  name: string;
  alias?: string;
  hint?: string;
  join?: 'inner' | 'left';
  children: SelectItem[];
}

export type SelectItem = FieldSelect | RelationSelect;

const maxDepth = 40;

export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner(text, 'select parameter');
  if (text.trim() === '') return [];
  const items = parseItems(scanner, 0);
  if (!scanner.isAtEnd) throw scanner.fail('"," or end of input');
  return items;
}

function parseItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > maxDepth) throw scanner.fail('fewer nested relations');
  const items: SelectItem[] = [];
  do {
    items.push(parseItem(scanner, depth));
  } while (scanner.eat(','));
  return items;
}

function parseItem(scanner: Scanner, depth: number): SelectItem {
  skipSpaces(scanner);
  if (scanner.eat('...')) return parseRelation(scanner, 'spread', scanner.name(), undefined, depth);
  if (scanner.startsWith('count()')) return parseField(scanner, { name: '*', path: [] }, undefined);
  const alias = parseAlias(scanner);
  if (alias !== undefined) skipSpaces(scanner);
  if (scanner.startsWith('count()')) return parseField(scanner, { name: '*', path: [] }, alias);
  if (scanner.peek() === '*') {
    const field = parseField(scanner, scanner.field(), alias);
    return field;
  }
  const name = scanner.name();
  if (scanner.peek() === '!' || scanner.peek() === '(')
    return parseRelation(scanner, 'relation', name, alias, depth);
  return parseField(scanner, { name, path: scanner.jsonPath() }, alias);
}

/** `alias:` in front of a column or relation; a `::` after a name is a cast instead. */
function parseAlias(scanner: Scanner): string | undefined {
  const start = scanner.at;
  if (scanner.peek() === '*') return undefined;
  const name = scanner.name();
  if (scanner.peek() === ':' && !scanner.startsWith('::')) {
    scanner.expect(':');
    return name;
  }
  scanner.at = start;
  return undefined;
}

function parseField(scanner: Scanner, field: Field, alias: string | undefined): FieldSelect {
  const select: FieldSelect = { kind: 'field', field, alias };
  if (scanner.startsWith('count()')) {
    scanner.expect('count()');
    select.aggregate = { name: 'count' };
  } else {
    select.cast = parseCast(scanner);
    if (scanner.eat('.')) {
      const name = aggregateFunctions.find((candidate) => scanner.eat(`${candidate}()`));
      if (!name) throw scanner.fail('"sum()", "avg()", "count()", "max()" or "min()"');
      select.aggregate = { name };
    }
  }
  if (select.aggregate) select.aggregate.cast = parseCast(scanner);
  if (!scanner.isAtEnd && !',)'.includes(scanner.peek())) throw scanner.fail('",", ")" or end of input');
  skipSpaces(scanner);
  return select;
}

function parseCast(scanner: Scanner): string | undefined {
  if (!scanner.eat('::')) return undefined;
  const start = scanner.at;
  const name = scanner.name('cast type');
  if (scanner.eat('[]')) return `${name}[]`;
  if (scanner.at === start) throw scanner.fail('cast type');
  return name;
}

function parseRelation(
  scanner: Scanner,
  kind: RelationSelect['kind'],
  name: string,
  alias: string | undefined,
  depth: number,
): RelationSelect {
  const select: RelationSelect = { kind, name, alias, children: [] };
  for (let modifiers = 0; modifiers < 2 && scanner.eat('!'); modifiers += 1) {
    const word = scanner.name('join type or relationship hint');
    if (word === 'inner' || word === 'left') select.join = word;
    else select.hint = word;
  }
  scanner.expect('(');
  skipSpaces(scanner);
  if (!scanner.eat(')')) {
    select.children = parseItems(scanner, depth + 1);
    scanner.expect(')');
  }
  skipSpaces(scanner);
  return select;
}

function skipSpaces(scanner: Scanner): void {
  while (scanner.eat(' '));
}
