// The shape of a planned read: plain data that says everything the query writer needs, all names from the cache.
import type { LogicGroup, Operation } from '../request/parse-filter.ts';
import type { Page } from '../request/parse-query.ts';
import type { AggregateFunction } from '../request/parse-select.ts';
import type { JsonStep } from '../request/scanner.ts';
import type { Relation, RelationName, Relationship } from '../schema-cache/schema-cache.ts';

export interface PlannedField {
  column: string;
  /** A function of the row instead of a column. */
  routine?: RelationName;
  isJson: boolean;
  isSearchVector: boolean;
  path: JsonStep[];
}

export interface PlannedAggregate {
  name: AggregateFunction;
  cast?: string;
}

export interface PlannedColumn {
  kind: 'column';
  /** Without a field the column is the whole row: what `count()` counts. */
  field?: PlannedField;
  /** The key in the answer. */
  name: string;
  cast?: string;
  aggregate?: PlannedAggregate;
  /** The bare word `count`, older than aggregates: it counts the rows and groups nothing. */
  isBareCount?: boolean;
}

interface PlannedStar {
  kind: 'star';
}

export type PlannedSelect = PlannedColumn | PlannedStar;

export type PlannedCondition =
  | { kind: 'group'; operator: LogicGroup['operator']; isNegated: boolean; children: PlannedCondition[] }
  | { kind: 'condition'; field: PlannedField; isNegated: boolean; operation: Operation }
  | { kind: 'embed-null'; embed: Embed; isNegated: boolean };

export interface PlannedOrder {
  /** A field of the rows, or a hidden column of a to-one embed. */
  by: { field: PlannedField } | { embed: Embed; hidden: string };
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
}

export interface ReadPlan {
  relation: Relation;
  /** What the statement calls the rows. */
  alias: string;
  /** Where the rows come from: the relation itself, or the WITH statement that wrote or called. */
  source: 'relation' | 'named-rows';
  select: PlannedSelect[];
  /** Columns the parent orders by; they are no part of the answer. */
  hidden: { name: string; field: PlannedField }[];
  where: PlannedCondition[];
  order: PlannedOrder[];
  page: Page;
  embeds: Embed[];
}

export interface SpreadColumn {
  name: string;
  /** An aggregate that the spread brought up to be computed over the rows of the parent. */
  aggregate?: PlannedAggregate;
}

export interface Embed {
  relationship: Relationship;
  /** The key in the answer. */
  name: string;
  /** What the request calls the relation, beside the key. */
  target: string;
  /** What the statement calls the joined result. */
  alias: string;
  isInner: boolean;
  isToOne: boolean;
  /** The keys that a spread gives to its parent; undefined for an embed with a key of its own. */
  spread?: SpreadColumn[];
  /** Whether the rows of the list are counted while the statement runs, see query/weight-query.ts. */
  isWeighed: boolean;
  /** What the statement calls the junction table, of a many-to-many relationship. */
  junctionAlias?: string;
  plan: ReadPlan;
}

/** Whether the level computes aggregates, its own or those a spread brought up. */
export function isAggregated(plan: ReadPlan, options: { isSpreadToOne: boolean }): boolean {
  if (options.isSpreadToOne) return false;
  return (
    plan.select.some((item) => item.kind === 'column' && item.aggregate && !item.isBareCount) ||
    plan.embeds.some((embed) => embed.spread?.some((column) => column.aggregate))
  );
}

/** How many lists stand inside one another in the answer; 0 when nothing is counted. */
export function weighedDepth(plan: ReadPlan): number {
  return Math.max(0, ...plan.embeds.map((embed) => (embed.isWeighed ? 1 : 0) + weighedDepth(embed.plan)));
}

/** An embed without columns only filters: `author!inner()`. */
export function isEmpty(plan: ReadPlan): boolean {
  return plan.select.length === 0 && plan.embeds.every((embed) => isEmpty(embed.plan));
}

/** The keys of the rows that a level gives. */
export function columnNames(plan: ReadPlan): string[] {
  const own = plan.select.flatMap((item) =>
    item.kind === 'star' ? [...plan.relation.columns.keys()] : [item.name],
  );
  const embedded = plan.embeds.flatMap((embed) => {
    if (embed.spread) return embed.spread.map((column) => column.name);
    return isEmpty(embed.plan) ? [] : [embed.name];
  });
  return [...own, ...embedded];
}
