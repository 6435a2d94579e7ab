// Turns the final row of a write into the HTTP answer: 201, 200 or 204, with the written rows when they are wanted.

import { errors } from '../errors.ts';
import type { MutationPlan } from '../plan/plan-mutation.ts';
import type { MediaType } from '../request/parse-accept.ts';
import { preferenceNames } from '../request/parse-prefer.ts';
import type { ApiRequest } from '../request/parse-request.ts';
import { answerHeaders, contentRange, type FinalRow, requireSingle, respond, textOf } from './final-row.ts';

export function renderMutation(
  request: ApiRequest,
  plan: MutationPlan,
  row: FinalRow,
  media: MediaType,
): Response {
  const { preferences, method } = request;
  requireSingle(media, row.pageTotal);
  if (preferences.handling === 'strict' && preferences.maxAffected !== undefined && method !== 'POST') {
    if (row.pageTotal > preferences.maxAffected) throw errors.maxAffected(row.pageTotal);
  }
  if (method === 'PUT' && row.pageTotal !== 1) throw errors.putMismatch();
  const isFull = preferences.return === 'representation';
  const relevant = preferenceNames.filter((name) => {
    if (name === 'resolution') return plan.kind === 'insert' && plan.conflict && method === 'POST';
    return name !== 'missing' || plan.kind !== 'delete';
  });
  const headers = answerHeaders(request, isFull ? media : undefined, relevant);
  const total = preferences.count === 'exact' ? row.pageTotal : undefined;
  headers.set('content-range', contentRange(0, plan.kind === 'update' ? row.pageTotal : 0, total));
  if (method === 'POST' && preferences.return === 'headers-only' && row.pageTotal === 1) {
    const location = locationOf(plan.relation.name, textOf(row.body));
    if (location) headers.set('location', location);
  }
  return respond(request, row, {
    status: statusOf(request, plan, row, isFull),
    headers,
    body: isFull ? row.body : null,
  });
}

function statusOf(request: ApiRequest, plan: MutationPlan, row: FinalRow, isFull: boolean): number {
  if (plan.kind !== 'insert') return isFull ? 200 : 204;
  // An upsert that only changed rows created nothing.
  const hasCreated =
    plan.conflict?.resolution !== 'merge-duplicates' || row.inserted === undefined || row.inserted > 0;
  if (hasCreated) return 201;
  return isFull || request.method === 'POST' ? 200 : 204;
}

/** The path of the new row by its primary key: `/classes?id=eq.7`. */
function locationOf(relation: string, json: string | null): string | undefined {
  const rows: unknown = json === null ? undefined : JSON.parse(json);
  const [first] = Array.isArray(rows) ? rows : [rows];
  if (typeof first !== 'object' || first === null) return undefined;
  const conditions = Object.entries(first).map(([name, value]) =>
    value === null
      ? `${encodeURIComponent(name)}=is.null`
      : `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(value))}`,
  );
  return conditions.length > 0 ? `/${encodeURIComponent(relation)}?${conditions.join('&')}` : undefined;
}
