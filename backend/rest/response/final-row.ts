// The one row that every statement ends in, read back from the bytes of the database, and the answer it makes.

import type { RawRow } from '../../database/run-as-caller.ts';
import { BytesResponse } from '../../gateway/bytes-response.ts';
import { errors } from '../errors.ts';
import { contentTypeOf, type MediaType } from '../request/parse-accept.ts';
import { appliedPreferences, type Preferences } from '../request/parse-prefer.ts';
import type { ApiRequest } from '../request/parse-request.ts';

export interface FinalRow {
  total: number | undefined;
  pageTotal: number;
  body: Uint8Array | null;
  headers: string | null;
  status: string | null;
  inserted: number | undefined;
}

const decoder = new TextDecoder();

export function textOf(bytes: Uint8Array | null | undefined): string | null {
  return bytes ? decoder.decode(bytes) : null;
}

export function finalRowOf(rows: RawRow[] | undefined): FinalRow {
  const raw = rows?.[0] ?? [];
  const total = textOf(raw[0]);
  const inserted = textOf(raw[5]);
  return {
    total: total === null ? undefined : Number(total),
    pageTotal: Number(textOf(raw[1])),
    body: raw[2] ?? null,
    headers: textOf(raw[3]),
    status: textOf(raw[4]),
    inserted: inserted === null ? undefined : Number(inserted),
  };
}

/** Bytes that PostgreSQL writes as hexadecimal text. */
export function bytesOf(body: Uint8Array | null): Uint8Array | null {
  return body && Buffer.from(decoder.decode(body).slice(2), 'hex');
}

export function requireSingle(media: MediaType, rows: number): void {
  if (media.kind === 'object' && rows !== 1) throw errors.notSingular(rows);
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Uint8Array | null;
}

/** Headers that every answer with rows has; `relevant` are the preferences that this kind of request honours. */
export function answerHeaders(
  request: ApiRequest,
  media: MediaType | undefined,
  relevant: (keyof Preferences)[],
): Headers {
  const headers = new Headers();
  if (media) headers.set('content-type', contentTypeOf(media));
  if (request.hasProfile) headers.set('content-profile', request.schema);
  const applied = appliedPreferences(request.preferences, relevant);
  if (applied) headers.set('preference-applied', applied);
  return headers;
}

/** Lets the statement change status and headers through its settings response.status and response.headers. */
export function respond(request: ApiRequest, row: FinalRow, answer: Answer): Response {
  const { headers } = answer;
  if (row.headers !== null) addResponseHeaders(headers, row.headers);
  const status = row.status === null ? answer.status : chosenStatus(row.status);
  const hasBody = request.method !== 'HEAD' && status !== 204 && status !== 304;
  const { body } = answer;
  return hasBody && body
    ? new BytesResponse(body, { status, headers })
    : new Response(null, { status, headers });
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
