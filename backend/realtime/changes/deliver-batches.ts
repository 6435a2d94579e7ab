// Reads the stream into batches of rows and delivers them one after the other. The server is paused while too many wait.
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLoss } from './connection-loss.ts';
import { type Commit, createPgoutputReader, type RowChange } from './pgoutput.ts';
import type { ReplicationConnection } from './replication-connection.ts';

/** What outlives one connection of the stream. */
export interface Delivery {
  /** Everything before it was delivered. */
  position: bigint;
  isClosed(): boolean;
  onRelation(oid: number): void;
  onChanges(changes: RowChange[], commit: Commit): Promise<void>;
  onError(message: string, error: unknown): void;
}

interface Batch {
  changes: RowChange[];
  commit: Commit;
  endLsn?: bigint;
}

const batchRows = 500;
const maxWaitingRows = 5_000;
const retryMs = 200;
const maxTries = 300;

/** The handlers of one connection's messages. */
export function deliverBatches(open: ReplicationConnection, delivery: Delivery) {
  const read = createPgoutputReader(delivery.onRelation);
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
      await deliver(batch, delivery);
      waitingRows -= batch.changes.length;
      if (batch.endLsn !== undefined && batch.endLsn > delivery.position) delivery.position = batch.endLsn;
      if (waitingRows < maxWaitingRows / 2) open.resume();
    }
    isWorking = false;
  }

  return {
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

/** Retries until the database is back. */
async function deliver(
  { changes, commit }: Batch,
  { isClosed, onChanges, onError }: Delivery,
): Promise<void> {
  if (changes.length === 0) return;
  for (let tries = 1; !isClosed(); tries += 1) {
    try {
      await onChanges(changes, commit);
      return;
    } catch (error) {
      if (!isConnectionLoss(error) || tries > maxTries) {
        onError('table changes could not be delivered', error);
        return;
      }
      await sleep(retryMs, undefined, { ref: false });
    }
  }
}
