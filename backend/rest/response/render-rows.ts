// Turns the final row of a read or of a call that gives rows into the HTTP answer: status, ranges, body.
import { errors } from '../errors.ts';
import type { MediaType } from '../request/parse-accept.ts';
import type { ApiRequest } from '../request/parse-request.ts';
import { answerHeaders, contentRange, type FinalRow, requireSingle, respond } from './final-row.ts';

export function renderRows(
  request: ApiRequest,
  row: FinalRow,
  media: MediaType,
  page: { offset: number },
): Response {
  requireSingle(media, row.pageTotal);
  const { offset } = page;
  const { total } = row;
  if (total !== undefined && offset > total) {
    throw errors.invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  }
  const headers = answerHeaders(request, media, ['count', 'tx', 'handling', 'timezone', 'maxAffected']);
  headers.set('content-range', contentRange(offset, row.pageTotal, total));
  const status = total !== undefined && row.pageTotal < total ? 206 : 200;
  return respond(request, row, { status, headers, body: row.body });
}
