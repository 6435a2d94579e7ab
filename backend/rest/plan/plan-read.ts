// Plans reads: binds what a request says to the relations, columns and relationships of the cache.
// Pure: never touches the database, and leaves the text of the statement to query/.
import { errors } from '../errors.ts';
import type { LogicTree } from '../request/parse-filter.ts';
import type { OrderTerm } from '../request/parse-order.ts';
import type { AtPath, Page, ParsedQuery } from '../request/parse-query.ts';
import type { FieldSelect, RelationSelect, SelectItem } from '../request/parse-select.ts';
import { keyOf, type Relation, type Relationship, type SchemaCache } from '../schema-cache/schema-cache.ts';
import { findRelationship } from './find-relationship.ts';
import { planCast, planField } from './plan-fields.ts';
import {
  columnNames,
  type Embed,
  type PlannedCondition,
  type PlannedOrder,
  type PlannedSelect,
  type ReadPlan,
  type SpreadColumn,
} from './read-plan.ts';
import { mostSimilar } from './suggest-name.ts';

export interface ReadRules {
  schema: string;
  maxRows?: number;
  allowsAggregates: boolean;
  /** Whether embedded lists are counted while the statement runs. */
  isWeighed?: boolean;
}

interface Scope {
  cache: SchemaCache;
  rules: ReadRules;
}

export interface ReadSource {
  relation: Relation;
  alias: string;
  source: ReadPlan['source'];
}

/** The relation of a request by its name, or the error that says it is not there. */
export function findRelation(cache: SchemaCache, schema: string, name: string): Relation {
  const relation = cache.relations.get(keyOf({ schema, name }));
  if (relation) return relation;
  const names = [...cache.relations.values()].filter((one) => one.schema === schema).map((one) => one.name);
  throw errors.noTable(schema, name, mostSimilar(name, names, 0.75));
}

export function planRead(
  cache: SchemaCache,
  source: ReadSource,
  query: ParsedQuery,
  range: Page,
  rules: ReadRules,
): ReadPlan {
  const scope: Scope = { cache, rules };
  const plan = planLevel(scope, source, query.select, 0);
  for (const { path, value } of query.pages)
    planAt(plan, path).page = { ...planAt(plan, path).page, ...value };
  for (const { path, value } of query.orders) addOrder(scope, plan, path, value);
  addConditions(scope, plan, query.conditions);
  plan.page = narrowed(plan.page, range);
  if (rules.maxRows !== undefined) limitRows(plan, rules.maxRows);
  return plan;
}

/** `schema.name` of every table that the plan reads, views followed to the tables behind them. */
export function relationsRead(plan: ReadPlan): string[] {
  const names = new Set<string>();
  const visit = (level: ReadPlan) => {
    for (const source of level.relation.sources) names.add(source);
    for (const { relationship, plan: inner } of level.embeds) {
      const junction = relationship.kind === 'foreign-key' ? relationship.junction : undefined;
      if (junction) names.add(`${junction.relation.schema}.${junction.relation.name}`);
      visit(inner);
    }
  };
  visit(plan);
  return [...names];
}

function planLevel(scope: Scope, source: ReadSource, items: SelectItem[], depth: number): ReadPlan {
  const plan: ReadPlan = { ...source, select: [], hidden: [], where: [], order: [], page: {}, embeds: [] };
  for (const item of items) {
    if (item.kind === 'field') plan.select.push(planSelect(scope, plan, item));
    else plan.embeds.push(planEmbed(scope, plan, item, depth + 1));
  }
  return plan;
}

function planSelect({ cache, rules }: Scope, plan: ReadPlan, item: FieldSelect): PlannedSelect {
  const { field, aggregate } = item;
  if (aggregate && !rules.allowsAggregates) throw errors.aggregatesOff();
  const plannedAggregate = aggregate && { name: aggregate.name, cast: planCast(cache, aggregate.cast) };
  if (field.name === '*') {
    if (!plannedAggregate) return { kind: 'star' };
    return { kind: 'column', name: item.alias ?? plannedAggregate.name, aggregate: plannedAggregate };
  }
  const isKnown =
    plan.relation.columns.has('count') || cache.computedFields.get(keyOf(plan.relation))?.has('count');
  if (field.name === 'count' && !aggregate && field.path.length === 0 && !isKnown) {
    return { kind: 'column', name: item.alias ?? 'count', aggregate: { name: 'count' }, isBareCount: true };
  }
  return {
    kind: 'column',
    field: planField(cache, plan.relation, plan.alias, field),
    name: item.alias ?? aggregate?.name ?? lastKey(item) ?? field.name,
    cast: planCast(cache, item.cast),
    aggregate: plannedAggregate,
  };
}

/** A JSON path is named after its last key: `data->a->0` is a. */
function lastKey(item: FieldSelect): string | undefined {
  for (const { operand } of item.field.path.toReversed()) if ('key' in operand) return operand.key;
  return undefined;
}

