// Delivers changes of the stream, in order, to subscribers that may see them and whose filters
// they pass. Queries are batched: one per subscriber's rights and table, not one per row.
import type { CallerPool } from '../../database/run-as-caller.ts';
import { compareInDatabase } from './compare-in-database.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { isOwnFault } from './feed-failure.ts';
import { type Condition, meetsByText } from './filter.ts';
import type { Commit, RowChange } from './pgoutput.ts';
import { needsKey, renderChange } from './render-change.ts';
import type { Subscriber, Subscription, Subscriptions } from './subscriptions.ts';
import type { Catalogue, RoleFacts, TableFacts } from './table-facts.ts';
import { readVisibleRows, type VisibleRows } from './visible-rows.ts';

export interface DispatchParts {
  subscriptions: Subscriptions;
  catalogue: Catalogue;
  pool: CallerPool;
  recordBytes: number;
  onError(message: string, error: unknown): void;
}

/** One change and the subscriptions it may concern. */
interface Candidate {
  change: RowChange;
  table: TableFacts;
  subscriptions: Subscription[];
}

export async function dispatchChanges(
  parts: DispatchParts,
  changes: RowChange[],
  commit: Commit,
): Promise<void> {
  const candidates: Candidate[] = [];
  for (const change of changes) {
    const { schema, table: name, oid } = change.relation;
    const subscriptions = parts.subscriptions.find(schema, name, change.kind);
    if (subscriptions.length === 0) continue;
    const table = await parts.catalogue.table(oid);
    if (table) candidates.push({ change, table, subscriptions });
  }
  const passes = await applyFilters(parts, candidates);
  const visible = await applyPolicies(parts, candidates, passes, commit);
  for (const candidate of candidates)
    await push(parts, candidate, { passes, visible, commitMs: commit.atMs });
}

type Passes = (change: RowChange, subscription: Subscription) => boolean;

const rightsOf = ({ caller, claims }: Subscriber) => `${caller.role}\u0000${claims}`;

async function applyFilters({ pool, onError }: DispatchParts, candidates: Candidate[]): Promise<Passes> {
  // By condition and role, the changes that only the database can compare.
  const open = new Map<string, { subscription: Subscription; condition: Condition; of: Candidate[] }>();
  const answers = new Map<string, Map<RowChange, boolean>>();
  const keyOf = (condition: Condition, { caller }: Subscriber, { oid }: TableFacts) =>
    JSON.stringify([caller.role, oid, condition]);

  for (const candidate of candidates) {
    for (const subscription of candidate.subscriptions) {
      for (const condition of subscription.conditions) {
        const key = keyOf(condition, subscription.subscriber, candidate.table);
        const answer = answers.get(key) ?? new Map<RowChange, boolean>();
        answers.set(key, answer);
        if (answer.has(candidate.change)) continue;
        const met = meetsHere(candidate, condition);
        answer.set(candidate.change, met ?? false);
        if (met !== undefined) continue;
        const asked = open.get(key);
        if (asked) asked.of.push(candidate);
        else open.set(key, { subscription, condition, of: [candidate] });
      }
    }
  }
  await Promise.all(
    [...open].map(async ([key, { subscription, condition, of }]) => {
      const column = of[0]?.table.columns.get(condition.column);
      if (!column) return;
      const values = of.map((candidate) => valueIn(candidate, condition.column) ?? null);
      try {
        const { caller } = subscription.subscriber;
        const met = await compareInDatabase(pool, caller, condition, column, values);
        for (const [index, { change }] of of.entries()) answers.get(key)?.set(change, met[index] ?? false);
      } catch (error) {
        if (isConnectionLoss(error)) throw error;
        onError('a filter of table changes could not be applied', error);
        if (isOwnFault(error)) return;
        const waiting = of.flatMap((candidate) =>
          candidate.subscriptions.filter(({ conditions, subscriber }) =>
            conditions.some((other) => keyOf(other, subscriber, candidate.table) === key),
          ),
        );
        for (const { subscriber } of waiting) subscriber.endForMissed();
      }
    }),
  );
  const tables = new Map(candidates.map(({ change, table }) => [change, table]));
  return (change, { subscriber, conditions }) => {
    const table = tables.get(change);
    if (!table) return false;
    return conditions.every((condition) => answers.get(keyOf(condition, subscriber, table))?.get(change));
  };
}

function valueIn({ change }: Candidate, name: string): string | null | undefined {
  const index = change.relation.columns.findIndex((column) => column.name === name);
  if (index < 0) return undefined;
  if (change.kind !== 'DELETE') return change.new?.[index];
  const isKnown = !change.isOldKeyOnly || change.relation.columns[index]?.isKey;
  return isKnown ? change.old?.[index] : undefined;
}

