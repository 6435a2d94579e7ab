// HTTP/2 at the edge: each stream becomes one exchange of HTTP/1.1 on a connection inside the process, so that every
// limit, fast path and answer behind it is the one that HTTP/1.1 has. See docs/decisions/https-itself.md.
import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import {
  constants,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { MemorySocket } from './memory-socket.ts';

export interface Http2FrontOptions {
  /** Receives the inner connection of each stream. */
  take(socket: Socket): void;
  /** How long a new connection may open no stream. */
  firstRequestMs: number;
  /** How long a connection may be idle without a stream. */
  keepAliveMs: number;
  maxHeadBytes: number;
}

export interface Http2Front {
  /** A connection that has agreed on HTTP/2. */
  accept(socket: Socket): void;
  /** Lets running streams finish and takes no new ones. */
  close(): void;
  /** Cuts what is still open. */
  cut(): void;
}

const MAX_STREAMS = 100;
// They belong to one connection and are not allowed in HTTP/2.
const CONNECTION_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

export function createHttp2Front(options: Http2FrontOptions): Http2Front {
  const { take, firstRequestMs, keepAliveMs, maxHeadBytes } = options;
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer({
    settings: {
      maxConcurrentStreams: MAX_STREAMS,
      // Twice the limit: a head that is a little too large gets an error response.
      maxHeaderListSize: 2 * maxHeadBytes,
    },
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
    let openStreams = 0;
    const close = () => session.destroy();
    let resting = setTimeout(close, firstRequestMs);
    session.on('stream', (stream: ServerHttp2Stream) => {
      openStreams += 1;
      clearTimeout(resting);
      stream.once('close', () => {
        openStreams -= 1;
        if (openStreams === 0 && !session.destroyed) resting = setTimeout(close, keepAliveMs);
      });
    });
    session.once('close', () => clearTimeout(resting));
  });
  server.on('stream', (stream, headers, _flags, rawHeaders) => {
    stream.on('error', () => undefined);
    forward(stream, headers, rawHeaders as unknown as string[], take);
  });
  return {
    accept: (socket) => void server.emit('connection', socket),
    close() {
      for (const session of sessions) session.close();
    },
    cut() {
      for (const session of sessions) session.destroy();
    },
  };
}

function forward(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  rawHeaders: string[],
  take: (socket: Socket) => void,
): void {
  const method = headers[':method'] ?? '';
  const authority = headers[':authority'];
  if (method === 'CONNECT') return void reject(stream, 405);
  // Whose request it is must not be open.
  if (authority !== undefined && headers.host !== undefined && authority !== headers.host)
    return void reject(stream, 400);
  const { remoteAddress } = stream.session?.socket ?? {};
  const [inner, outer] = MemorySocket.pair({ remoteAddress, encrypted: true });
  let request: ClientRequest;
  try {
    request = sendRequest({
      method,
      path: headers[':path'],
      headers: requestHeaders(rawHeaders, authority ?? headers.host),
      setHost: false,
      maxHeaderSize: 2 ** 20,
      createConnection: () => outer as unknown as Socket,
    });
  } catch {
    outer.destroy();
    inner.destroy();
    return void reject(stream, 400);
  }
  stream.once('close', () => {
    request.destroy();
    outer.destroy();
    inner.destroy();
  });
  request.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  request.on('continue', () => {
    if (!stream.destroyed) stream.additionalHeaders({ ':status': 100 });
  });
  request.on('response', (response) => answer(stream, response, method));
  take(inner as unknown as Socket);
  if (stream.endAfterHeaders) request.end();
  else pipeline(stream, request, () => undefined);
}

function answer(stream: ServerHttp2Stream, response: IncomingMessage, method: string): void {
  if (stream.destroyed) return void response.destroy();
  const headers: Record<string, string | string[]> = {};
  const { rawHeaders } = response;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    if (!CONNECTION_HEADERS.has(name)) append(headers, name, rawHeaders[i + 1] ?? '');
  }
  const status = response.statusCode ?? 500;
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  stream.respond({ ...headers, ':status': status }, { endStream: isEmpty });
  if (isEmpty) return void response.resume();
  pipeline(response, stream, (error) => {
    if (error) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    // The rest of an unwanted body need not be sent (RFC 9113, 8.1).
    else if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
  });
}

function requestHeaders(rawHeaders: string[], host: string | undefined): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  if (host !== undefined) headers.host = host;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const value = rawHeaders[i + 1] ?? '';
    if (name.startsWith(':') || name === 'host' || name === 'te' || CONNECTION_HEADERS.has(name)) continue;
    // Browsers send each cookie by itself (RFC 9113, 8.2.3).
    if (name === 'cookie' && headers.cookie !== undefined) headers.cookie = `${headers.cookie}; ${value}`;
    else append(headers, name, value);
  }
  headers.connection = 'keep-alive';
  return headers;
}

function append(headers: Record<string, string | string[]>, name: string, value: string): void {
  const present = headers[name];
  headers[name] = present === undefined ? value : [present, value].flat();
}

function reject(stream: ServerHttp2Stream, status: number): void {
  stream.respond({ ':status': status }, { endStream: true });
  stream.close();
}
