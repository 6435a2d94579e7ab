// Prepares the call of a function under /rpc. Pure.
import { errors } from '../errors.ts';
import { chooseMedia } from '../plan/choose-media.ts';
import { planCall, resultRelation } from '../plan/plan-call.ts';
import { planRead } from '../plan/plan-read.ts';
import type { ReadPlan } from '../plan/read-plan.ts';
import { callSource, scalarColumn } from '../query/call-query.ts';
import { exactTotal } from '../query/count-query.ts';
import { explained, finalStatement } from '../query/final-query.ts';
import { pageSql, Values } from '../query/fragment.ts';
import { namedRows, readSelect } from '../query/read-query.ts';
import { type CallPayload, parseCall } from '../request/parse-body.ts';
import type { ApiRequest } from '../request/parse-request.ts';
import {
  answerHeaders,
  bytesOf,
  contentRange,
  type FinalRow,
  finalRowOf,
  requireSingle,
  respond,
} from '../response/final-row.ts';
import { renderPlan } from '../response/render-plan.ts';
import { renderRows } from '../response/render-rows.ts';
import type { Routine, SchemaCache } from '../schema-cache/schema-cache.ts';
import type { Action, ActionRules } from './action.ts';
import type { RequestBody } from './mutation-action.ts';
import { weighResponse } from './weigh-response.ts';

export function prepareCall(
  cache: SchemaCache,
  request: ApiRequest,
  name: string,
  body: RequestBody | undefined,
  rules: ActionRules,
): Action {
  const payload: CallPayload = body
    ? parseCall(body.bytes, body.type)
    : { kind: 'form', args: request.query.args };
  const call = planCall(cache, { schema: request.schema, name }, payload, { isPost: body !== undefined });
  const { routine } = call;
  const { returns } = routine;
  const { preferences } = request;
  const isLimited = preferences.handling === 'strict' && preferences.maxAffected !== undefined;
  if (isLimited && !returns.isSet) throw errors.maxAffectedNeedsSet();
  const relation = resultRelation(cache, routine);
  const plan =
    relation &&
    planRead(cache, { relation, alias: relation.name, source: 'named-rows' }, request.query, request.range, {
      schema: request.schema,
      maxRows: returns.isSet ? rules.maxRows : undefined,
      allowsAggregates: rules.allowsAggregates,
      isWeighed: rules.limits !== undefined,
    });
  const isScalar = plan === undefined && returns.kind !== 'void';
  const media = chooseMedia(request.accepted, {
    isScalar,
    allowsPlan: rules.allowsPlan,
    hasGeoJson: cache.hasGeoJson,
  });
  const values = new Values();
  const page = plan?.page ?? scalarPage(request, rules);
  const { settings, ...weighed } = weighResponse(rules, plan, returns.isSet ? page : { limit: 1 });
  const statement = finalStatement(values, {
    named: [callSource(values, call, { isScalar: plan === undefined })],
    rows: plan ? readSelect(values, plan) : scalarRows(values, page),
    media,
    total: countsRows(preferences.count) ? callTotal(values, plan) : undefined,
    scalarColumn: plan ? undefined : scalarColumn,
    isSingle: !returns.isSet,
    isBytes: returns.type === 'bytea',
    isBodiless: returns.kind === 'void' || (request.method === 'HEAD' && media.kind !== 'plan'),
    ...weighed,
  });
  const isRead = body === undefined || routine.volatility !== 'volatile';
  return {
    statements: [media.kind === 'plan' ? explained(statement, media) : statement],
    isReadOnly: isRead,
    isInspected: !isRead && (preferences.tx === 'rollback' || isLimited || media.kind === 'object'),
    isUndone: preferences.tx === 'rollback',
    settings: { ...settings, ...hoistedSettings(routine) },
    // What a function reads is its own affair.
    relations: isRead ? ['*'] : [],
    render(rows) {
      if (media.kind === 'plan') return renderPlan(request, rows, media);
      const row = finalRowOf(rows[0]);
      if (isLimited && row.pageTotal > (preferences.maxAffected ?? 0))
        throw errors.maxAffected(row.pageTotal);
      return renderCall(row);
    },
  };

  function renderCall(row: FinalRow): Response {
    if (returns.kind === 'void') {
      const headers = answerHeaders(request, undefined, ['count', 'tx', 'handling', 'timezone']);
      headers.set('content-range', contentRange(0, row.pageTotal, row.total));
      return respond(request, row, { status: 204, headers, body: null });
    }
    const isBinary = media.kind === 'scalar' && media.type === 'application/octet-stream';
    const shown = isBinary ? { ...row, body: bytesOf(row.body) } : row;
    if (returns.isSet) return renderRows(request, shown, media, { offset: page.offset ?? 0 });
    requireSingle(media, row.pageTotal);
    const headers = answerHeaders(request, media, ['count', 'tx', 'handling', 'timezone']);
    headers.set('content-range', contentRange(0, row.pageTotal, row.total));
    return respond(request, shown, { status: 200, headers, body: shown.body });
  }
}

function scalarPage(request: ApiRequest, rules: ActionRules): { limit?: number; offset?: number } {
  const own = Object.assign(
    {},
    ...request.query.pages.filter(({ path }) => path.length === 0).map(({ value }) => value),
  );
  const limits = [own.limit, request.range.limit, rules.maxRows].filter((limit) => limit !== undefined);
  return {
    offset: request.range.offset ?? own.offset,
    limit: limits.length > 0 ? Math.min(...limits) : undefined,
  };
}

function scalarRows(values: Values, page: { limit?: number; offset?: number }): string {
  return `SELECT * FROM ${namedRows} ${pageSql(values, page)}`.trimEnd();
}

/** What a function will give cannot be planned, so an estimate is exact and a planned count is not sent. */
function countsRows(count: ApiRequest['preferences']['count']): boolean {
  return count === 'exact' || count === 'estimated';
}

function callTotal(values: Values, plan: ReadPlan | undefined): string {
  return plan ? exactTotal(values, plan) : `(SELECT count(*) FROM ${namedRows})`;
}

/** A time limit set on the function holds for the whole transaction, from its start. */
function hoistedSettings(routine: Routine): Record<string, string> {
  const hoisted: Record<string, string> = {};
  for (const setting of routine.settings) {
    const equals = setting.indexOf('=');
    if (setting.slice(0, equals) === 'statement_timeout')
      hoisted.statement_timeout = setting.slice(equals + 1);
  }
  return hoisted;
}
