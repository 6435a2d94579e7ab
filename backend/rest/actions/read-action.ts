// Prepares GET and HEAD on a relation. Pure.
import { chooseMedia } from '../plan/choose-media.ts';
import { findRelation, planRead, relationsRead } from '../plan/plan-read.ts';
import type { ReadPlan } from '../plan/read-plan.ts';
import { cappedTotal, exactTotal, expectedRows, plannedTotal } from '../query/count-query.ts';
import { explained, finalStatement } from '../query/final-query.ts';
import { Values } from '../query/fragment.ts';
import { readSelect } from '../query/read-query.ts';
import type { MediaType } from '../request/parse-accept.ts';
import type { ApiRequest } from '../request/parse-request.ts';
import { type FinalRow, finalRowOf, textOf } from '../response/final-row.ts';
import { renderPlan } from '../response/render-plan.ts';
import { renderRows } from '../response/render-rows.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import type { Action, ActionRules } from './action.ts';
import { weighResponse } from './weigh-response.ts';

export function prepareRead(
  cache: SchemaCache,
  request: ApiRequest,
  name: string,
  rules: ActionRules,
): Action {
  const relation = findRelation(cache, request.schema, name);
  const plan = planRead(
    cache,
    { relation, alias: relation.name, source: 'relation' },
    request.query,
    request.range,
    {
      schema: request.schema,
      maxRows: rules.maxRows,
      allowsAggregates: rules.allowsAggregates,
      isWeighed: rules.limits !== undefined,
    },
  );
  const media = chooseMedia(request.accepted, {
    isScalar: false,
    allowsPlan: rules.allowsPlan,
    hasGeoJson: cache.hasGeoJson,
  });
  const { settings, ...weighed } = weighResponse(rules, plan, plan.page);
  const values = new Values();
  const statement = finalStatement(values, {
    named: [],
    rows: readSelect(values, plan),
    media,
    total: totalOf(values, plan, request, rules),
    isBodiless: request.method === 'HEAD' && media.kind !== 'plan',
    ...weighed,
  });
  const common = {
    isReadOnly: true,
    isInspected: false,
    isUndone: false,
    settings,
    relations: relationsRead(plan),
  };
  if (media.kind === 'plan') {
    return {
      ...common,
      statements: [explained(statement, media)],
      render: (rows) => renderPlan(request, rows, media),
    };
  }
  const { count } = request.preferences;
  const isExpected = count === 'planned' || count === 'estimated';
  return {
    ...common,
    statements: isExpected ? [statement, plannedTotal(plan)] : [statement],
    render(rows) {
      const row = finalRowOf(rows[0]);
      if (isExpected) {
        const expected = expectedRows(textOf(rows[1]?.[0]?.[0]) ?? '[]');
        return renderAnswer({ ...row, total: expectedTotal(row, expected, rules.maxRows) }, media);
      }
      return renderAnswer(row, media);
    },
  };

  function renderAnswer(row: FinalRow, chosen: MediaType): Response {
    return renderRows(request, row, chosen, { offset: plan.page.offset ?? 0 });
  }
}

function totalOf(
  values: Values,
  plan: ReadPlan,
  request: ApiRequest,
  rules: ActionRules,
): string | undefined {
  switch (request.preferences.count) {
    case 'exact':
      return exactTotal(values, plan);
    case 'estimated':
      return rules.maxRows === undefined
        ? exactTotal(values, plan)
        : cappedTotal(values, plan, rules.maxRows);
    default:
      return undefined;
  }
}

/** An estimate is exact up to the most rows an answer may have; beyond, what the database expects if that is more. */
function expectedTotal(row: FinalRow, expected: number, maxRows: number | undefined): number {
  if (row.total === undefined) return expected;
  const isExact = maxRows === undefined || row.total <= maxRows;
  return isExact ? row.total : Math.max(row.total, expected);
}
