// How the limits of a caller become parts of a statement: which rows are counted, and from where the count begins.
import { type ReadPlan, weighedDepth } from '../plan/read-plan.ts';
import { initialWeight, weightSetting } from '../query/weight-query.ts';
import type { ActionRules } from './action.ts';

/** So few rows are looked at as a whole, after they were put together. */
const fewRows = 100;

export interface WeighedResponse {
  maxBytes: number | undefined;
  isWeighed: boolean;
  settings: Record<string, string>;
}

export function weighResponse(
  { limits }: ActionRules,
  plan: ReadPlan | undefined,
  page: { limit?: number },
): WeighedResponse {
  if (!limits) return { maxBytes: undefined, isWeighed: false, settings: {} };
  const isWeighed = page.limit === undefined || page.limit > fewRows;
  const depth = (plan ? weighedDepth(plan) : 0) + (isWeighed ? 1 : 0);
  if (depth === 0) return { maxBytes: limits.maxResponseBytes, isWeighed, settings: {} };
  // Each list is counted again inside the one around it, so a response within its limit weighs this much at most.
  const weight = { maxRows: limits.maxEmbeddedRows, maxBytes: limits.maxResponseBytes * depth };
  return {
    maxBytes: limits.maxResponseBytes,
    isWeighed,
    settings: { [weightSetting]: initialWeight(weight) },
  };
}
