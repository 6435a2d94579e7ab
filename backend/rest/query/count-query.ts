// Writes how many rows there are without the page: exactly, as the planner expects, or exactly up to a limit.
import type { ReadPlan } from '../plan/read-plan.ts';
import { pageSql, rowsSql, type Statement, Values } from './fragment.ts';
import { countSelect } from './read-query.ts';

/** The exact total, counted only when the page does not say it already. Stands beside `count(*)` of the page. */
export function exactTotal(values: Values, plan: ReadPlan): string {
  const offset = plan.page.offset ?? 0;
  const counted = `(SELECT count(*) FROM (${countSelect(values, plan)}) AS pgrst_counted)`;
  const known = offset > 0 ? `${values.addTyped(String(offset), 'int8')} + count(*)` : 'count(*)';
  // A page that is not full is the last one; an empty page says the total only where nothing was skipped.
  const isLast = [
    offset > 0 ? 'count(*) > 0' : '',
    plan.page.limit === undefined ? '' : `count(*) < ${rowsSql(values, plan.page.limit)}`,
  ].filter((part) => part !== '');
  if (isLast.length === 0) return known;
  return `CASE WHEN ${isLast.join(' AND ')} THEN ${known} ELSE ${counted} END`;
}

/** Counts no further than one row past the limit. */
export function cappedTotal(values: Values, plan: ReadPlan, cap: number): string {
  const page = pageSql(values, { limit: cap + 1 });
  return `(SELECT count(*) FROM (${countSelect(values, plan)} ${page}) AS pgrst_counted)`;
}

/** A statement whose query plan contains the number of rows the database expects. */
export function plannedTotal(plan: ReadPlan): Statement {
  const values = new Values();
  return { text: `EXPLAIN (FORMAT JSON) ${countSelect(values, plan)}`, values: values.values };
}

/** The expected rows in the answer of `plannedTotal`. */
export function expectedRows(explained: string): number {
  const plans: unknown = JSON.parse(explained);
  const root = Array.isArray(plans) ? (plans[0] as { Plan?: { 'Plan Rows'?: number } }) : undefined;
  return root?.Plan?.['Plan Rows'] ?? 0;
}