/** Unknown values pass no filter. */
function meetsHere(candidate: Candidate, condition: Condition): boolean | undefined {
  const column = candidate.table.columns.get(condition.column);
  const value = valueIn(candidate, condition.column);
  if (!column || value === undefined) return false;
  return meetsByText(condition, value, column);
}

type Visible = (change: RowChange, subscriber: Subscriber) => ReadonlyMap<string, string | null> | undefined;

/** Asks as each distinct subscriber for the rows that depend on its rights. */
async function applyPolicies(
  { pool, catalogue, onError }: DispatchParts,
  candidates: Candidate[],
  passes: Passes,
  commit: Commit,
): Promise<Visible> {
  const questions = new Map<string, { subscriber: Subscriber; table: TableFacts; changes: Set<RowChange> }>();
  for (const { change, table, subscriptions } of candidates) {
    if (change.kind === 'DELETE' || table.primaryKey.length === 0) continue;
    for (const subscription of subscriptions) {
      const { subscriber } = subscription;
      const role = await catalogue.role(table, subscriber.caller.role);
      const isNeeded = needsKey(change, table, role) || missingColumns([change], role).length > 0;
      if (!isNeeded || !isReadable(table, role) || !passes(change, subscription)) continue;
      const key = `${table.oid}\u0000${rightsOf(subscriber)}`;
      const asked = questions.get(key);
      if (asked) asked.changes.add(change);
      else questions.set(key, { subscriber, table, changes: new Set([change]) });
    }
  }
  const answers = new Map<string, VisibleRows>();
  await Promise.all(
    [...questions].map(async ([key, { subscriber, table, changes }]) => {
      const list = [...changes];
      const role = await catalogue.role(table, subscriber.caller.role);
      try {
        answers.set(
          key,
          await readVisibleRows(pool, subscriber, {
            table,
            changes: list,
            missing: missingColumns(list, role),
            commit,
          }),
        );
      } catch (error) {
        if (isConnectionLoss(error)) throw error;
        // A policy that fails shows nothing.
        onError('a row policy could not be applied to table changes', error);
        if (isOwnFault(error)) return;
        for (const candidate of candidates.filter(({ change }) => changes.has(change)))
          for (const { subscriber: other } of candidate.subscriptions)
            if (rightsOf(other) === rightsOf(subscriber)) other.endForMissed();
      }
    }),
  );
  return (change, subscriber) =>
    answers.get(`${change.relation.oid}\u0000${rightsOf(subscriber)}`)?.get(change);
}

function isReadable({ primaryKey }: TableFacts, { selectable }: RoleFacts): boolean {
  return primaryKey.every(({ name }) => selectable.has(name));
}

function missingColumns(changes: RowChange[], { selectable }: RoleFacts): string[] {
  const names = changes.flatMap(({ relation, new: row }) =>
    relation.columns.filter((_, index) => row && row[index] === undefined).map(({ name }) => name),
  );
  return [...new Set(names)].filter((name) => selectable.has(name));
}

async function push(
  parts: DispatchParts,
  { change, table, subscriptions }: Candidate,
  { passes, visible, commitMs }: { passes: Passes; visible: Visible; commitMs: number },
): Promise<void> {
  const rendered = new Map<string, string>();
  const deliveries = new Map<string, { subscriber: Subscriber; ids: number[]; data: string }>();
  const channels = new Map<Subscriber, number>();
  for (const subscription of subscriptions) {
    const { subscriber, select, id } = subscription;
    if (!passes(change, subscription)) continue;
    const role = await parts.catalogue.role(table, subscriber.caller.role);
    const row = visible(change, subscriber);
    const isAsked = needsKey(change, table, role) && table.primaryKey.length > 0 && isReadable(table, role);
    if (isAsked && !row) continue;
    if (!role.isKnown) continue;
    // What was filled in is the same for all who may see the row.
    const form = JSON.stringify([
      subscriber.caller.role,
      row ? [...row.keys()] : null,
      select && [...select],
    ]);
    let data = rendered.get(form);
    if (data === undefined) {
      const { recordBytes } = parts;
      data = renderChange({ change, table, role, commitMs, select, filledIn: row, recordBytes });
      rendered.set(form, data);
    }
    const channel = channels.get(subscriber) ?? channels.size;
    channels.set(subscriber, channel);
    const delivery = deliveries.get(`${channel} ${form}`);
    if (delivery) delivery.ids.push(id);
    else deliveries.set(`${channel} ${form}`, { subscriber, ids: [id], data });
  }
  for (const { subscriber, ids, data } of deliveries.values()) subscriber.pushChange(ids, data);
}
