// Writes a read plan as one SELECT: lateral joins for embeds, JSON put together by the database.
// Pure: text and parameters only.
import type { Embed, PlannedColumn, PlannedOrder, ReadPlan } from '../plan/read-plan.ts';
import { conditionSql, fieldSql, type RowReference } from './condition-query.ts';
import { quoteIdent, quoteName, type Values } from './fragment.ts';

/** The SELECT of a plan. `named` is the WITH statement that rows of source `named-rows` come from. */
export function readSelect(values: Values, plan: ReadPlan): string {
  return levelSelect(values, plan, []);
}

function rowOf(plan: ReadPlan): RowReference {
  return plan.source === 'relation' ? { alias: plan.alias } : { alias: plan.alias, rowType: plan.relation };
}

function levelSelect(values: Values, plan: ReadPlan, joinConditions: string[], from = fromSql(plan)): string {
  const row = rowOf(plan);
  const columns = selectList(values, plan);
  const joins = plan.embeds.map((embed) => embedJoin(values, plan, embed));
  const where = [...joinConditions, ...plan.where.map((condition) => conditionSql(values, row, condition))];
  const groups = groupList(values, plan);
  return [
    `SELECT ${columns.length > 0 ? columns.join(', ') : ''}`,
    `FROM ${from}`,
    ...joins,
    where.length > 0 ? `WHERE ${where.join(' AND ')}` : '',
    groups.length > 0 ? `GROUP BY ${groups.join(', ')}` : '',
    plan.order.length > 0
      ? `ORDER BY ${plan.order.map((order) => orderSql(values, plan, order)).join(', ')}`
      : '',
    plan.page.limit !== undefined ? `LIMIT ${values.addTyped(String(plan.page.limit), 'int8')}` : '',
    plan.page.offset ? `OFFSET ${values.addTyped(String(plan.page.offset), 'int8')}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function fromSql(plan: ReadPlan): string {
  if (plan.source === 'named-rows') return quoteIdent(plan.alias);
  const name = quoteName(plan.relation);
  return plan.alias === plan.relation.name ? name : `${name} AS ${quoteIdent(plan.alias)}`;
}

function selectList(values: Values, plan: ReadPlan): string[] {
  const row = rowOf(plan);
  const own = plan.select.map((item) =>
    item.kind === 'star' ? `${quoteIdent(plan.alias)}.*` : columnSql(values, row, item),
  );
  return [...own, ...plan.embeds.flatMap(embedColumns)];
}

function columnSql(values: Values, row: RowReference, column: PlannedColumn): string {
  let sql = column.field ? fieldSql(values, row, column.field) : '';
  if (column.cast) sql = `CAST(${sql} AS ${column.cast})`;
  if (column.aggregate) {
    sql = column.field ? `${column.aggregate.name}(${sql})` : 'count(*)';
    if (column.aggregate.cast) sql = `CAST(${sql} AS ${column.aggregate.cast})`;
  }
  return `${sql} AS ${quoteIdent(column.name)}`;
}

/** The keys an embed adds to its parent's row: one of its own name, or with a spread those of its columns. */
function embedColumns(embed: Embed): string[] {
  const alias = quoteIdent(embed.alias);
  if (embed.isSpread) {
    return spreadNames(embed).map((name) => {
      const column = `${alias}.${quoteIdent(name)}`;
      return `${embed.isToOne ? column : `COALESCE(${column}, '[]')`} AS ${quoteIdent(name)}`;
    });
  }
  if (isEmpty(embed.plan)) return [];
  const json = embed.isToOne ? `row_to_json(${alias}.*)` : `COALESCE(${alias}.${alias}, '[]')`;
  return [`${json} AS ${quoteIdent(embed.name)}`];
}

/** An embed without columns only filters: `author!inner()`. */
function isEmpty(plan: ReadPlan): boolean {
  return plan.select.length === 0 && plan.embeds.every((embed) => isEmpty(embed.plan));
}

function spreadNames(embed: Embed): string[] {
  const own = embed.plan.select.flatMap((item) =>
    item.kind === 'star' ? [...embed.plan.relation.columns.keys()] : [item.name],
  );
  const inner = embed.plan.embeds.flatMap((child) => {
    if (child.isSpread) return spreadNames(child);
    return isEmpty(child.plan) ? [] : [child.name];
  });
  return [...own, ...inner];
}

function embedJoin(values: Values, parent: ReadPlan, embed: Embed): string {
  const alias = quoteIdent(embed.alias);
  const rows = embedRows(values, parent, embed);
  const kind = embed.isInner ? 'INNER JOIN LATERAL' : 'LEFT JOIN LATERAL';
  if (embed.isToOne) return `${kind} (${rows}) AS ${alias} ON TRUE`;
  const present = embed.isSpread ? `${alias}."pgrst_count" > 0` : `${alias}.${alias} IS NOT NULL`;
  const on = embed.isInner ? present : 'TRUE';
  return `${kind} (SELECT ${aggregateList(embed)} FROM (${rows}) AS ${alias}) AS ${alias} ON ${on}`;
}

function aggregateList(embed: Embed): string {
  const alias = quoteIdent(embed.alias);
  const whole = `json_agg(${alias}) AS ${alias}`;
  if (!embed.isSpread) return whole;
  const columns = spreadNames(embed).map(
    (name) => `json_agg(${alias}.${quoteIdent(name)}) AS ${quoteIdent(name)}`,
  );
  return [...columns, `count(${alias}) AS "pgrst_count"`, whole].join(', ');
}

/** The rows of the embedded relation that belong to one row of its parent. */
function embedRows(values: Values, parent: ReadPlan, embed: Embed): string {
  const { relationship, plan } = embed;
  const origin = quoteIdent(parent.alias);
  const target = quoteIdent(plan.alias);
  if (relationship.kind === 'computed') {
    const row = parent.source === 'relation' ? origin : `${origin}::${quoteName(parent.relation)}`;
    return levelSelect(values, plan, [], `${quoteName(relationship.routine)}(${row}) AS ${target}`);
  }
  if (relationship.junction) {
    const { junction } = relationship;
    const through = quoteIdent(embed.junctionAlias ?? junction.relation.name);
    const conditions = [
      ...junction.originColumns.map(
        ([own, other]) => `${origin}.${quoteIdent(own)} = ${through}.${quoteIdent(other)}`,
      ),
      ...junction.targetColumns.map(
        ([own, other]) => `${target}.${quoteIdent(own)} = ${through}.${quoteIdent(other)}`,
      ),
    ];
    return levelSelect(
      values,
      plan,
      conditions,
      `${fromSql(plan)}, ${quoteName(junction.relation)} AS ${through}`,
    );
  }
  const conditions = relationship.columns.map(
    ([own, other]) => `${target}.${quoteIdent(other)} = ${origin}.${quoteIdent(own)}`,
  );
  return levelSelect(values, plan, conditions);
}

function groupList(values: Values, plan: ReadPlan): string[] {
  if (!plan.select.some((item) => item.kind === 'column' && item.aggregate)) return [];
  const row = rowOf(plan);
  const own = plan.select.flatMap((item) => {
    if (item.kind === 'star') {
      return [...plan.relation.columns.keys()].map((name) => `${quoteIdent(plan.alias)}.${quoteIdent(name)}`);
    }
    if (item.aggregate || !item.field) return [];
    const sql = fieldSql(values, row, item.field);
    return [item.cast ? `CAST(${sql} AS ${item.cast})` : sql];
  });
  return own;
}

function orderSql(values: Values, plan: ReadPlan, order: PlannedOrder): string {
  const row = order.embed ? { alias: order.embed.alias } : rowOf(plan);
  const direction = order.direction ? ` ${order.direction.toUpperCase()}` : '';
  const nulls = order.nulls ? ` NULLS ${order.nulls.toUpperCase()}` : '';
  return `${fieldSql(values, row, order.field)}${direction}${nulls}`;
}
