// Runs one statement in one transaction as the caller: role, claims and request settings are set, the statement runs,
// the transaction ends. All of it leaves in one write and is answered in one round trip.
// Knows nothing of what the statement means.
import postgres from 'postgres';
import type { Caller } from '#contracts/caller.ts';

export interface CallerStatement {
  text: string;
  values: (string | null)[];
}

export interface CallerTransaction {
  caller: Caller;
  /** Settings of the transaction beside role and claims, by name. */
  settings: Record<string, string>;
  isReadOnly: boolean;
  statement: CallerStatement;
  /** Looks at the row before the transaction ends; `false` undoes it. Costs a second round trip. */
  mayCommit?: (row: RawRow) => boolean;
}

/** The columns of the statement's only row, as PostgreSQL sent them. */
export type RawRow = (Uint8Array | null)[];

export interface CallerPool {
  sql: postgres.Sql;
  run(transaction: CallerTransaction): Promise<RawRow>;
  close(): Promise<void>;
}

// Statements are kept prepared on each connection until this many texts are known; a caller that invents ever new
// shapes must not fill the server's memory.
const preparedTexts = 1_000;

const asText = { serialize: (value: unknown) => value, parse: (value: unknown) => value };

export function openCallerPool(databaseUrl: string, options: { maxConnections: number }): CallerPool {
  const sql = postgres(databaseUrl, {
    max: options.maxConnections,
    fetch_types: false,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { application_name: 'onda rest' },
    // Parameters are already the text PostgreSQL reads; the driver's own conversions would change "true" or a date.
    types: {
      json: { to: 114, from: [114, 3802], ...asText },
      jsonb: { to: 3802, from: [3802], ...asText },
      boolean: { to: 16, from: [16], ...asText },
      date: { to: 1184, from: [1082, 1114, 1184], ...asText },
      bytea: { to: 17, from: [17], ...asText },
    },
  });
  const seen = new Set<string>();

  function isPrepared(text: string): boolean {
    if (seen.has(text)) return true;
    if (seen.size >= preparedTexts) return false;
    seen.add(text);
    return true;
  }

  async function run(transaction: CallerTransaction): Promise<RawRow> {
    const { caller, statement, mayCommit } = transaction;
    const settings = { ...transaction.settings, role: caller.role };
    const names = Object.keys(settings);
    const settingsText = `select ${names.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`).join(', ')}`;
    const connection = await sql.reserve();
    let isConnectionLost = false;
    const send = <T>(query: Promise<T>): Promise<T> => {
      query.catch((error) => {
        if (isLost(error)) isConnectionLost = true;
      });
      return query;
    };
    const end = (word: 'commit' | 'rollback') => send(connection.unsafe(word));
    try {
      send(connection.unsafe(transaction.isReadOnly ? 'begin read only' : 'begin'));
      const prepared = send(
        connection.unsafe(settingsText, Object.entries(settings).flat(), { prepare: true }),
      );
      const answered = send(
        connection.unsafe(statement.text, statement.values, { prepare: isPrepared(statement.text) }).raw(),
      );
      // Without a look at the row, COMMIT goes out with the rest; after an error PostgreSQL reads it as ROLLBACK.
      const ended = mayCommit ? undefined : end('commit');
      const outcome = await settle(prepared, answered);
      if (ended) await ended;
      else await end(outcome.row && mayCommit?.(outcome.row) ? 'commit' : 'rollback');
      if (outcome.row) return outcome.row;
      throw outcome.error;
    } finally {
      // A lost connection has left the pool by itself; giving it back would hand out a dead socket.
      if (!isConnectionLost) connection.release();
    }
  }

  return { sql, run, close: () => sql.end({ timeout: 5 }) };
}

async function settle(
  prepared: Promise<unknown>,
  answered: Promise<Uint8Array[][]>,
): Promise<{ row: RawRow; error?: undefined } | { row?: undefined; error: unknown }> {
  try {
    // The first error is the cause; the statement after it only says that the transaction is over.
    await prepared;
    const [row] = await answered;
    return row ? { row } : { error: new Error('the statement gave no row') };
  } catch (error) {
    return { error };
  }
}

const lostCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNRESET',
  'EPIPE',
]);

function isLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lostCodes.has(String(error.code));
}
