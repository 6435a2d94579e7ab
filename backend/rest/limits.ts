// What one request may cost, by who sends it: strangers what a public page needs, accounts twice as much, the service
// role anything. Says no before the database is asked; rows and bytes are counted by the statement itself
// (query/weight-query.ts), time by the role's statement_timeout.
import type { Caller } from '#contracts/caller.ts';
import { accountFactor, isAnonymousCaller } from '../limits/caller-share.ts';
import { errors } from './errors.ts';
import type { LogicTree, Operation } from './request/parse-filter.ts';
import type { ParsedQuery } from './request/parse-query.ts';
import type { SelectItem } from './request/parse-select.ts';

export interface RestLimits {
  /** How deep relations may be embedded in each other. */
  maxEmbedDepth: number;
  /** Embedded relations of one request. */
  maxEmbeds: number;
  /** Columns, conditions and order terms of one request together; see `termsOf`. */
  maxTerms: number;
  /** Rows of all embedded lists together. */
  maxEmbeddedRows: number;
  maxResponseBytes: number;
  /** The body of a stranger's request; accounts may send what the host takes. */
  maxBodyBytes: number;
}

/** The same long text many times in one row is an answer that no page needs. */
const maxSameColumn = 4;

/** Undefined for callers without limits. */
export function limitsOf(caller: Caller, limits: RestLimits | undefined): RestLimits | undefined {
  if (!limits || caller.role === 'service_role') return undefined;
  return isAnonymousCaller(caller) ? limits : accountLimits(limits);
}

const doubled = new WeakMap<RestLimits, RestLimits>();

function accountLimits(limits: RestLimits): RestLimits {
  const known = doubled.get(limits);
  if (known) return known;
  const made: RestLimits = {
    maxEmbedDepth: limits.maxEmbedDepth * accountFactor,
    maxEmbeds: limits.maxEmbeds * accountFactor,
    maxTerms: limits.maxTerms * accountFactor,
    maxEmbeddedRows: limits.maxEmbeddedRows * accountFactor,
    maxResponseBytes: limits.maxResponseBytes * accountFactor,
    maxBodyBytes: Number.POSITIVE_INFINITY,
  };
  doubled.set(limits, made);
  return made;
}

export function requireWithinLimits(query: ParsedQuery, limits: RestLimits): void {
  const seen = { depth: 0, embeds: 0, terms: 0 };
  countItems(query.select, 0, seen);
  if (seen.depth > limits.maxEmbedDepth) throw errors.embedsTooDeep(limits.maxEmbedDepth);
  if (seen.embeds > limits.maxEmbeds) throw errors.tooManyEmbeds(limits.maxEmbeds);
  for (const { value } of query.conditions) seen.terms += termsOf(value);
  for (const { value } of query.orders) seen.terms += value.length;
  if (seen.terms > limits.maxTerms) throw errors.tooManyTerms(limits.maxTerms);
}

function countItems(
  items: SelectItem[],
  depth: number,
  seen: { depth: number; embeds: number; terms: number },
): void {
  const columns = new Map<string, number>();
  seen.depth = Math.max(seen.depth, depth);
  for (const item of items) {
    seen.terms += 1;
    if (item.kind !== 'field') {
      seen.embeds += 1;
      countItems(item.children, depth + 1, seen);
      continue;
    }
    if (item.field.path.length > 0) continue;
    const count = (columns.get(item.field.name) ?? 0) + 1;
    if (count > maxSameColumn) throw errors.columnTooOften(item.field.name, maxSameColumn);
    columns.set(item.field.name, count);
  }
}

/** A condition is one term; those that make the database work on each row are more. */
function termsOf(tree: LogicTree): number {
  if (tree.kind === 'group') return tree.children.reduce((sum, child) => sum + termsOf(child), 1);
  return operationTerms(tree.operation);
}

function operationTerms(operation: Operation): number {
  if (operation.kind === 'search') return 5;
  if (operation.kind !== 'quantified') return 1;
  switch (operation.operator) {
    case 'like':
    case 'ilike':
      return 1 + count(operation.value, /[%*]/g);
    case 'match':
    case 'imatch':
      // Repetitions and references back are what makes an expression slow.
      return 10 + 25 * count(operation.value, /\{|\\\d/g);
    default:
      return 1;
  }
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}
