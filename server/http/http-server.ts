// The door: one HTTP server with limits on everything a stranger can send, ready bytes served without detours
// (see express-lane.ts), and a close that lets running requests finish.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { acceptedEncoding } from './compress.ts';
import { createExpressLane } from './express-lane.ts';
import { bodyLimits, limitBody } from './limit-body.ts';
import { type ReadyAnswer, type ReadyRequest, withoutBodyHeaders } from './ready-answer.ts';

export interface HttpServerOptions {
  /** Bytes that can be sent as they are, for GET and HEAD. */
  findReady(request: ReadyRequest): ReadyAnswer | undefined;
  /** Takes the bare socket after a head, see express-lane.ts. */
  claim?(head: string): ((socket: Socket) => void) | undefined;
  /** Heads that no fast path may answer, see express-lane.ts. */
  isReserved?(head: string): boolean;
  /** Everything else. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Takes over a connection that asks for another protocol; without it such requests are plain ones. */
  upgrade?: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
}

export interface HttpServer {
  readonly server: Server;
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

const HEADERS_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;
const DRAIN_MS = 10_000;
const SWEEP_MS = 50;

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { findReady, claim, isReserved, handle, upgrade } = options;
  let isClosing = false;
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      // One limit for all would cut off large uploads: see limit-body.ts.
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      // Once the door closes, clients are told to take their next request elsewhere.
      if (isClosing) response.setHeader('connection', 'close');
      limitBody(request, bodyLimits);
      if (request.method === 'GET' || request.method === 'HEAD') {
        const ready = findReady(request);
        if (ready) return sendReady(request, response, ready);
      }
      handle(request, response);
    },
  );
  if (upgrade) server.on('upgrade', upgrade);
  const lane = createExpressLane({
    findReady,
    claim,
    isReserved,
    passOn: replaceConnectionListener(server, (socket) => lane.take(socket)),
    firstRequestMs: HEADERS_MS,
    keepAliveMs: KEEP_ALIVE_MS,
  });
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    async close() {
      isClosing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      lane.close();
      // Connections that are busy now keep alive after their answer, which was begun before the door closed.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const limit = setTimeout(() => {
        server.closeAllConnections();
        lane.cut();
      }, DRAIN_MS);
      await closed;
      clearTimeout(limit);
      clearInterval(sweep);
    },
  };
}

function sendReady(request: IncomingMessage, response: ServerResponse, ready: ReadyAnswer): void {
  const { headers, body } = ready.variants[acceptedEncoding(request.headers['accept-encoding'])];
  if (request.headers['if-none-match'] === ready.etag) {
    response.writeHead(304, withoutBodyHeaders(headers)).end();
    return;
  }
  response.writeHead(ready.status ?? 200, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Puts `take` before the server's own way of receiving a connection, and gives that way back. */
function replaceConnectionListener(server: Server, take: (socket: Socket) => void): (socket: Socket) => void {
  const own = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection').on('connection', take);
  return (socket) => {
    for (const listener of own) listener.call(server, socket);
  };
}
