// Reads conditions: `col=op.value`, and the logic trees of `and=(...)` and `or=(...)`.
// Values stay text: what they mean is the database's to say.
import { type Field, Scanner } from './scanner.ts';

export type SimpleOperator = 'neq' | 'cs' | 'cd' | 'ov' | 'sl' | 'sr' | 'nxr' | 'nxl' | 'adj' | 'isdistinct';
export type QuantifiedOperator = 'eq' | 'gte' | 'gt' | 'lte' | 'lt' | 'like' | 'ilike' | 'match' | 'imatch';
export type SearchOperator = 'fts' | 'plfts' | 'phfts' | 'wfts';
type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Operation =
  | { kind: 'simple'; operator: SimpleOperator; value: string }
  | { kind: 'quantified'; operator: QuantifiedOperator; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'search'; operator: SearchOperator; config?: string; value: string };

interface Condition {
  kind: 'condition';
  field: Field;
  isNegated: boolean;
  operation: Operation;
}

export interface LogicGroup {
  kind: 'group';
  operator: 'and' | 'or';
  isNegated: boolean;
  children: LogicTree[];
}

export type LogicTree = Condition | LogicGroup;

const simpleOperators = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'isdistinct'] as const;
const quantifiedOperators = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'] as const;
const searchOperators = ['fts', 'plfts', 'phfts', 'wfts'] as const;
const isValues = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
const maxDepth = 100;

/** The value of `col=...`: an optional `not.`, the operator, and all the rest as its value. */
export function parseOperation(text: string): { isNegated: boolean; operation: Operation } {
  const scanner = new Scanner(text, 'filter');
  const isNegated = scanner.eat('not.');
  return { isNegated, operation: operation(scanner, () => scanner.rest()) };
}

/** The value of `and=` or `or=`: a parenthesised list of conditions and further groups. */
export function parseLogicGroup(text: string, operator: 'and' | 'or', isNegated: boolean): LogicGroup {
  const scanner = new Scanner(text, 'logic tree');
  const children = groupMembers(scanner, 0);
  if (!scanner.isAtEnd) throw scanner.fail('end of input');
  return { kind: 'group', operator, isNegated, children };
}

function groupMembers(scanner: Scanner, depth: number): LogicTree[] {
  if (depth > maxDepth) throw scanner.fail('fewer nested groups');
  scanner.expect('(');
  const members: LogicTree[] = [];
  do {
    skipSpaces(scanner);
    members.push(member(scanner, depth));
    skipSpaces(scanner);
  } while (scanner.eat(','));
  scanner.expect(')');
  return members;
}

function member(scanner: Scanner, depth: number): LogicTree {
  for (const operator of ['and', 'or'] as const) {
    for (const isNegated of [false, true]) {
      const prefix = isNegated ? `not.${operator}` : operator;
      if (scanner.startsWith(`${prefix}(`)) {
        scanner.expect(prefix);
        return { kind: 'group', operator, isNegated, children: groupMembers(scanner, depth + 1) };
      }
    }
  }
  const field = scanner.field();
  scanner.expect('.');
  const isNegated = scanner.eat('not.');
  return { kind: 'condition', field, isNegated, operation: operation(scanner, () => logicValue(scanner)) };
}

function operation(scanner: Scanner, takeValue: () => string): Operation {
  const start = scanner.at;
  const operator = scanner.takeUntil('.(');
  const known = (list: readonly string[]) => list.includes(operator);
  if (operator === 'in') {
    scanner.expect('.');
    return { kind: 'in', values: listValues(scanner) };
  }
  if (operator === 'is') {
    scanner.expect('.');
    return { kind: 'is', value: isValue(scanner) };
  }
  if (known(simpleOperators)) {
    scanner.expect('.');
    return { kind: 'simple', operator: operator as SimpleOperator, value: takeValue() };
  }
  if (known(quantifiedOperators)) {
    const quantifier = scanner.eat('(any)') ? 'any' : scanner.eat('(all)') ? 'all' : undefined;
    scanner.expect('.');
    return { kind: 'quantified', operator: operator as QuantifiedOperator, quantifier, value: takeValue() };
  }
  if (known(searchOperators)) {
    let config: string | undefined;
    if (scanner.eat('(')) {
      config = scanner.takeUntil(')');
      scanner.expect(')');
    }
    scanner.expect('.');
    return { kind: 'search', operator: operator as SearchOperator, config, value: takeValue() };
  }
  scanner.at = start;
  throw scanner.fail('operator (eq, gt, ...)');
}

function isValue(scanner: Scanner): IsValue {
  const start = scanner.at;
  const word = scanner.takeUntil(',)').trim().toLowerCase();
  const value = isValues.find((candidate) => candidate === word);
  if (value) return value;
  scanner.at = start;
  throw scanner.fail('null, not_null, true, false or unknown');
}

function listValues(scanner: Scanner): string[] {
  scanner.expect('(');
  const values: string[] = [];
  do {
    values.push(quotedUpTo(scanner, ',)') ?? scanner.takeUntil(',)'));
  } while (scanner.eat(','));
  scanner.expect(')');
  return values.length === 1 && values[0] === '' ? [] : values;
}

function logicValue(scanner: Scanner): string {
  const quoted = quotedUpTo(scanner, ',)');
  if (quoted !== undefined) return quoted;
  const array = /^\{[^{}]*\}/.exec(scanner.text.slice(scanner.at));
  if (array) {
    scanner.at += array[0].length;
    return array[0];
  }
  return scanner.takeUntil(',)');
}

/** A quoted value only counts as one when nothing but a separator follows it. */
function quotedUpTo(scanner: Scanner, separators: string): string | undefined {
  const start = scanner.at;
  const value = scanner.quoted();
  if (value !== undefined && (scanner.isAtEnd || separators.includes(scanner.peek()))) return value;
  scanner.at = start;
  return undefined;
}

function skipSpaces(scanner: Scanner): void {
  while (scanner.eat(' '));
}
