// Turns the final row of a read into the HTTP answer: status, ranges, body as the bytes the database made.
import { errors } from '../errors.ts';
import { contentTypeOf, type MediaType } from '../request/parse-accept.ts';
import { appliedPreferences } from '../request/parse-prefer.ts';
import type { ApiRequest } from '../request/parse-request.ts';

export interface FinalRow {
  total: number | undefined;
  pageTotal: number;
  body: Uint8Array | null;
  headers: string | null;
  status: string | null;
}

const decoder = new TextDecoder();

export function finalRowOf(raw: (Uint8Array | null)[]): FinalRow {
  const text = (value: Uint8Array | null | undefined) => (value ? decoder.decode(value) : null);
  const total = text(raw[0]);
  return {
    total: total === null ? undefined : Number(total),
    pageTotal: Number(text(raw[1])),
    body: raw[2] ?? null,
    headers: text(raw[3]),
    status: text(raw[4]),
  };
}

export function renderRows(
  request: ApiRequest,
  row: FinalRow,
  media: MediaType,
  page: { offset: number },
): Response {
  if (media.kind === 'object' && row.pageTotal !== 1) throw errors.notSingular(row.pageTotal);
  const { offset } = page;
  const { total } = row;
  if (total !== undefined && offset > 0 && offset > total) {
    throw errors.invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`);
  }
  const headers = new Headers({
    'content-type': contentTypeOf(media),
    'content-range': contentRange(offset, row.pageTotal, total),
  });
  if (request.hasProfile) headers.set('content-profile', request.schema);
  const applied = appliedPreferences(request.preferences, ['count', 'tx', 'handling', 'timezone']);
  if (applied) headers.set('preference-applied', applied);
  const status = total !== undefined && row.pageTotal < total ? 206 : 200;
  return answer(request, row, status, headers);
}

/** Lets the statement change status and headers through its settings response.status and response.headers. */
export function answer(request: ApiRequest, row: FinalRow, status: number, headers: Headers): Response {
  if (row.headers !== null) addResponseHeaders(headers, row.headers);
  const chosen = row.status === null ? status : chosenStatus(row.status);
  const hasBody = request.method !== 'HEAD' && row.body !== null && chosen !== 204 && chosen !== 304;
  return new Response(hasBody ? (row.body as Uint8Array<ArrayBuffer>) : null, { status: chosen, headers });
}

function chosenStatus(text: string): number {
  const status = Number(text);
  if (!Number.isInteger(status) || status < 200 || status > 599) throw errors.invalidResponseStatus();
  return status;
}

function addResponseHeaders(headers: Headers, text: string): void {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw errors.invalidResponseHeaders();
  }
  if (!Array.isArray(list)) throw errors.invalidResponseHeaders();
  for (const entry of list) {
    const pairs = typeof entry === 'object' && entry !== null ? Object.entries(entry) : [];
    const [pair] = pairs;
    if (pairs.length !== 1 || !pair || typeof pair[1] !== 'string') throw errors.invalidResponseHeaders();
    try {
      if (pair[0].toLowerCase() === 'set-cookie') headers.append(pair[0], pair[1]);
      else headers.set(pair[0], pair[1]);
    } catch {
      throw errors.invalidResponseHeaders();
    }
  }
}

export function contentRange(offset: number, pageTotal: number, total: number | undefined): string {
  const range = pageTotal > 0 ? `${offset}-${offset + pageTotal - 1}` : '*';
  return `${range}/${total ?? '*'}`;
}
