// The door: one HTTP server with limits on everything a stranger can send, ready bytes served without detours,
// and a close that lets running requests finish.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acceptedEncoding, type Encoding } from './compress.ts';

export interface ReadyAnswer {
  etag: string;
  status?: number;
  variants: Record<Encoding, { headers: string[]; body: Uint8Array }>;
}

export interface HttpServerOptions {
  /** Bytes that can be sent as they are, for GET and HEAD. */
  findReady(request: IncomingMessage): ReadyAnswer | undefined;
  /** Everything else. */
  handle(request: IncomingMessage, response: ServerResponse): void;
}

export interface HttpServer {
  readonly server: Server;
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
const DRAIN_MS = 10_000;

export function createHttpServer({ findReady, handle }: HttpServerOptions): HttpServer {
  let isClosing = false;
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      // Once the door closes, clients are told to take their next request elsewhere.
      if (isClosing) response.setHeader('connection', 'close');
      if (request.method === 'GET' || request.method === 'HEAD') {
        const ready = findReady(request);
        if (ready) return sendReady(request, response, ready);
      }
      handle(request, response);
    },
  );
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
      server.closeIdleConnections();
      const limit = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearTimeout(limit);
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

function withoutBodyHeaders(headers: string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    if (name !== 'content-length' && name !== 'content-encoding' && name !== 'content-type')
      kept.push(name, headers[i + 1] as string);
  }
  return kept;
}
