// The statements that one connection has prepared, with the types of their parameters and columns.
import type { ReadColumn } from './result.ts';

interface PreparedStatement {
  readonly name: string;
  readonly types: readonly number[];
  readonly columns: readonly ReadColumn[];
}

export interface StatementCache {
  find(key: string): PreparedStatement | undefined;
  /** A name for a new statement; undefined where it should not stay prepared. */
  nameFor(text: string): string | undefined;
  add(key: string, statement: PreparedStatement): void;
  remove(key: string): void;
  /** The names of statements that the server can forget, once. */
  takeClosed(): string[];
}

// Each prepared statement holds a plan in the server's memory, on every connection, and long statements hold more.
const MAX_STATEMENTS = 300;
const MAX_CHARACTERS = 150_000;
const MAX_STATEMENT_CHARACTERS = 8_000;

export function createStatementCache({ isOn }: { isOn: boolean }): StatementCache {
  const byKey = new Map<string, PreparedStatement>();
  let closed: string[] = [];
  let characters = 0;
  let nextNumber = 1;

  function remove(key: string): void {
    const known = byKey.get(key);
    if (!known) return;
    byKey.delete(key);
    characters -= key.length;
    closed.push(known.name);
  }

  return {
    find(key) {
      const known = byKey.get(key);
      if (!known) return undefined;
      // The least recently used is removed first.
      byKey.delete(key);
      byKey.set(key, known);
      return known;
    },
    nameFor(text) {
      if (!isOn || text.length > MAX_STATEMENT_CHARACTERS) return undefined;
      nextNumber += 1;
      return `d${nextNumber}`;
    },
    add(key, statement) {
      byKey.set(key, statement);
      characters += key.length;
      for (const oldest of byKey.keys()) {
        if (byKey.size <= MAX_STATEMENTS && characters <= MAX_CHARACTERS) return;
        remove(oldest);
      }
    },
    remove,
    takeClosed() {
      const names = closed;
      closed = [];
      return names;
    },
  };
}
