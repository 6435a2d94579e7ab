// Runs statements in one transaction as the caller: sets role, claims and request settings, runs the statements,
// ends the transaction. All of it is one write and one round trip. What writes for a request ends with it: commit-in-time.ts.
// Knows nothing of what the statements mean.

import type { Caller } from '#contracts/caller.ts';
import { inSpan, spanChannel } from '#contracts/spans.ts';
import { createCallerLogin } from './caller-login.ts';
import { commitInTime, compareClocks } from './commit-in-time.ts';
import type { Sql } from './driver/sql.ts';
import { currentRequestWrites } from './request-writes.ts';
import { findDeadConnections } from './wire/find-dead-connections.ts';
import type { RawRow } from './wire/message-reader.ts';
import type { WireConnection } from './wire/open-connection.ts';
import { type Borrower, openPool } from './wire/open-pool.ts';
import { ConnectionLost, type ConnectionTarget } from './wire/open-socket.ts';
import type { WireStatement } from './wire/prepared-statements.ts';
import { isReadOnlyError, ReadOnlyDatabase } from './writable.ts';

export type { RawRow } from './wire/message-reader.ts';

export interface CallerStatement {
  text: string;
  values: (string | null)[];
}

interface CallerTransaction extends Borrower {
  caller: Caller;
  /** Settings of the transaction beside the role, by name. */
  settings: Record<string, string>;
  isReadOnly: boolean;
  /** Statements of the host itself, before it switches to the caller's role. */
  before?: CallerStatement[];
  statements: CallerStatement[];
  /**
   * Checks the rows before the transaction ends and decides how; a throw rolls it back. Costs a second round trip, so it
   * is used only where the rows matter.
   */
  inspect?: (rows: RawRow[][]) => 'commit' | 'rollback';
}

export interface CallerPool {
  /** Gives the rows of each statement. */
  run(transaction: CallerTransaction): Promise<RawRow[][]>;
  close(): Promise<void>;
}

/** `login` is a driver's connection pool; its host, user and password are used, its connections are not. */
export function openCallerPool(
  login: Sql,
  options: { maxConnections: number; applicationName?: string; silenceMs?: number; answerLimitMs?: number },
): CallerPool {
  const target = connectionTarget(login, options.applicationName ?? 'onda rest');
  const logIn = createCallerLogin(target);
  const pool = openPool({
    maxConnections: options.maxConnections,
    open: async () => compareClocks(await logIn()),
    silenceMs: options.silenceMs,
    findDead: (silent) => findDeadConnections(target, silent, options),
  });

  async function run(transaction: CallerTransaction): Promise<RawRow[][]> {
    const before = transaction.before?.map(({ text, values }) => ({ text, values, key: text })) ?? [];
    const statements = [
      ...before,
      settingsStatement(transaction),
      ...transaction.statements.map((one) => keyed(one, transaction)),
    ];
    // Reads are harmless after the answer.
    const writes = transaction.isReadOnly ? undefined : currentRequestWrites();
    const isAbandoned = writes ? () => writes.isEnded : transaction.isAbandoned;
    const attempt = async () => {
      writes?.requireOpen();
      const { inspect: inspectRows } = transaction;
      const inspect = inspectRows && ((rows: RawRow[][]) => inspectRows(rows.slice(before.length)));
      const rows = await pool.use(
        (connection) => {
          if (!writes && !inspect) return runWhole(connection, statements);
          writes?.requireOpen();
          return commitInTime(connection, statements, writes, inspect);
        },
        { ...transaction, isAbandoned },
      );
      return before.length > 0 ? rows.slice(before.length) : rows;
    };
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        if (transaction.isReadOnly && tries < READ_TRIES && wasCutBefore(error)) continue;
        const isRefused = !transaction.isReadOnly && isReadOnlyError(error);
        const failure = isRefused ? new ReadOnlyDatabase(error) : error;
        currentRequestWrites()?.noteFailure(failure);
        throw failure;
      }
    }
  }

  return {
    run(transaction) {
      if (!spanChannel.hasSubscribers) return run(transaction);
      const attributes = {
        'db.system.name': 'postgresql',
        'onda.role': transaction.caller.role,
        'onda.read_only': transaction.isReadOnly,
      };
      return inSpan({ name: 'database transaction', kind: 'client', attributes }, () => run(transaction));
    },
    close: () => pool.close(),
  };
}

// A connection that died while idle is only noticed at the next use; after a database restart a pool
// holds several of them. Retrying a read is harmless.
const READ_TRIES = 5;
const TERMINATED = '57P01';

function wasCutBefore(error: unknown): boolean {
  if (error instanceof ConnectionLost) return error.isUnanswered;
  return error instanceof Error && 'code' in error && error.code === TERMINATED;
}

/** Without BEGIN, the statements up to the end of the write are one transaction; an error undoes all of them. */
async function runWhole(connection: WireConnection, statements: WireStatement[]): Promise<RawRow[][]> {
  const [, ...rows] = await connection.run(statements);
  return rows;
}

// A plan that depends on row policies is made for one role: with one key per role it is not replanned at each change
// of roles.
function keyed({ text, values }: CallerStatement, { caller }: CallerTransaction): WireStatement {
  return { text, values, key: `${caller.role}\u0000${text}` };
}

const settingsTexts = new Map<string, string>();

/** Names are part of the text: as parameters, PostgreSQL would read each of them anew for every transaction. */
function settingsStatement({ caller, settings, isReadOnly }: CallerTransaction): WireStatement {
  const names = [...Object.keys(settings), 'role'];
  const values = [...Object.values(settings), caller.role];
  if (isReadOnly) {
    names.push('transaction_read_only');
    values.push('on');
  }
  const known = names.join();
  let text = settingsTexts.get(known);
  if (text === undefined) {
    text = `select ${names.map((name, index) => `set_config('${name.replaceAll("'", "''")}', $${index + 1}, true)`).join(', ')}`;
    settingsTexts.set(known, text);
  }
  return { text, values, key: text };
}

export function connectionTarget({ target }: Pick<Sql, 'target'>, applicationName: string): ConnectionTarget {
  return { ...target, applicationName: `${applicationName} #${process.pid}` };
}
