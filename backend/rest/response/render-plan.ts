// Answers with the query plan instead of the rows.
import type { RawRow } from '../../database/run-as-caller.ts';
import { contentTypeOf, type MediaType } from '../request/parse-accept.ts';
import type { ApiRequest } from '../request/parse-request.ts';
import { textOf } from './final-row.ts';

export function renderPlan(
  request: ApiRequest,
  rows: RawRow[][],
  media: MediaType & { kind: 'plan' },
): Response {
  const text = (rows[0] ?? []).map((row) => textOf(row[0]) ?? '').join('\n');
  return new Response(request.method === 'HEAD' ? null : text, {
    status: 200,
    headers: { 'content-type': contentTypeOf(media) },
  });
}
