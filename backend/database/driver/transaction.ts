// Runs work in a transaction on one session: committed when the work succeeds, undone when anything of it fails.
import { DriverError } from './driver-error.ts';
import type { Session } from './open-session.ts';
import { createStatementWriter, type RunnableQuery } from './query.ts';
import type { TransactionSql } from './sql.ts';
import { createTextExchange } from './text-exchange.ts';

type Work<T> = (sql: TransactionSql) => T | PromiseLike<T>;

export async function runTransaction<T>(session: Session, mode: string, work: Work<T>): Promise<T> {
  await runText(session, `begin ${mode.replace(/[^a-z ]/gi, '')}`);
  let savepoints = 0;

  async function runScope(scopeWork: Work<T>): Promise<T>;
  async function runScope<R>(scopeWork: Work<R>, savepoint: string): Promise<R>;
  async function runScope<R>(scopeWork: Work<R>, savepoint?: string): Promise<R> {
    let isEnded = false;
    let firstError: unknown;
    const writer = createStatementWriter((query) => {
      if (isEnded) query.reject(new DriverError('TRANSACTION_ENDED'));
      else runOn(session, query);
      // A failed statement fails the transaction, also where its error was caught: PostgreSQL undoes all of it.
      query.onFailure((error) => {
        firstError ??= error;
      });
    });
    const sql: TransactionSql = Object.assign(writer, {
      savepoint<S>(inner: Work<S>): Promise<S> {
        savepoints += 1;
        return runScope(inner, `s${savepoints}`);
      },
    });
    if (savepoint) await runText(session, `savepoint ${savepoint}`);
    try {
      const result = await scopeWork(sql);
      if (firstError !== undefined) throw firstError;
      isEnded = true;
      if (!savepoint) await commit(session);
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
    const stop = session.onClosed(reject);
    void runScope(work).then(resolve, reject).finally(stop);
  });
}

async function commit(session: Session): Promise<void> {
  const { command } = await runText(session, 'commit');
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
