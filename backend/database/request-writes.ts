// What a request writes ends with the request: after its answer nothing more of it is begun or committed. The drivers ask
// here before each write and each COMMIT; an early answer, and a connection that closes, calls `end`.
// Where a COMMIT was sent and its answer has not come, nobody can say whether it was done: see `mayHaveCommitted`.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isUnreachable } from './unreachable.ts';

type CommitOutcome = 'committed' | 'undone' | 'unknown';

export interface RequestWrites {
  readonly isEnded: boolean;
  /** Whether anything was, or may have been, committed. */
  readonly mayHaveCommitted: boolean;
  /** Whether nobody can tell what was done: the answer to a COMMIT was lost, or the database was, after a part of the work. */
  readonly isUncertain: boolean;
  /** Whether the database could not be reached for a part of the work. */
  readonly hasMissedDatabase: boolean;
  /** Called with the error of each statement that failed. */
  noteFailure(error: unknown): void;
  /** Throws when the request has ended. */
  requireOpen(): void;
  /**
   * Called right before a COMMIT is sent; gives what notes its outcome. With `withinMs` the database itself declines to
   * commit after that time. Throws when the request has ended.
   */
  beginCommit(withinMs?: number): (outcome: CommitOutcome) => void;
  /** Called when the request ends early. Gives what ends that. */
  onEnd(callback: () => void): () => void;
  /** The request ends early. Resolves when no write can still begin its COMMIT in time. */
  end(): Promise<void>;
  /** The request has its answer, made of all its work: what it started may go on. */
  answered(): void;
}

/** The request has been answered, or its sender has gone: the write was not begun, or undone. */
export class RequestEnded extends Error {
  readonly code = 'REQUEST_ENDED';
  constructor() {
    super('the request has ended: the write was not begun or was undone');
    this.name = 'RequestEnded';
  }
}

/** The connection was lost after COMMIT had been sent. */
export class OutcomeUnknown extends Error {
  readonly code = 'OUTCOME_UNKNOWN';
  constructor(cause: unknown) {
    super('the connection was lost while the database committed: the write may or may not have been done', {
      cause,
    });
    this.name = 'OutcomeUnknown';
  }
}

const storage = new AsyncLocalStorage<RequestWrites | undefined>();

export function currentRequestWrites(): RequestWrites | undefined {
  return storage.getStore();
}

export function withRequestWrites<Result>(writes: RequestWrites | undefined, work: () => Result): Result {
  return storage.run(writes, work);
}

/** For work that a request wakes and that serves others as well, such as timers and queues: it outlives the request. */
export function outsideRequest<Result>(work: () => Promise<Result>): Promise<Result> {
  return storage.run(undefined, work);
}

export function createRequestWrites(): RequestWrites {
  const pending = new Set<{ latestMs: number; settled: Promise<void> }>();
  const callbacks = new Set<() => void>();
  let state: 'open' | 'answered' | 'ended' = 'open';
  let hasCommitted = false;
  let isOutcomeLost = false;
  let hasMissedDatabase = false;

  function requireOpen(): void {
    if (state === 'ended') throw new RequestEnded();
  }

  return {
    get isEnded() {
      return state === 'ended';
    },
    get mayHaveCommitted() {
      return hasCommitted || isOutcomeLost || pending.size > 0;
    },
    get isUncertain() {
      return isOutcomeLost || pending.size > 0 || (hasCommitted && hasMissedDatabase);
    },
    get hasMissedDatabase() {
      return hasMissedDatabase;
    },
    noteFailure(error) {
      hasMissedDatabase ||= isUnreachable(error);
    },
    requireOpen,
    beginCommit(withinMs = 0) {
      requireOpen();
      const { promise: settled, resolve } = Promise.withResolvers<void>();
      const commit = { latestMs: performance.now() + withinMs, settled };
      pending.add(commit);
      return (outcome) => {
        pending.delete(commit);
        if (outcome === 'committed') hasCommitted = true;
        if (outcome === 'unknown') isOutcomeLost = true;
        resolve();
      };
    },
    onEnd(callback) {
      callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
    async end() {
      if (state === 'answered') return;
      if (state === 'open') {
        state = 'ended';
        for (const callback of callbacks) callback();
      }
      await Promise.all(
        [...pending].map(({ latestMs, settled }) =>
          Promise.race([
            settled,
            sleep(Math.max(0, latestMs - performance.now()), undefined, { ref: false }),
          ]),
        ),
      );
    },
    answered() {
      if (state === 'open') state = 'answered';
    },
  };
}
