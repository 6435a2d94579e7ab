// Runs the stream of table changes while it is needed: opens it, delivers the changes in order, reopens it
// after a loss and continues where it stopped. Gives the reason when there is none, and says when changes may have been missed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionTarget } from '../../database/wire/open-socket.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { type Delivery, deliverBatches } from './deliver-batches.ts';
import { explainFailure, FeedUnavailable, isMisconfigured, isNoSlotLeft } from './feed-failure.ts';
import type { Commit, RowChange } from './pgoutput.ts';
import { openReplicationConnection, type ReplicationConnection } from './replication-connection.ts';
import type { ReplicationSlot } from './replication-slot.ts';

export interface ChangeFeedOptions {
  target: ConnectionTarget;
  slot: ReplicationSlot;
  onChanges(changes: RowChange[], commit: Commit): Promise<void>;
  onRelation(oid: number): void;
  /** Changes may have been missed. The stream runs again, or will before anyone can subscribe. */
  onMissed(): void;
  onError(message: string, error: unknown): void;
}

/** `changes missed` for a while after changes may have been missed, `away` while the stream is needed and does not run. */
export type FeedState = 'ok' | 'away' | 'changes missed';

export interface ChangeFeed {
  readonly state: FeedState;
  /** Requests the stream; resolves when it runs, rejects with FeedUnavailable when it cannot. */
  start(): Promise<void>;
  /** The stream is no longer needed. */
  stop(): void;
  close(): Promise<void>;
}

const confirmMs = 5_000;
const sweepMs = 60_000;
// The last subscriber may only be reloading a page.
const lingerMs = 30_000;
const failureRetryMs = 30_000;
const missedShownMs = 10 * 60_000;

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { target, slot, onError } = options;
  let isWanted = false;
  let isClosed = false;
  let running: Promise<void> | undefined;
  let connection: ReplicationConnection | undefined;
  let linger: NodeJS.Timeout | undefined;
  let lastFailure: { error: FeedUnavailable; sinceMs: number } | undefined;
  let isStreaming = false;
  let isBehind = false;
  let missedAtMs: number | undefined;
  const waiters: { resolve(): void; reject(error: Error): void }[] = [];
  let wake: (() => void) | undefined;

  const delivery: Delivery = {
    position: 0n,
    onRelation: options.onRelation,
    onChanges: options.onChanges,
    onMissed: (error) => noteMissed('table changes could not be delivered', error),
  };

  function noteMissed(message: string, error: unknown): void {
    missedAtMs = Date.now();
    onError(`${message}; subscribers are told to subscribe again`, error);
    options.onMissed();
  }

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
        lastFailure = { error: explainFailure(error), sinceMs: Date.now() };
        announce(lastFailure.error);
        if (failures === 1) onError('table changes cannot be followed', error);
        const retryMs = Math.min(100 * 2 ** Math.min(failures, 5), 2_000);
        await pause(isMisconfigured(error) ? failureRetryMs : retryMs);
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
    const { stop, ...handlers } = deliverBatches(open, delivery);
    try {
      const { hasGap } = await prepareSlot(open);
      if (hasGap) {
        delivery.position = 0n;
        noteMissed('table changes may have been missed', new Error('the replication slot was lost'));
      }
      const ended = new Promise<void>((resolve, reject) => {
        void open
          .stream(slot.startCommand(delivery.position), {
            ...handlers,
            onEnd: (error) => (error ? reject(error) : resolve()),
          })
          .then(() => {
            isStreaming = true;
            lastFailure = undefined;
            onStart();
            announce(undefined);
            timers.push(setInterval(() => open.confirm(delivery.position), confirmMs).unref());
          }, reject);
      });
      await ended;
      throw Object.assign(new Error('the stream of table changes ended'), { code: 'CONNECTION_CLOSED' });
    } finally {
      isStreaming = false;
      for (const timer of timers) clearInterval(timer);
      open.destroy();
      connection = undefined;
      // What is delivered still counts as delivered; the rest comes again.
      await stop();
    }
  }

  /** Slots of killed processes would otherwise use up all available ones. */
  async function prepareSlot(open: ReplicationConnection): Promise<{ hasGap: boolean }> {
    await slot.sweep(open);
    if (isBehind) await slot.giveUp(open);
    isBehind = false;
    try {
      return await slot.prepare(open);
    } catch (error) {
      if (!isNoSlotLeft(error)) throw error;
      const dropped = await slot.sweep(open, { isNoneLeft: true });
      if (dropped.length === 0) throw error;
      return slot.prepare(open);
    }
  }

  /** Also while nobody subscribes: the database retains its log for the slot of a killed process. */
  async function sweep(): Promise<void> {
    try {
      const other = await openReplicationConnection(target);
      try {
        await slot.sweep(other);
        if (!isStreaming || !(await slot.isBehind(other))) return;
        isBehind = true;
        connection?.destroy();
      } finally {
        other.destroy();
      }
    } catch (error) {
      if (isConnectionLoss(error) || isMisconfigured(error)) return;
      onError('abandoned replication slots could not be dropped', error);
    }
  }
  const sweeping = setInterval(() => void sweep(), sweepMs).unref();

  async function leave(): Promise<void> {
    if (!slot.isLasting) return;
    try {
      const other = await openReplicationConnection(target);
      await slot.drop(other).finally(() => other.destroy());
      delivery.position = 0n;
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
    get state() {
      if (isWanted && !isStreaming) return 'away';
      const isMissed = missedAtMs !== undefined && Date.now() - missedAtMs < missedShownMs;
      return isMissed ? 'changes missed' : 'ok';
    },
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
      clearInterval(sweeping);
      announce(new FeedUnavailable('Realtime is stopping'));
      wake?.();
      connection?.destroy();
      await Promise.race([running, sleep(5_000, undefined, { ref: false })]);
    },
  };
}
