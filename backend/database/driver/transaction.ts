// Runs work in a transaction on one session: committed when the work succeeds, undone when anything of it fails, or when the
// request that it belongs to ends before COMMIT was sent.
import { OutcomeUnknown, RequestEnded, type RequestWrites } from '../request-writes.ts';
import { isRolledBack } from '../wire/message-reader.ts';
import { DriverError } from './driver-error.ts';
import type { Session } from './open-session.ts';
import { createStatementWriter, type RunnableQuery, type RunQuery } from './query.ts';
import type { TransactionSql } from './sql.ts';
import { createTextExchange } from './text-exchange.ts';

type Work<T> = (sql: TransactionSql, runQuery: RunQuery) => T | PromiseLike<T>;

export async function runTransaction<T>(
  session: Session,
  mode: string,
  work: Work<T>,
  writes?: RequestWrites,
): Promise<T> {
  writes?.requireOpen();
  await runText(session, `begin ${mode.replace(/[^a-z ]/gi, '')}`);
  let savepoints = 0;
  let isCommitting = false;

  async function runScope(scopeWork: Work<T>): Promise<T>;
  async function runScope<R>(scopeWork: Work<R>, savepoint: string): Promise<R>;
  async function runScope<R>(scopeWork: Work<R>, savepoint?: string): Promise<R> {
    let isEnded = false;
    let firstError: unknown;
    const runQuery: RunQuery = (query) => {
      if (isEnded) query.reject(new DriverError('TRANSACTION_ENDED'));
      else if (writes?.isEnded) query.reject(new RequestEnded());
      else runOn(session, query);
      // A failed statement fails the transaction, also where its error was caught: PostgreSQL undoes all of it.
      query.onFailure((error) => {
        firstError ??= error;
      });
    };
    const sql: TransactionSql = Object.assign(createStatementWriter(runQuery), {
      savepoint<S>(inner: Work<S>): Promise<S> {
        savepoints += 1;
        return runScope(inner, `s${savepoints}`);
      },
    });
    if (savepoint) await runText(session, `savepoint ${savepoint}`);
    try {
      const result = await scopeWork(sql, runQuery);
      if (firstError !== undefined) throw firstError;
      isEnded = true;
      if (!savepoint) {
        isCommitting = true;
        await commit(session, writes);
      }
      return result;
    } catch (error) {
      isEnded = true;
      session.abandonCopy();
      await undo(session, savepoint);
      throw isAfterFailure(error) && firstError !== undefined ? firstError : error;
    }
  }

  // Work that waits for something else than the database must not wait for a connection that is gone.
  return new Promise((resolve, reject) => {
    const stop = session.onClosed((error) => {
      if (!isCommitting) reject(error);
    });
    const stopEnding = writes?.onEnd(() => session.cancelRunning());
    void runScope(work)
      .then(resolve, reject)
      .finally(() => {
        stop();
        stopEnding?.();
      });
  });
}

async function commit(session: Session, writes: RequestWrites | undefined): Promise<void> {
  // On a closed connection nothing is sent.
  const settle = session.isOpen ? writes?.beginCommit() : undefined;
  const { command } = await runText(session, 'commit').catch((error: unknown) => {
    const isUndone = isRolledBack(error);
    settle?.(isUndone ? 'undone' : 'unknown');
    throw isUndone || !settle ? error : new OutcomeUnknown(error);
  });
  settle?.(command === 'ROLLBACK' ? 'undone' : 'committed');
  if (command === 'ROLLBACK') throw new DriverError('TRANSACTION_ROLLED_BACK');
}

async function undo(session: Session, savepoint: string | undefined): Promise<void> {
  if (!session.isOpen || !session.isInTransaction) return;
  const text = savepoint ? `rollback to savepoint ${savepoint}` : 'rollback';
  await runText(session, text).catch(() => session.destroy());
}

function isAfterFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25P02';
}

/** Runs a query on a session that is its own for longer. */
export function runOn(session: Session, query: RunnableQuery, onSettled: () => void = () => {}): void {
  const exchange = query.createExchange(onSettled);
  if (!exchange) return;
  query.onCancel(() => session.cancel(exchange));
  session.run(exchange);
}

export function runText(session: Session, text: string): Promise<{ command: string | null }> {
  return new Promise((resolve, reject) => {
    session.run(
      createTextExchange({
        text,
        isRaw: false,
        copy: undefined,
        resolve: (result) => resolve(result as { command: string | null }),
        reject,
      }),
    );
  });
}
