// Runs the stream of table changes while it is needed: opens it, delivers the changes in order, reopens it
// after a loss and continues where it stopped. Gives the reason when there is none.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionTarget } from '../../database/wire/open-socket.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { type Commit, createPgoutputReader, type RowChange } from './pgoutput.ts';
import { openReplicationConnection, type ReplicationConnection } from './replication-connection.ts';
import type { ReplicationSlot } from './replication-slot.ts';

export interface ChangeFeedOptions {
  target: ConnectionTarget;
  slot: ReplicationSlot;
  onChanges(changes: RowChange[], commit: Commit): Promise<void>;
  onRelation(oid: number): void;
  onError(message: string, error: unknown): void;
}

export interface ChangeFeed {
  /** Requests the stream; resolves when it runs, rejects with FeedUnavailable when it cannot. */
  start(): Promise<void>;
  /** The stream is no longer needed. */
  stop(): void;
  close(): Promise<void>;
}

/** There is no stream; the message is for clients. */
export class FeedUnavailable extends Error {}

const batchRows = 500;
const maxWaitingRows = 5_000;
const confirmMs = 5_000;
const sweepMs = 60_000;
// The last subscriber may only be reloading a page.
const lingerMs = 30_000;
const failureRetryMs = 30_000;

interface Batch {
  changes: RowChange[];
  commit: Commit;
  endLsn?: bigint;
}

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { target, slot, onError } = options;
  let isWanted = false;
  let isClosed = false;
  let running: Promise<void> | undefined;
  let connection: ReplicationConnection | undefined;
  let linger: NodeJS.Timeout | undefined;
  let lastFailure: { error: FeedUnavailable; sinceMs: number } | undefined;
  let isStreaming = false;
  const waiters: { resolve(): void; reject(error: Error): void }[] = [];
  let position = 0n;
  let wake: (() => void) | undefined;

  function announce(outcome: FeedUnavailable | undefined): void {
    for (const waiter of waiters.splice(0)) {
      if (outcome) waiter.reject(outcome);
      else waiter.resolve();
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; isWanted && !isClosed; ) {
      try {
        await streamOnce(() => {
          failures = 0;
        });
      } catch (error) {
        failures += 1;
        if (isClosed || !isWanted) break;
        lastFailure = { error: explain(error), sinceMs: Date.now() };
        announce(lastFailure.error);
        const isAway = isConnectionLoss(error) || isHeldByOwnConnection(error) || isNoSlotLeft(error);
        if (failures === 1) onError('table changes cannot be followed', error);
        await pause(isAway ? Math.min(100 * 2 ** Math.min(failures, 5), 2_000) : failureRetryMs);
      }
    }
    if (!isWanted) await leave();
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** One connection of the stream; resolves when it ends, rejects on error. */
  async function streamOnce(onStart: () => void): Promise<void> {
    const open = await openReplicationConnection(target);
    connection = open;
    const timers: NodeJS.Timeout[] = [];
    try {
      const { hasGap } = await prepareSlot(open);
      if (hasGap) {
        onError(
          'table changes were missed while the database was away',
          new Error('the replication slot was lost'),
        );
        position = 0n;
      }
      const delivery = createDelivery(open);
      const ended = new Promise<void>((resolve, reject) => {
        void open
          .stream(slot.startCommand(position), {
            ...delivery.handlers,
            onEnd: (error) => (error ? reject(error) : resolve()),
          })
          .then(() => {
            isStreaming = true;
            lastFailure = undefined;
            onStart();
            announce(undefined);
            timers.push(setInterval(() => open.confirm(position), confirmMs).unref());
            timers.push(setInterval(() => void sweep(), sweepMs).unref());
          }, reject);
      });
      await ended;
      throw Object.assign(new Error('the stream of table changes ended'), { code: 'CONNECTION_CLOSED' });
    } finally {
      isStreaming = false;
      for (const timer of timers) clearInterval(timer);
      open.destroy();
      connection = undefined;
    }
  }

  /** Slots of killed processes would otherwise use up all available ones. */
  async function prepareSlot(open: ReplicationConnection): Promise<{ hasGap: boolean }> {
    await slot.sweep(open);
    try {
      return await slot.prepare(open);
    } catch (error) {
      if (!isNoSlotLeft(error)) throw error;
      const dropped = await slot.sweep(open, { isNoneLeft: true });
      if (dropped.length === 0) throw error;
      return slot.prepare(open);
    }
  }

  /** Reads the stream into batches and delivers them one after the other; pauses the server while too many wait. */
  function createDelivery(open: ReplicationConnection) {
    const read = createPgoutputReader(options.onRelation);
    const queue: Batch[] = [];
    let current: Batch = { changes: [], commit: { atMs: 0, xid: 0 } };
    let isOpenTransaction = false;
    let waitingRows = 0;
    let isWorking = false;

    function enqueue(batch: Batch): void {
      queue.push(batch);
      waitingRows += batch.changes.length;
      if (waitingRows > maxWaitingRows) open.pause();
      if (!isWorking) void work();
    }

    async function work(): Promise<void> {
      isWorking = true;
      for (let batch = queue.shift(); batch; batch = queue.shift()) {
        await deliver(batch);
        waitingRows -= batch.changes.length;
        if (batch.endLsn !== undefined && batch.endLsn > position) position = batch.endLsn;
        if (waitingRows < maxWaitingRows / 2) open.resume();
      }
      isWorking = false;
    }

    return {
      handlers: {
        onData(message: Buffer) {
          const decoded = read(message);
          if (decoded?.type === 'begin') {
            isOpenTransaction = true;
            current = { changes: [], commit: decoded.commit };
          } else if (decoded?.type === 'change') {
            current.changes.push(decoded.change);
            if (current.changes.length < batchRows) return;
            enqueue(current);
            current = { changes: [], commit: current.commit };
          } else if (decoded?.type === 'commit') {
            isOpenTransaction = false;
            enqueue({ ...current, endLsn: decoded.endLsn });
          }
        },
        onPosition(lsn: bigint, wantsAnswer: boolean) {
          // The log also grows by other changes; without confirmation the server would retain all of it.
          if (!isOpenTransaction && !isWorking && queue.length === 0 && lsn > position) position = lsn;
          if (wantsAnswer) open.confirm(position);
        },
      },
    };
  }

  /** Retries until the database is back. */
  async function deliver({ changes, commit }: Batch): Promise<void> {
    if (changes.length === 0) return;
    for (let tries = 1; !isClosed; tries += 1) {
      try {
        await options.onChanges(changes, commit);
        return;
      } catch (error) {
        if (!isConnectionLoss(error) || tries > 300) {
          onError('table changes could not be delivered', error);
          return;
        }
        await sleep(200, undefined, { ref: false });
      }
    }
  }

  async function sweep(): Promise<void> {
    try {
      const other = await openReplicationConnection(target);
      try {
        await slot.sweep(other);
      } finally {
        other.destroy();
      }
    } catch (error) {
      if (!isConnectionLoss(error)) onError('abandoned replication slots could not be dropped', error);
    }
  }

  async function leave(): Promise<void> {
    if (!slot.isLasting) return;
    try {
      const other = await openReplicationConnection(target);
      await slot.drop(other).finally(() => other.destroy());
      position = 0n;
    } catch (error) {
      onError('the replication slot could not be dropped', error);
    }
  }

  function begin(): void {
    isWanted = true;
    running ??= run().finally(() => {
      running = undefined;
      // A new subscriber arrived while the stream was closing.
      if (isWanted && !isClosed) begin();
    });
  }

  return {
    async start() {
      clearTimeout(linger);
      if (isClosed) throw new FeedUnavailable('Realtime is stopping');
      if (isWanted && isStreaming) return;
      // An old failure may be out of date.
      if (lastFailure && Date.now() - lastFailure.sinceMs > 5_000) wake?.();
      else if (lastFailure) throw lastFailure.error;
      begin();
      await new Promise<void>((resolve, reject) => waiters.push({ resolve, reject }));
    },
    stop() {
      clearTimeout(linger);
      linger = setTimeout(() => {
        isWanted = false;
        wake?.();
        connection?.destroy();
      }, lingerMs).unref();
    },
    async close() {
      if (isClosed) return;
      clearTimeout(linger);
      isClosed = true;
      isWanted = false;
      announce(new FeedUnavailable('Realtime is stopping'));
      wake?.();
      connection?.destroy();
      await Promise.race([running, sleep(5_000, undefined, { ref: false })]);
    },
  };
}

/** After a loss the server may not have noticed yet that the former connection to the slot is gone. */
function isHeldByOwnConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55006';
}

/** configuration_limit_exceeded: max_replication_slots are taken. */
function isNoSlotLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53400';
}

function explain(error: unknown): FeedUnavailable {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (/wal_level/.test(message)) {
    return new FeedUnavailable(
      'Table changes are not available: the database runs without wal_level=logical. Its owner has to set it and restart the database.',
    );
  }
  if (code === '42501' || /permission denied|replication role|REPLICATION/.test(message)) {
    return new FeedUnavailable(
      'Table changes are not available: the login of the host lacks the REPLICATION attribute.',
    );
  }
  if (/replication slots are in use|max_replication_slots/.test(message)) {
    return new FeedUnavailable('Table changes are not available: the database has no replication slot left.');
  }
  return new FeedUnavailable('Table changes are not available at the moment, trying again');
}
