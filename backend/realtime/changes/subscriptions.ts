// Subscriptions to table changes. Validates them when they are made, and finds the ones a change may
// concern. Applies no policies.
import type { Caller } from '#contracts/caller.ts';
import type { CallerPool } from '../../database/run-as-caller.ts';
import { canonicalCondition } from './compare-in-database.ts';
import { type Condition, parseFilter } from './filter.ts';
import type { ChangeKind } from './pgoutput.ts';
import type { Catalogue } from './table-facts.ts';

/** A subscription as the client requested it. */
export interface ChangeRequest {
  event: string;
  schema: string;
  table?: string;
  filter?: string;
  select?: string[];
  /** The client compares the response with its request. */
  original: Record<string, unknown>;
}

/** A channel that receives changes. */
export interface Subscriber {
  readonly caller: Caller;
  /** The claims as JSON, which together with the role decide what it may see. */
  readonly claims: string;
  pushChange(ids: number[], data: string): void;
  /** Changes may have been missed: its client has to subscribe again and to read what is there. */
  endForMissed(): void;
}

export interface Subscription {
  id: number;
  subscriber: Subscriber;
  request: ChangeRequest;
  conditions: Condition[];
  select: ReadonlySet<string> | undefined;
}

/** The subscription is not possible; the message is for the client. */
export class BadSubscription extends Error {}

export interface Subscriptions {
  readonly size: number;
  subscribers(): Subscriber[];
  /** Throws BadSubscription. */
  check(caller: Caller, request: ChangeRequest): Promise<Condition[]>;
  add(subscription: Subscription): void;
  remove(subscriber: Subscriber): void;
  find(schema: string, table: string, kind: ChangeKind): Subscription[];
}

const events = ['*', 'INSERT', 'UPDATE', 'DELETE'];

export function createSubscriptions(catalogue: Catalogue, pool: CallerPool): Subscriptions {
  const byTable = new Map<string, Set<Subscription>>();
  const bySubscriber = new Map<Subscriber, Subscription[]>();
  const keyOf = ({ schema, table }: ChangeRequest) => `${schema}\u0000${table ?? '*'}`;

  async function check(caller: Caller, request: ChangeRequest): Promise<Condition[]> {
    const reject = (reason: string): never => {
      throw new BadSubscription(
        `Unable to subscribe to changes with given parameters. ${reason}: ${describe(request)}`,
      );
    };
    if (!events.includes(request.event.toUpperCase())) return reject('Unknown event');
    const oids = await catalogue.published(request.schema, request.table);
    const [oid] = oids;
    if (oid === undefined) {
      return reject('Please check Realtime is enabled for the given connect parameters');
    }
    const isOneTable = request.table !== undefined && request.table !== '*' && request.schema !== '*';
    if (!isOneTable) {
      return request.filter || request.select ? reject('A filter or a selection needs one table') : [];
    }
    const table = await catalogue.table(oid);
    if (!table) return reject('Please check Realtime is enabled for the given connect parameters');
    const role = await catalogue.role(table, caller.role);
    for (const name of request.select ?? []) {
      if (!table.columns.has(name)) return reject(`There is no column "${name}"`);
      if (!role.selectable.has(name)) return reject(`No permission to select the column "${name}"`);
    }
    const conditions = parseFilter(request.filter ?? '');
    if ('error' in conditions) return reject(conditions.error);
    return Promise.all(
      conditions.map(async (condition) => {
        const column = table.columns.get(condition.column);
        if (!column || !role.selectable.has(condition.column)) {
          return reject(`invalid column for filter ${condition.column}`);
        }
        try {
          return await canonicalCondition(pool, caller, condition, column);
        } catch (error) {
          // Classes 22 and 42: the value or the operator does not fit the column.
          const code = error instanceof Error && 'code' in error ? String(error.code) : '';
          if (/^(22|42)/.test(code) && error instanceof Error) return reject(error.message);
          throw error;
        }
      }),
    );
  }

  return {
    get size() {
      return bySubscriber.size;
    },
    subscribers: () => [...bySubscriber.keys()],
    check,
    add(subscription) {
      const key = keyOf(subscription.request);
      const sameTable = byTable.get(key);
      if (sameTable) sameTable.add(subscription);
      else byTable.set(key, new Set([subscription]));
      const own = bySubscriber.get(subscription.subscriber);
      if (own) own.push(subscription);
      else bySubscriber.set(subscription.subscriber, [subscription]);
    },
    remove(subscriber) {
      for (const subscription of bySubscriber.get(subscriber) ?? []) {
        const key = keyOf(subscription.request);
        byTable.get(key)?.delete(subscription);
        if (byTable.get(key)?.size === 0) byTable.delete(key);
      }
      bySubscriber.delete(subscriber);
    },
    find(schema, table, kind) {
      const keys = [`${schema}\u0000${table}`, `${schema}\u0000*`, `*\u0000${table}`, '*\u0000*'];
      return keys.flatMap((key) =>
        [...(byTable.get(key) ?? [])].filter(({ request: { event } }) => {
          const wanted = event.toUpperCase();
          return wanted === '*' || wanted === kind;
        }),
      );
    },
  };
}

function describe({ event, schema, table, filter }: ChangeRequest): string {
  return `[event: ${event}, schema: ${schema}, table: ${table ?? '*'}, filters: ${filter ?? '[]'}]`;
}
