// The shape of a planned read: plain data that says everything the query writer needs, all names from the cache.
import type { LogicGroup, Operation } from '../request/parse-filter.ts';
import type { Page } from '../request/parse-query.ts';
import type { AggregateFunction } from '../request/parse-select.ts';
import type { JsonStep } from '../request/scanner.ts';
import type { Relation, RelationName, Relationship } from '../schema-cache/schema-cache.ts';

export interface PlannedField {
  column: string;
  /** A function of the row instead of a column; called by this name when the row has no table type. */
  routine?: RelationName;
  isJson: boolean;
  path: JsonStep[];
}

export interface PlannedColumn {
  kind: 'column';
  /** Without a field the column counts rows: `count()`. */
  field?: PlannedField;
  /** The key in the answer. */
  name: string;
  cast?: string;
  aggregate?: { name: AggregateFunction; cast?: string };
}

export interface PlannedStar {
  kind: 'star';
}

export type PlannedSelect = PlannedColumn | PlannedStar;

export type PlannedCondition =
  | { kind: 'group'; operator: LogicGroup['operator']; isNegated: boolean; children: PlannedCondition[] }
  | { kind: 'condition'; field: PlannedField; isNegated: boolean; operation: Operation }
  | { kind: 'embed-null'; embed: Embed; isNegated: boolean };

export interface PlannedOrder {
  field: PlannedField;
  /** The to-one embed whose column orders the rows. */
  embed?: Embed;
  direction?: 'asc' | 'desc';
  nulls?: 'first' | 'last';
}

export interface ReadPlan {
  relation: Relation;
  /** What the statement calls the rows. */
  alias: string;
  /** Where the rows come from: the relation itself, or a statement named in a WITH before. */
  source: 'relation' | 'named-rows';
  select: PlannedSelect[];
  where: PlannedCondition[];
  order: PlannedOrder[];
  page: Page;
  embeds: Embed[];
}

export interface Embed {
  relationship: Relationship;
  /** The key in the answer. */
  name: string;
  /** What the statement calls the joined result. */
  alias: string;
  isInner: boolean;
  isSpread: boolean;
  isToOne: boolean;
  /** What the statement calls the junction table, of a many-to-many relationship. */
  junctionAlias?: string;
  plan: ReadPlan;
}
