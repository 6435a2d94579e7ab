// Prepares POST, PATCH, PUT and DELETE on a relation. Pure.
import { chooseMedia } from '../plan/choose-media.ts';
import {
  type MutationInput,
  type MutationPlan,
  planDelete,
  planInsert,
  planPut,
  planUpdate,
  type Returning,
  returningFor,
} from '../plan/plan-mutation.ts';
import { findRelation, planRead } from '../plan/plan-read.ts';
import { explained, finalStatement } from '../query/final-query.ts';
import { Values } from '../query/fragment.ts';
import { mutationSource } from '../query/mutation-query.ts';
import { namedRows, readSelect } from '../query/read-query.ts';
import { type ContentType, parseRows } from '../request/parse-body.ts';
import type { ApiRequest } from '../request/parse-request.ts';
import { finalRowOf } from '../response/final-row.ts';
import { renderMutation } from '../response/render-mutation.ts';
import { renderPlan } from '../response/render-plan.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import type { Action, ActionRules } from './action.ts';
import { weighResponse } from './weigh-response.ts';

export interface RequestBody {
  type: ContentType;
  bytes: Uint8Array;
}

export function prepareMutation(
  cache: SchemaCache,
  request: ApiRequest,
  name: string,
  body: RequestBody,
  rules: ActionRules,
): Action {
  const relation = findRelation(cache, request.schema, name);
  const { preferences, query } = request;
  const isFull = preferences.return === 'representation';
  const media = chooseMedia(request.accepted, {
    isScalar: false,
    allowsPlan: rules.allowsPlan,
    hasGeoJson: cache.hasGeoJson,
  });
  // The conditions and the page of the request say which rows to write, not which of the written ones to show.
  const answerPlan = planRead(
    cache,
    { relation, alias: relation.name, source: 'named-rows' },
    {
      ...query,
      conditions: query.conditions.filter(({ path }) => path.length > 0),
      pages: query.pages.filter(({ path }) => path.length > 0),
    },
    {},
    {
      schema: request.schema,
      allowsAggregates: rules.allowsAggregates,
      isWeighed: rules.limits !== undefined,
    },
  );
  const isLocated = preferences.return === 'headers-only';
  const returning: Returning = isFull ? returningFor(answerPlan) : isLocated ? relation.primaryKey : [];
  const plan = planMutation(request, { cache, relation, query, preferences, returning }, body);
  const { settings, ...weighed } = weighResponse(
    isFull ? rules : { ...rules, limits: undefined },
    answerPlan,
    {},
  );
  const values = new Values();
  const statement = finalStatement(values, {
    named: [mutationSource(values, plan)],
    rows: isFull ? readSelect(values, answerPlan) : `SELECT * FROM ${namedRows}`,
    media: isFull ? media : { kind: 'json' },
    isBodiless: !isFull && !isLocated,
    ...weighed,
  });
  const isUndone = preferences.tx === 'rollback';
  const isLimited = preferences.handling === 'strict' && preferences.maxAffected !== undefined;
  return {
    statements: [media.kind === 'plan' ? explained(statement, media) : statement],
    isReadOnly: false,
    isInspected: isUndone || isLimited || media.kind === 'object' || request.method === 'PUT',
    isUndone,
    settings,
    relations: [],
    render: (rows) =>
      media.kind === 'plan'
        ? renderPlan(request, rows, media)
        : renderMutation(request, plan, finalRowOf(rows[0]), media),
  };
}

function planMutation(request: ApiRequest, input: MutationInput, body: RequestBody): MutationPlan {
  if (request.method === 'DELETE') return planDelete(input);
  const payload = parseRows(body.bytes, body.type, { hasColumns: request.query.columns !== undefined });
  switch (request.method) {
    case 'PATCH':
      return planUpdate(input, payload);
    case 'PUT':
      return planPut(input, payload);
    default:
      return planInsert(input, payload);
  }
}
