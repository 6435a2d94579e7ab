// Table changes for channels: combines the stream, the subscriptions and the visibility rules.
import type { Sql } from '../../database/driver/sql.ts';
import { type CallerPool, connectionTarget } from '../../database/run-as-caller.ts';
import { createChangeFeed, type FeedState } from './change-feed.ts';
import { dispatchChanges } from './dispatch-changes.ts';
import type { Condition } from './filter.ts';
import { createReplicationSlot } from './replication-slot.ts';
import { type ChangeRequest, createSubscriptions, type Subscriber } from './subscriptions.ts';
import { createCatalogue } from './table-facts.ts';

export interface TableChanges {
  readonly state: FeedState;
  /** Once this resolves, changes arrive. Throws BadSubscription or FeedUnavailable. */
  subscribe(subscriber: Subscriber, wanted: { id: number; request: ChangeRequest }[]): Promise<void>;
  unsubscribe(subscriber: Subscriber): void;
  close(): Promise<void>;
}

export function createTableChanges(options: {
  sql: Sql;
  pool: CallerPool;
  node: string;
  publication: string;
  slot: 'lasting' | 'temporary';
  /** See ReplicationSlot. */
  slotBytes?: number | undefined;
  recordBytes: number;
  onError(message: string, error: unknown): void;
}): TableChanges {
  const { sql, pool, onError, recordBytes } = options;
  const catalogue = createCatalogue(sql, options.publication);
  const subscriptions = createSubscriptions(catalogue, pool);
  const parts = { subscriptions, catalogue, pool, recordBytes, onError };
  const feed = createChangeFeed({
    target: connectionTarget(sql, 'onda realtime changes'),
    slot: createReplicationSlot({
      node: options.node,
      publication: options.publication,
      lifetime: options.slot,
      maxBytes: options.slotBytes,
    }),
    onChanges: (changes, commit) => dispatchChanges(parts, changes, commit),
    onRelation: (oid) => catalogue.forget(oid),
    onMissed() {
      for (const subscriber of subscriptions.subscribers()) subscriber.endForMissed();
    },
    onError,
  });
  // Pending subscriptions keep the stream running, too.
  const asking = new Set<Subscriber>();

  function pauseWhenUnused(): void {
    if (subscriptions.size === 0 && asking.size === 0) feed.stop();
  }

  return {
    get state() {
      return feed.state;
    },
    async subscribe(subscriber, wanted) {
      asking.add(subscriber);
      try {
        const conditions: Condition[][] = await Promise.all(
          wanted.map(({ request }) => subscriptions.check(subscriber.caller, request)),
        );
        await feed.start();
        // Closed meanwhile: the entry would stay forever.
        if (!asking.has(subscriber)) return;
        subscriptions.remove(subscriber);
        for (const [index, { id, request }] of wanted.entries()) {
          const select = request.select && new Set(request.select);
          subscriptions.add({ id, subscriber, request, conditions: conditions[index] ?? [], select });
        }
      } finally {
        asking.delete(subscriber);
        pauseWhenUnused();
      }
    },
    unsubscribe(subscriber) {
      asking.delete(subscriber);
      subscriptions.remove(subscriber);
      pauseWhenUnused();
    },
    close: () => feed.close(),
  };
}