function planEmbed(scope: Scope, parent: ReadPlan, item: RelationSelect, depth: number): Embed {
  const { cache, rules } = scope;
  const relationship = findRelationship(cache, parent.relation, rules.schema, {
    target: item.name,
    hint: item.hint,
  });
  const relation = cache.relations.get(keyOf(relationship.target));
  if (!relation) throw errors.noTable(relationship.target.schema, relationship.target.name, null);
  const junction = relationship.kind === 'foreign-key' ? relationship.junction : undefined;
  const plan = planLevel(
    scope,
    { relation, alias: shortened(`${relation.name}_${depth}`, depth), source: 'relation' },
    item.children,
    depth,
  );
  return {
    relationship,
    name: item.alias ?? item.name,
    target: item.name,
    alias: shortened(`${parent.relation.name}_${item.alias ?? item.name}_${depth}`, depth),
    isInner: item.join === 'inner',
    isToOne: isToOne(relationship),
    isWeighed: rules.isWeighed === true && !isToOne(relationship),
    spread: item.kind === 'spread' ? spreadColumns(plan, isToOne(relationship)) : undefined,
    junctionAlias: junction && shortened(`${junction.relation.name}_${depth}`, depth),
    plan,
  };
}

/** What a spread gives to its parent. Over one row an aggregate says nothing, so the parent computes it. */
function spreadColumns(plan: ReadPlan, isOne: boolean): SpreadColumn[] {
  const aggregates = new Map<string, SpreadColumn['aggregate']>();
  for (const item of plan.select) {
    if (item.kind === 'column' && item.aggregate) aggregates.set(item.name, item.aggregate);
  }
  for (const embed of plan.embeds) {
    for (const column of embed.spread ?? [])
      if (column.aggregate) aggregates.set(column.name, column.aggregate);
  }
  if (aggregates.size > 0 && !isOne) {
    throw errors.notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.');
  }
  return columnNames(plan).map((name) => ({ name, aggregate: aggregates.get(name) }));
}

// PostgreSQL cuts names at 63 bytes; two long aliases cut alike would be taken for one.
function shortened(alias: string, depth: number): string {
  return Buffer.byteLength(alias) <= 63 ? alias : `${alias.slice(0, 12)}_${alias.length}_${depth}`;
}

function isToOne(relationship: Relationship): boolean {
  return relationship.kind === 'computed'
    ? relationship.isToOne
    : relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one';
}

function findEmbed(plan: ReadPlan, name: string): Embed | undefined {
  return plan.embeds.find((embed) => embed.name === name || embed.target === name);
}

function planAt(plan: ReadPlan, path: string[]): ReadPlan {
  let level = plan;
  for (const name of path) {
    const embed = findEmbed(level, name);
    if (!embed) throw errors.filterOnAbsentEmbed(name);
    level = embed.plan;
  }
  return level;
}

function addOrder({ cache }: Scope, root: ReadPlan, path: string[], terms: OrderTerm[]): void {
  const plan = planAt(root, path);
  plan.order = terms.map(({ relation, field, direction, nulls }): PlannedOrder => {
    if (relation === undefined) {
      return { by: { field: planField(cache, plan.relation, plan.alias, field) }, direction, nulls };
    }
    const embed = findEmbed(plan, relation);
    if (!embed) throw errors.filterOnAbsentEmbed(relation);
    if (!embed.isToOne) throw errors.relatedOrderNotToOne(plan.relation.name, relation);
    const hidden = `pgrst_order_${embed.plan.hidden.length}`;
    embed.plan.hidden.push({
      name: hidden,
      field: planField(cache, embed.plan.relation, embed.plan.alias, field),
    });
    return { by: { embed, hidden }, direction, nulls };
  });
}

/** The conditions of a write, which hold for its own rows; those of embeds belong to the answer. */
export function planConditions(
  cache: SchemaCache,
  relation: Relation,
  conditions: AtPath<LogicTree>[],
): PlannedCondition[] {
  const bind = (tree: LogicTree): PlannedCondition =>
    tree.kind === 'group'
      ? { ...tree, children: tree.children.map(bind) }
      : { ...tree, field: planField(cache, relation, relation.name, tree.field) };
  return conditions.filter(({ path }) => path.length === 0).map(({ value }) => bind(value));
}

function addConditions(scope: Scope, root: ReadPlan, conditions: AtPath<LogicTree>[]): void {
  for (const { path, value } of conditions) {
    const plan = planAt(root, path);
    plan.where.push(planCondition(scope, plan, value));
  }
}

function planCondition(scope: Scope, plan: ReadPlan, tree: LogicTree): PlannedCondition {
  if (tree.kind === 'group') {
    return { ...tree, children: tree.children.map((child) => planCondition(scope, plan, child)) };
  }
  const { field, operation } = tree;
  const embed =
    field.path.length === 0 && !plan.relation.columns.has(field.name) && findEmbed(plan, field.name);
  if (embed) {
    if (operation.kind !== 'is' || (operation.value !== 'null' && operation.value !== 'not_null')) {
      throw errors.embedNullFilter(field.name);
    }
    return { kind: 'embed-null', embed, isNegated: tree.isNegated !== (operation.value === 'not_null') };
  }
  return { ...tree, field: planField(scope.cache, plan.relation, plan.alias, field) };
}

/** The part of a page that another page leaves of it; the second counts from the start of the first. */
function narrowed(page: Page, range: Page): Page {
  const offset = range.offset ?? page.offset;
  const limits = [page.limit, range.limit].filter((limit) => limit !== undefined);
  return { offset, limit: limits.length > 0 ? Math.min(...limits) : undefined };
}

function limitRows(plan: ReadPlan, maxRows: number): void {
  plan.page = { ...plan.page, limit: Math.min(plan.page.limit ?? maxRows, maxRows) };
  for (const embed of plan.embeds) {
    // One row at most needs no limit.
    if (!embed.isToOne) limitRows(embed.plan, maxRows);
  }
}
