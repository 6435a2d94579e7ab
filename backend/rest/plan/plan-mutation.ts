// Plans writes: which columns, which rows, what on conflict, and which columns the answer needs back. Pure.
import { errors } from '../errors.ts';
import type { RowsPayload } from '../request/parse-body.ts';
import type { Preferences } from '../request/parse-prefer.ts';
import type { ParsedQuery } from '../request/parse-query.ts';
import type { Column, Relation, SchemaCache } from '../schema-cache/schema-cache.ts';
import { planConditions } from './plan-read.ts';
import type { PlannedCondition, ReadPlan } from './read-plan.ts';

interface Conflict {
  resolution: 'merge-duplicates' | 'ignore-duplicates';
  columns: string[];
}

/** Columns to give back: all of them, or those named; none when the answer has no rows. */
export type Returning = 'all' | string[];

interface Payload {
  json: string;
  rowCount: number;
  columns: Column[];
  /** Whether keys that a row lacks take the default of their column instead of null. */
  appliesDefaults: boolean;
}

export type MutationPlan =
  | ({
      kind: 'insert';
      relation: Relation;
      conflict?: Conflict;
      where: PlannedCondition[];
      returning: Returning;
    } & Payload)
  | ({ kind: 'update'; relation: Relation; where: PlannedCondition[]; returning: Returning } & Payload)
  | { kind: 'delete'; relation: Relation; where: PlannedCondition[]; returning: Returning };

export interface MutationInput {
  cache: SchemaCache;
  relation: Relation;
  query: ParsedQuery;
  preferences: Preferences;
  returning: Returning;
}

export function planInsert(input: MutationInput, payload: RowsPayload): MutationPlan {
  const { relation, query, preferences } = input;
  const columns = query.onConflict ?? relation.primaryKey;
  for (const name of columns) requireColumn(relation, name);
  const hasConflict = preferences.resolution !== undefined && columns.length > 0;
  return {
    kind: 'insert',
    relation,
    ...plannedPayload(input, payload),
    conflict:
      hasConflict && preferences.resolution ? { resolution: preferences.resolution, columns } : undefined,
    where: [],
    returning: input.returning,
  };
}

/** PUT: one row, named by its primary key in the query and in the body. */
export function planPut(input: MutationInput, payload: RowsPayload): MutationPlan {
  const { relation, query } = input;
  if (query.pages.length > 0) throw errors.putRange();
  const named = query.conditions.map(({ path, value }) =>
    path.length === 0 &&
    value.kind === 'condition' &&
    !value.isNegated &&
    value.field.path.length === 0 &&
    value.operation.kind === 'quantified' &&
    value.operation.operator === 'eq' &&
    value.operation.quantifier === undefined
      ? value.field.name
      : undefined,
  );
  const isKey =
    relation.primaryKey.length > 0 &&
    named.length === relation.primaryKey.length &&
    relation.primaryKey.every((name) => named.includes(name));
  if (!isKey) {
    throw errors.invalidPut("Filters must include all and only primary key columns with 'eq' operators");
  }
  return {
    kind: 'insert',
    relation,
    ...plannedPayload(input, payload),
    conflict: { resolution: 'merge-duplicates', columns: relation.primaryKey },
    where: planConditions(input.cache, relation, query.conditions),
    returning: input.returning,
  };
}

export function planUpdate(input: MutationInput, payload: RowsPayload): MutationPlan {
  return {
    kind: 'update',
    relation: input.relation,
    ...plannedPayload(input, payload),
    where: planConditions(input.cache, input.relation, input.query.conditions),
    returning: input.returning,
  };
}

export function planDelete(input: MutationInput): MutationPlan {
  return {
    kind: 'delete',
    relation: input.relation,
    where: planConditions(input.cache, input.relation, input.query.conditions),
    returning: input.returning,
  };
}

function plannedPayload({ relation, query, preferences }: MutationInput, payload: RowsPayload): Payload {
  const names = new Set(query.columns ?? payload.keys);
  return {
    json: payload.json,
    rowCount: payload.rowCount,
    columns: [...names].map((name) => requireColumn(relation, name)),
    appliesDefaults: preferences.missing === 'default',
  };
}

function requireColumn(relation: Relation, name: string): Column {
  const column = relation.columns.get(name);
  if (!column) throw errors.noColumnInCache(name, relation.name);
  return column;
}

/** The columns a write must give back so that the plan of its answer can be read from them. */
export function returningFor(plan: ReadPlan): Returning {
  const names = new Set<string>();
  for (const item of plan.select) {
    // A function of the row takes the whole row.
    if (item.kind === 'star' || !item.field || item.field.routine) return 'all';
    names.add(item.field.column);
  }
  for (const { by } of plan.order) {
    if (!('field' in by)) continue;
    if (by.field.routine) return 'all';
    names.add(by.field.column);
  }
  for (const { relationship } of plan.embeds) {
    if (relationship.kind === 'computed') return 'all';
    for (const [own] of relationship.junction?.originColumns ?? relationship.columns) names.add(own);
  }
  return [...names];
}
