// Reads `order=`: columns, JSON paths and columns of to-one relations, each with direction and place of nulls.
import { type Field, Scanner } from './scanner.ts';

export interface OrderTerm {
  /** The embedded relation whose column orders the rows: `order=author(name)`. */
  relation?: string;
  field: Field;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
}

export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    terms.push(parseTerm(scanner));
  } while (scanner.eat(','));
  if (!scanner.isAtEnd) throw scanner.fail('"," or end of input');
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  while (scanner.eat(' '));
  const term = parseTarget(scanner);
  if (scanner.startsWith('.asc')) {
    scanner.expect('.asc');
    term.direction = 'asc';
  } else if (scanner.eat('.desc')) {
    term.direction = 'desc';
  }
  if (scanner.eat('.nullsfirst')) term.nulls = 'first';
  else if (scanner.eat('.nullslast')) term.nulls = 'last';
  if (!scanner.isAtEnd && scanner.peek() !== ',') {
    throw scanner.fail('"asc", "desc", "nullsfirst", "nullslast", "," or end of input');
  }
  return term;
}

function parseTarget(scanner: Scanner): OrderTerm {
  const name = scanner.name();
  if (scanner.eat('(')) {
    const field = { name: scanner.name(), path: scanner.jsonPath() };
    scanner.expect(')');
    return { relation: name, field };
  }
  return { field: { name, path: scanner.jsonPath() } };
}
