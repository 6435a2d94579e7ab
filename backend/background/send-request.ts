// Sends one HTTP request for the database: within its time, up to a size, without following redirects.
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress, lookupPublic, PrivateAddressError } from './allowed-address.ts';

export interface QueuedRequest {
  id: string;
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, unknown> | null;
  body: Buffer | null;
  timeout_milliseconds: number;
}

export interface Outcome {
  status_code: number | null;
  content_type: string | null;
  headers: Record<string, string> | null;
  content: string | null;
  timed_out: boolean;
  error_msg: string | null;
}

const MAX_ANSWER_BYTES = 1_048_576;
// What the transport decides; a row must not speak of another host or another length.
const OWN_HEADERS = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'expect',
  'upgrade',
]);

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Throws when there is no answer: a PrivateAddressError, or what the network says. */
export async function fetchAnswer(
  asked: Omit<QueuedRequest, 'id' | 'timeout_milliseconds'>,
  rules: { signal: AbortSignal; allowsPrivate: (url: URL) => boolean },
): Promise<Answer> {
  const response = await open(asked, rules);
  const bytes = await readWithin(response);
  // Text cannot hold NUL in PostgreSQL.
  const text = bytes.toString('utf8').replaceAll('\0', '\uFFFD');
  return { status: response.statusCode ?? 0, headers: headersOf(response), text };
}

export async function sendRequest(
  queued: QueuedRequest,
  { allowsPrivate }: { allowsPrivate: (url: URL) => boolean },
): Promise<Outcome> {
  const signal = AbortSignal.timeout(queued.timeout_milliseconds);
  try {
    if (!URL.canParse(queued.url)) return failed("Couldn't resolve host name");
    const { status, headers, text } = await fetchAnswer(queued, { signal, allowsPrivate });
    return {
      status_code: status,
      content_type: headers['content-type'] ?? null,
      headers,
      content: text,
      timed_out: false,
      error_msg: null,
    };
  } catch (error) {
    if (signal.aborted)
      return { ...failed(`Timeout of ${queued.timeout_milliseconds} ms reached`), timed_out: true };
    return failed(describe(error));
  }
}

function open(
  { url: address, method, headers, body }: Omit<QueuedRequest, 'id' | 'timeout_milliseconds'>,
  { signal, allowsPrivate }: { signal: AbortSignal; allowsPrivate: (url: URL) => boolean },
): Promise<IncomingMessage> {
  const url = new URL(address);
  const isFree = allowsPrivate(url);
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // An address in digits is never looked up.
  if (!isFree && isIP(literal) !== 0 && !isPublicAddress(literal)) throw new PrivateAddressError();
  const sent = Object.entries(headers ?? {}).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      signal,
      agent: false,
      headers: {
        'User-Agent': 'onda',
        ...Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
        ...(body && { 'Content-Length': body.length }),
      },
      ...(!isFree && { lookup: lookupPublic }),
    });
    request.once('response', resolve).once('error', reject);
    request.end(body ?? undefined);
  });
}

async function readWithin(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error('The answer is larger than 1 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headersOf(response: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value.join(', ') : (value ?? '')).replaceAll('\0', ''),
    ]),
  );
}

function failed(message: string): Outcome {
  return {
    status_code: null,
    content_type: null,
    headers: null,
    content: null,
    timed_out: false,
    error_msg: message,
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed';
  const reasons: Record<string, string> = {
    ENOTFOUND: "Couldn't resolve host name",
    EAI_AGAIN: "Couldn't resolve host name",
    ECONNREFUSED: "Couldn't connect to server",
    ECONNRESET: 'The connection was closed',
  };
  const code = 'code' in error ? String(error.code) : '';
  return reasons[code] ?? error.message;
}
