// Answers requests that Node's parser rejects on the bare connection: a head that is too large, too slow or malformed,
// and CONNECT. The parser has discarded the request by then; only the first bytes of the connection are known.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { t } from '#app/language/messages.ts';
import { inPageLanguage } from '../language/in-page-language.ts';
import { isApiPath } from './api-path.ts';
import {
  CLEAR_PATH,
  type CookieScope,
  clearCookies,
  clearCookiesForm,
  clearCookiesScript,
  type SentHeaders,
} from './clear-cookies.ts';
import { renderPlainPage } from './plain-page.ts';

export interface ConnectionErrors {
  /** Remembers how a connection begins, for the case that its head is never read to the end. */
  note(socket: Duplex, chunk: Buffer): void;
  /** The head of a request was read: what was noted says nothing of the next one of this connection. */
  follow(request: IncomingMessage, response: ServerResponse): void;
  onClientError(error: NodeJS.ErrnoException, socket: Duplex): void;
  onConnect(request: IncomingMessage, socket: Duplex): void;
}

interface Answer {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string;
}

const NOTED_BYTES = 8192;
/** How long what still comes is read away: a reset connection would take the answer with it. */
const LINGER_MS = 2000;

const headTooLargePage = () =>
  renderPlainPage({
    title: t('server.pages.request_too_large_title'),
    message: t('server.pages.request_too_large'),
    more: clearCookiesForm(),
    script: clearCookiesScript,
  });
const messages: Record<number, [code: string, message: string]> = {
  400: ['bad_request', 'The request is malformed.'],
  405: ['method_not_allowed', 'This server is not a proxy.'],
  408: ['too_slow', 'The request arrived too slowly. Check your connection and send it again.'],
  413: ['too_large', 'The body of the request is malformed or too large.'],
  431: [
    'headers_too_large',
    'The headers of the request, including cookies and address, are larger than 64 kB.',
  ],
};
const statusByCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

export function createConnectionErrors(cookies: CookieScope | undefined): ConnectionErrors {
  const beginnings = new WeakMap<Duplex, string>();
  const latest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  const answered = new WeakSet<Duplex>();

  function answerHeadTooLarge(socket: Duplex): Answer {
    const beginning = beginnings.get(socket) ?? '';
    const [, method = '', target = ''] = /^([A-Z]+) (\S+) HTTP\/1\./.exec(beginning) ?? [];
    if (method === 'POST' && target === CLEAR_PATH) {
      const headers = clearCookies(headersIn(beginning), cookies);
      if (headers) return { status: 303, headers };
    }
    if (isApiPath(target)) return jsonAnswer(431);
    const { headers, html } = inPageLanguage(target, headTooLargePage);
    return { status: 431, headers, body: html };
  }

  return {
    follow(request, response) {
      const { socket } = request;
      beginnings.delete(socket);
      latest.set(socket, { request, response });
      response.once('close', () => {
        if (latest.get(socket)?.response === response) latest.delete(socket);
      });
    },
    note: (socket, chunk) => void beginnings.set(socket, chunk.toString('latin1', 0, NOTED_BYTES)),
    onClientError(error, socket) {
      if (answered.has(socket)) return;
      answered.add(socket);
      if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
      const last = latest.get(socket);
      // Inside or in front of a response that is still to be sent, this one would be taken for it.
      if (last && (last.request.complete || last.response.headersSent || !last.response.socket)) {
        readAway(socket);
        return void last.response.once('close', () => socket.destroy());
      }
      const status = statusByCode[error.code ?? ''] ?? 400;
      send(socket, status === 431 ? answerHeadTooLarge(socket) : jsonAnswer(status));
    },
    onConnect: (_request, socket) =>
      send(socket, { ...jsonAnswer(405), headers: { allow: 'GET, HEAD, POST' } }),
  };
}

function jsonAnswer(status: number): Answer {
  const [code, message] = messages[status] ?? ['bad_request', ''];
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, message }),
  };
}

function send(socket: Duplex, { status, headers = {}, body = '' }: Answer): void {
  const lines = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`))
    .join('');
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}\r\n${body}`);
  readAway(socket);
  closeSoon(socket);
}

/** A client that was sent everything may hold its own side open; the connection closes all the same. */
export function closeSoon(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket
    .once('close', () => clearTimeout(timer))
    .once('end', () => socket.destroy())
    .resume();
}

/** The parser's own listener would only fail again on what still comes. */
function readAway(socket: Duplex): void {
  socket
    .removeAllListeners('data')
    .on('data', () => undefined)
    .resume();
}

/** The headers whose lines are complete in what was noted. */
function headersIn(beginning: string): SentHeaders {
  const find = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(beginning)?.[1]?.trim();
  return { host: find('host'), origin: find('origin'), cookie: find('cookie') };
}
