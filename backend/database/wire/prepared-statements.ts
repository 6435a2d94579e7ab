// The statements that one connection has prepared: which to prepare, and which to close when there are too many.
import type { MessageWriter } from './message-writer.ts';

export interface WireStatement {
  text: string;
  values: (string | null)[];
  /** Statements with a key stay prepared under it; without one nothing stays prepared. */
  key?: string;
}

export interface PreparedStatement {
  key: string;
  name: string;
  characters: number;
}

export interface PreparedStatements {
  /** Writes the messages of a statement. Gives what the server will parse: undefined for an unprepared statement. */
  write(writer: MessageWriter, statement: WireStatement): (PreparedStatement | undefined)[];
  /** The server has parsed it. */
  add(statement: PreparedStatement | undefined): void;
}

// Each prepared statement holds a plan in the server's memory, on every connection, and long statements hold more.
const maxPreparedStatements = 300;
const maxPreparedCharacters = 150_000;
const maxStatementCharacters = 8_000;

export function createPreparedStatements(): PreparedStatements {
  const byKey = new Map<string, PreparedStatement>();
  let characters = 0;
  let nextName = 1;

  function evict(writer: MessageWriter, needed: number): void {
    for (const [key, one] of byKey) {
      if (byKey.size < maxPreparedStatements && characters + needed <= maxPreparedCharacters) return;
      byKey.delete(key);
      characters -= one.characters;
      writer.closeStatement(one.name);
    }
  }

  function parse(writer: MessageWriter, { key, text }: WireStatement) {
    if (key === undefined || text.length > maxStatementCharacters) {
      writer.parse('', text);
      return { name: '', parsing: [undefined] };
    }
    const known = byKey.get(key);
    if (known !== undefined) {
      // The least recently used is evicted first.
      byKey.delete(key);
      byKey.set(key, known);
      return { name: known.name, parsing: [] };
    }
    const name = `s${nextName}`;
    nextName += 1;
    evict(writer, text.length);
    writer.parse(name, text);
    return { name, parsing: [{ key, name, characters: text.length }] };
  }

  return {
    write(writer, statement) {
      const { name, parsing } = parse(writer, statement);
      writer.bind(name, statement.values);
      writer.execute();
      return parsing;
    },
    add(statement) {
      if (!statement) return;
      byKey.set(statement.key, statement);
      characters += statement.characters;
    },
  };
}
