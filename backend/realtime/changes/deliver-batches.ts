// Reads the stream into batches of rows and delivers them one after the other. The server is paused while too many wait.
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLoss } from './connection-loss.ts';
import { type Commit, createPgoutputReader, type RowChange } from './pgoutput.ts';
import type { ReplicationConnection } from './replication-connection.ts';

/** What outlives one connection of the stream. */
export interface Delivery {
  /** Everything before it was delivered. */
  position: bigint;
  onRelation(oid: number): void;
  onChanges(changes: RowChange[], commit: Commit): Promise<void>;
  /** Changes could not be delivered to anyone. */
  onMissed(error: unknown): void;
}

interface Batch {
  changes: RowChange[];
  commit: Commit;
  endLsn?: bigint;
}

const batchRows = 500;
const maxWaitingRows = 5_000;
const retryMs = 200;

/** The handlers of one connection's messages. */
export function deliverBatches(open: ReplicationConnection, delivery: Delivery) {
  const read = createPgoutputReader(delivery.onRelation);
  const queue: Batch[] = [];
  let current: Batch = { changes: [], commit: { atMs: 0, xid: 0 } };
  let isOpenTransaction = false;
  let waitingRows = 0;
  let isWorking = false;
  let working = Promise.resolve();
  let isStopped = false;

  function enqueue(batch: Batch): void {
    queue.push(batch);
    waitingRows += batch.changes.length;
    if (waitingRows > maxWaitingRows) open.pause();
    if (!isWorking) working = work();
  }

  async function work(): Promise<void> {
    isWorking = true;
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      if (!(await deliver(batch))) break;
      waitingRows -= batch.changes.length;
      if (batch.endLsn !== undefined && batch.endLsn > delivery.position) delivery.position = batch.endLsn;
      if (waitingRows < maxWaitingRows / 2) open.resume();
    }
    isWorking = false;
  }

  /** Again while the database is away: until it is back, or until the stream ends, which then begins with this batch. */
  async function deliver({ changes, commit }: Batch): Promise<boolean> {
    if (changes.length === 0) return true;
    while (!isStopped) {
      try {
        await delivery.onChanges(changes, commit);
        return true;
      } catch (error) {
        if (!isConnectionLoss(error)) {
          delivery.onMissed(error);
          return true;
        }
        await sleep(retryMs, undefined, { ref: false });
      }
    }
    return false;
  }

  return {
    /** Resolves when nothing of this stream is delivered any more: the next one begins at the position. */
    async stop() {
      isStopped = true;
      queue.length = 0;
      await working;
    },
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
      const isIdle = !isOpenTransaction && !isWorking && queue.length === 0;
      if (isIdle && lsn > delivery.position) delivery.position = lsn;
      if (wantsAnswer) open.confirm(delivery.position);
    },
  };
}
