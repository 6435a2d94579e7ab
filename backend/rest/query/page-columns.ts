// Whether the rows of a page can be chosen before anything is embedded in them, and which columns that takes.
import type { Embed, PlannedCondition, PlannedField, ReadPlan } from '../plan/read-plan.ts';
import { quoteIdent } from './fragment.ts';

/** The columns to choose the page with, as SQL; undefined when embeds have a say in which rows it shows. */
export function pageColumns(plan: ReadPlan): string | undefined {
  if (plan.source !== 'relation' || plan.page.limit === undefined) return undefined;
  // Without an order PostgreSQL stops by itself when it has enough rows.
  if (plan.order.length === 0 || plan.embeds.length === 0) return undefined;
  if (plan.embeds.some((embed) => embed.isInner) || plan.where.some(needsEmbed)) return undefined;
  const alias = quoteIdent(plan.alias);
  const columns = new Set<string>();
  let hasStar = false;
  const fields: (PlannedField | undefined)[] = plan.hidden.map(({ field }) => field);
  for (const { by } of plan.order) fields.push('field' in by ? by.field : undefined);
  for (const item of plan.select) {
    if (item.kind === 'star') hasStar = true;
    else fields.push(item.aggregate ? undefined : item.field);
  }
  for (const field of fields) {
    // A function of the row needs the row itself.
    if (!field || field.routine) return undefined;
    columns.add(field.column);
  }
  for (const embed of plan.embeds) {
    const keys = joinColumns(embed);
    if (!keys || embed.spread?.some(({ aggregate }) => aggregate)) return undefined;
    for (const key of keys) columns.add(key);
  }
  return hasStar ? `${alias}.*` : [...columns].map((column) => `${alias}.${quoteIdent(column)}`).join(', ');
}

function joinColumns({ relationship }: Embed): string[] | undefined {
  if (relationship.kind === 'computed') return undefined;
  return (relationship.junction?.originColumns ?? relationship.columns).map(([own]) => own);
}

function needsEmbed(condition: PlannedCondition): boolean {
  if (condition.kind === 'group') return condition.children.some(needsEmbed);
  return condition.kind === 'embed-null';
}
