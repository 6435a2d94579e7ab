// Writes a mutation plan as the INSERT, UPDATE or DELETE that the answer's WITH starts with.
// The payload travels as one JSON parameter; the database takes it apart by the types of the columns.
import type { MutationPlan, Returning } from '../plan/plan-mutation.ts';
import type { PlannedCondition } from '../plan/read-plan.ts';
import type { Column, Relation } from '../schema-cache/schema-cache.ts';
import { conditionSql } from './condition-query.ts';
import { quoteIdent, quoteName, type Values } from './fragment.ts';
import { namedRows } from './read-query.ts';

const body = 'pgrst_body';

/** `name AS (...)` for the WITH of the final statement. */
export function mutationSource(values: Values, plan: MutationPlan): string {
  return `${namedRows} AS (${mutationSql(values, plan)})`;
}

function mutationSql(values: Values, plan: MutationPlan): string {
  switch (plan.kind) {
    case 'insert':
      return insertSql(values, plan);
    case 'update':
      return updateSql(values, plan);
    case 'delete':
      return `DELETE FROM ${quoteName(plan.relation)}${whereSql(values, plan.relation.name, plan.where)} ${returningSql(plan)}`;
  }
}

function insertSql(values: Values, plan: MutationPlan & { kind: 'insert' }): string {
  const target = quoteName(plan.relation);
  if (plan.columns.length === 0) return defaultRows(plan, target);
  const names = plan.columns.map((column) => quoteIdent(column.name)).join(', ');
  const isMerge = plan.conflict?.resolution === 'merge-duplicates';
  const where = [
    ...plan.where.map((condition) => conditionSql(values, { alias: body }, condition)),
    // Counts the rows that go in; an update on conflict takes its own back, so the rest were inserted.
    ...(isMerge ? [`${countInserted('+ 1')} <> '0'`] : []),
  ];
  return [
    `INSERT INTO ${target}(${names})`,
    `SELECT ${names} FROM ${payloadRows(values, plan)}`,
    where.length > 0 ? `WHERE ${where.join(' AND ')}` : '',
    conflictSql(plan),
    returningSql(plan),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function defaultRows(plan: MutationPlan & { kind: 'insert' }, target: string): string {
  const [first] = plan.relation.columns.keys();
  if (plan.rowCount === 0 || first === undefined) {
    return `SELECT ${plan.returning === 'all' ? '*' : returningList(plan)} FROM ${target} WHERE false`;
  }
  if (plan.rowCount === 1) return `INSERT INTO ${target} DEFAULT VALUES ${returningSql(plan)}`;
  const rows = Array.from({ length: plan.rowCount }, () => '(DEFAULT)').join(', ');
  return `INSERT INTO ${target}(${quoteIdent(first)}) VALUES ${rows} ${returningSql(plan)}`;
}

function conflictSql(plan: MutationPlan & { kind: 'insert' }): string {
  if (!plan.conflict) return '';
  const target = plan.conflict.columns.map(quoteIdent).join(', ');
  if (plan.conflict.resolution === 'ignore-duplicates') return `ON CONFLICT(${target}) DO NOTHING`;
  const sets = plan.columns.map(({ name }) => `${quoteIdent(name)} = EXCLUDED.${quoteIdent(name)}`);
  return `ON CONFLICT(${target}) DO UPDATE SET ${sets.join(', ')} WHERE ${countInserted('- 1')} <> '-1'`;
}

function countInserted(step: '+ 1' | '- 1'): string {
  return (
    `set_config('pgrst.inserted', ` +
    `(coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) ${step})::text, true)`
  );
}

function updateSql(values: Values, plan: MutationPlan & { kind: 'update' }): string {
  const target = quoteName(plan.relation);
  if (plan.columns.length === 0) {
    // Nothing to change is no error: no row is touched and none is given back.
    return `SELECT ${plan.returning === 'all' ? '*' : returningList(plan)} FROM ${target} WHERE false`;
  }
  const sets = plan.columns.map(({ name }) => `${quoteIdent(name)} = ${body}.${quoteIdent(name)}`);
  return (
    `UPDATE ${target} SET ${sets.join(', ')} ` +
    `FROM (SELECT * FROM ${payloadRows(values, plan)} LIMIT 1) AS ${body}` +
    `${whereSql(values, plan.relation.name, plan.where)} ${returningSql(plan)}`
  );
}

function payloadRows(
  values: Values,
  plan: { json: string; columns: Column[]; appliesDefaults: boolean },
): string {
  const types = plan.columns.map((column) => `${quoteIdent(column.name)} ${column.definition}`);
  return `json_to_recordset(${payloadJson(values, plan)}) AS ${body}(${types.join(', ')})`;
}

function payloadJson(
  values: Values,
  plan: { json: string; columns: Column[]; appliesDefaults: boolean },
): string {
  const withDefault = plan.columns.filter((column) => column.default !== null);
  if (!plan.appliesDefaults || withDefault.length === 0) return `${values.add(plan.json)}::json`;
  const defaults = withDefault.map((column) => `${values.addTyped(column.name, 'text')}, ${column.default}`);
  return (
    `(SELECT coalesce(json_agg(jsonb_build_object(${defaults.join(', ')}) || one.value), '[]') ` +
    `FROM jsonb_array_elements(${values.add(plan.json)}::jsonb) AS one)`
  );
}

function whereSql(values: Values, alias: string, conditions: PlannedCondition[]): string {
  if (conditions.length === 0) return '';
  return ` WHERE ${conditions.map((condition) => conditionSql(values, { alias }, condition)).join(' AND ')}`;
}

function returningSql(plan: { relation: Relation; returning: Returning }): string {
  return `RETURNING ${returningList(plan)}`;
}

function returningList({ relation, returning }: { relation: Relation; returning: Returning }): string {
  const alias = quoteIdent(relation.name);
  if (returning === 'all') return `${alias}.*`;
  // A constant counts the rows without asking for the right to read any column.
  return returning.length === 0 ? '1' : returning.map((name) => `${alias}.${quoteIdent(name)}`).join(', ');
}
