// Runs statements in one transaction as the caller: role, claims and request settings are set, the statements run,
// the transaction ends. All of it leaves in one write and is answered in one round trip.
// Knows nothing of what the statements mean.
import postgres from 'postgres';
import type { Caller } from '#contracts/caller.ts';

export interface CallerStatement {
  text: string;
  values: (string | null)[];
}

/** The columns of a row as PostgreSQL sent them. */
export type RawRow = (Uint8Array | null)[];

export interface CallerTransaction {
  caller: Caller;
  /** Settings of the transaction beside the role, by name. */
  settings: Record<string, string>;
  isReadOnly: boolean;
  statements: CallerStatement[];
  /**
   * Looks at the rows before the transaction ends and says how; a throw undoes it. Costs a second round trip, so it
   * is given only where the rows decide.
   */
  inspect?: (rows: RawRow[][]) => 'commit' | 'rollback';
}

export interface CallerPool {
  sql: postgres.Sql;
  /** Gives the rows of each statement. */
  run(transaction: CallerTransaction): Promise<RawRow[][]>;
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

  async function run(transaction: CallerTransaction): Promise<RawRow[][]> {
    const { inspect } = transaction;
    const settings = Object.entries({ ...transaction.settings, role: transaction.caller.role });
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
      const sent: Promise<unknown>[] = [
        send(connection.unsafe(transaction.isReadOnly ? 'begin read only' : 'begin')),
        send(connection.unsafe(settingsText(settings.length), settings.flat(), { prepare: true })),
      ];
      const answers = transaction.statements.map(({ text, values }) =>
        send(connection.unsafe(text, values, { prepare: isPrepared(text) }).raw()),
      );
      // Without a look at the rows, COMMIT goes out with the rest; after an error PostgreSQL reads it as ROLLBACK.
      const ended = inspect ? undefined : end('commit');
      let rows: RawRow[][];
      try {
        // In order: the first error is the cause, the later ones only say that the transaction is over.
        for (const one of sent) await one;
        rows = [];
        for (const answer of answers) rows.push(await answer);
        if (inspect) await end(inspect(rows));
      } catch (error) {
        // The connection is given back only after its last answer.
        await (ended ?? end('rollback')).catch(() => {});
        throw error;
      }
      if (ended) await ended;
      return rows;
    } finally {
      // A lost connection has left the pool by itself; giving it back would hand out a dead socket.
      if (!isConnectionLost) connection.release();
    }
  }

  return { sql, run, close: () => sql.end({ timeout: 5 }) };
}

const settingsTexts: string[] = [];

function settingsText(count: number): string {
  settingsTexts[count] ??=
    `select ${Array.from({ length: count }, (_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`).join(', ')}`;
  return settingsTexts[count];
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
