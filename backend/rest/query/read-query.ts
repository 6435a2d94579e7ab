// Writes a read plan as one SELECT: lateral joins for embeds, JSON put together by the database.
// Pure: text and parameters only.
import {
  columnNames,
  type Embed,
  isAggregated,
  isEmpty,
  type PlannedAggregate,
  type PlannedColumn,
  type PlannedOrder,
  type ReadPlan,
} from '../plan/read-plan.ts';
import { conditionSql, fieldSql, type RowReference } from './condition-query.ts';
import { pageSql, quoteIdent, quoteName, type Values } from './fragment.ts';
import { pageColumns } from './page-columns.ts';
import { weighSql } from './weight-query.ts';

/** The WITH statement that the rows of a write or a call come from. */
export const namedRows = 'pgrst_source';

export function readSelect(values: Values, plan: ReadPlan): string {
  return levelSelect(values, plan, { from: fromSql(plan), conditions: [], isSpreadToOne: false });
}

/** The same rows without order and page, as rows to count: embeds only where they leave rows out. */
export function countSelect(values: Values, plan: ReadPlan): string {
  if (isAggregated(plan, { isSpreadToOne: false })) {
    return readSelect(values, { ...plan, order: [], page: {} });
  }
  const where = filters(values, plan);
  return `SELECT 1 FROM ${fromSql(plan)}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
}

function rowOf(plan: ReadPlan): RowReference {
  return plan.source === 'relation' ? { alias: plan.alias } : { alias: plan.alias, rowType: plan.relation };
}

interface Level {
  from: string;
  /** What ties the rows to one row of their parent. */
  conditions: string[];
  isSpreadToOne: boolean;
}

function levelSelect(values: Values, plan: ReadPlan, level: Level): string {
  const row = rowOf(plan);
  const isGrouped = isAggregated(plan, level);
  const columns = selectList(values, plan, level, isGrouped);
  const joins = plan.embeds.map((embed) => embedJoin(values, plan, embed, isGrouped));
  const where = [...level.conditions, ...plan.where.map((condition) => conditionSql(values, row, condition))];
  const groups = isGrouped ? groupList(values, plan) : [];
  const order =
    plan.order.length > 0
      ? `ORDER BY ${plan.order.map((term) => orderSql(values, row, term)).join(', ')}`
      : '';
  const page = [
    where.length > 0 ? `WHERE ${where.join(' AND ')}` : '',
    groups.length > 0 ? `GROUP BY ${groups.join(', ')}` : '',
    order,
    pageSql(values, plan.page),
  ];
  const own = pageColumns(plan);
  // PostgreSQL would sort after joining: every row of the table would get its embeds, for the few that the page shows.
  const parts = own
    ? [`FROM (SELECT ${own} FROM ${level.from}`, ...page, `) AS ${quoteIdent(plan.alias)}`, ...joins, order]
    : [`FROM ${level.from}`, ...joins, ...page];
  return [`SELECT ${columns.join(', ')}`, ...parts].filter((part) => part !== '').join(' ');
}

function fromSql(plan: ReadPlan): string {
  const alias = quoteIdent(plan.alias);
  if (plan.source === 'named-rows') return `${namedRows} AS ${alias}`;
  const name = quoteName(plan.relation);
  return plan.alias === plan.relation.name ? name : `${name} AS ${alias}`;
}

function selectList(values: Values, plan: ReadPlan, level: Level, isGrouped: boolean): string[] {
  const row = rowOf(plan);
  const own = plan.select.map((item) => {
    if (item.kind === 'star') return `${quoteIdent(plan.alias)}.*`;
    const sql = columnSql(values, row, item);
    // Of one row there is nothing to aggregate: the parent of a spread does it over its own rows.
    const isComputedHere = item.aggregate && !level.isSpreadToOne;
    const value =
      isComputedHere && item.aggregate ? aggregateSql(item.field ? sql : '*', item.aggregate) : sql;
    return `${value} AS ${quoteIdent(item.name)}`;
  });
  const hidden = plan.hidden.map(
    ({ name, field }) => `${fieldSql(values, row, field)} AS ${quoteIdent(name)}`,
  );
  const embedded = plan.embeds.flatMap((embed) => embedColumns(embed, { ...level, isGrouped }));
  return [...own, ...hidden, ...embedded];
}

function columnSql(values: Values, row: RowReference, column: PlannedColumn): string {
  const sql = column.field ? fieldSql(values, row, column.field) : quoteIdent(row.alias);
  return column.cast ? `CAST(${sql} AS ${column.cast})` : sql;
}

function aggregateSql(sql: string, aggregate: PlannedAggregate): string {
  const result = `${aggregate.name}(${sql})`;
  return aggregate.cast ? `CAST(${result} AS ${aggregate.cast})` : result;
}

/** The keys an embed adds to its parent's row: one of its own name, or with a spread those of its columns. */
function embedColumns(embed: Embed, level: { isSpreadToOne: boolean; isGrouped: boolean }): string[] {
  const alias = quoteIdent(embed.alias);
  if (!embed.spread) {
    return isEmpty(embed.plan) ? [] : [`${embedJson(embed, level.isGrouped)} AS ${quoteIdent(embed.name)}`];
  }
  return embed.spread.map(({ name, aggregate }) => {
    const column = `${alias}.${quoteIdent(name)}`;
    const value = embed.isToOne ? column : `COALESCE(${column}, '[]')`;
    const sql = aggregate && !level.isSpreadToOne ? aggregateSql(value, aggregate) : value;
    return `${sql} AS ${quoteIdent(name)}`;
  });
}

function embedJson(embed: Embed, isGrouped: boolean): string {
  const alias = quoteIdent(embed.alias);
  if (!embed.isToOne) return `COALESCE(${alias}.${alias}, '[]')`;
  // JSON cannot be grouped by, JSONB can.
  const type = isGrouped ? '::jsonb' : '';
  if (embed.plan.hidden.length === 0) return `row_to_json(${alias}.*)${type}`;
  const shown = columnNames(embed.plan).map((name) => `${alias}.${quoteIdent(name)}`);
  return (
    `CASE WHEN ${alias} IS NOT DISTINCT FROM NULL THEN NULL ` +
    `ELSE row_to_json((SELECT shown FROM (SELECT ${shown.join(', ')}) AS shown))${type} END`
  );
}

function embedJoin(values: Values, parent: ReadPlan, embed: Embed, isGrouped: boolean): string {
  const alias = quoteIdent(embed.alias);
  const kind = embed.isInner ? 'INNER JOIN LATERAL' : 'LEFT JOIN LATERAL';
  const level = { ...embedSource(parent, embed), isSpreadToOne: embed.spread !== undefined && embed.isToOne };
  const rows = levelSelect(values, embed.plan, level);
  if (embed.isToOne) return `${kind} (${rows}) AS ${alias} ON TRUE`;
  const whole = `json_agg(${alias})${isGrouped ? '::jsonb' : ''} AS ${alias}`;
  const columns = (embed.spread ?? []).map(
    ({ name }) =>
      `json_agg(${alias}.${quoteIdent(name)})${isGrouped ? '::jsonb' : ''} AS ${quoteIdent(name)}`,
  );
  const weight = embed.isWeighed
    ? [
        `${weighSql({ rows: 'count(*)', bytes: `coalesce(pg_column_size(json_agg(${alias})), 0)` })} AS pgrst_weight`,
      ]
    : [];
  const on = embed.isInner ? `${alias}.${alias} IS NOT NULL` : 'TRUE';
  return `${kind} (SELECT ${[...columns, whole, ...weight].join(', ')} FROM (${rows}) AS ${alias}) AS ${alias} ON ${on}`;
}

/** Where the rows of an embed come from, and which of them belong to one row of its parent. */
function embedSource(parent: ReadPlan, embed: Embed): { from: string; conditions: string[] } {
  const { relationship, plan } = embed;
  const origin = quoteIdent(parent.alias);
  const target = quoteIdent(plan.alias);
  const equal = (left: string, leftColumn: string, right: string, rightColumn: string) =>
    `${left}.${quoteIdent(leftColumn)} = ${right}.${quoteIdent(rightColumn)}`;
  if (relationship.kind === 'computed') {
    const row = parent.source === 'relation' ? origin : `${origin}::${quoteName(parent.relation)}`;
    return { from: `${quoteName(relationship.routine)}(${row}) AS ${target}`, conditions: [] };
  }
  const { junction } = relationship;
  if (junction) {
    const through = quoteIdent(embed.junctionAlias ?? junction.relation.name);
    return {
      from: `${fromSql(plan)}, ${quoteName(junction.relation)} AS ${through}`,
      conditions: [
        ...junction.originColumns.map(([own, other]) => equal(through, other, origin, own)),
        ...junction.targetColumns.map(([own, other]) => equal(target, own, through, other)),
      ],
    };
  }
  return {
    from: fromSql(plan),
    conditions: relationship.columns.map(([own, other]) => equal(target, other, origin, own)),
  };
}

/** The conditions of a level when its embeds are not joined: inner ones and tests for null become EXISTS. */
function filters(values: Values, plan: ReadPlan): string[] {
  const row: RowReference = {
    ...rowOf(plan),
    embedIsNull: (embed) => `NOT ${existsSql(values, plan, embed)}`,
  };
  return [
    ...plan.where.map((condition) => conditionSql(values, row, condition)),
    ...plan.embeds.filter((embed) => embed.isInner).map((embed) => existsSql(values, plan, embed)),
  ];
}

function existsSql(values: Values, parent: ReadPlan, embed: Embed): string {
  const { from, conditions } = embedSource(parent, embed);
  const where = [...conditions, ...filters(values, embed.plan)];
  return `EXISTS (SELECT 1 FROM ${from}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''})`;
}

function groupList(values: Values, plan: ReadPlan): string[] {
  const row = rowOf(plan);
  const own = plan.select.flatMap((item) => {
    if (item.kind === 'star') {
      return [...plan.relation.columns.keys()].map((name) => `${quoteIdent(plan.alias)}.${quoteIdent(name)}`);
    }
    return item.aggregate ? [] : [columnSql(values, row, item)];
  });
  const embedded = plan.embeds.flatMap((embed) => {
    const alias = quoteIdent(embed.alias);
    if (embed.spread) {
      return embed.spread
        .filter(({ aggregate }) => !aggregate)
        .map(({ name }) => `${alias}.${quoteIdent(name)}`);
    }
    return isEmpty(embed.plan) ? [] : [embed.isToOne ? embedJson(embed, true) : `${alias}.${alias}`];
  });
  return [...own, ...embedded];
}

function orderSql(values: Values, row: RowReference, order: PlannedOrder): string {
  const by =
    'field' in order.by
      ? fieldSql(values, row, order.by.field)
      : `${quoteIdent(order.by.embed.alias)}.${quoteIdent(order.by.hidden)}`;
  const direction = order.direction ? ` ${order.direction.toUpperCase()}` : '';
  const nulls = order.nulls ? ` NULLS ${order.nulls.toUpperCase()}` : '';
  return `${by}${direction}${nulls}`;
}
