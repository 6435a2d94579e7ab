// The HTTP server, with limits on everything a client can send, cached bytes served directly
// (see fast-path.ts), and a close that lets running requests finish.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, apiErrors } from '../http-kit/api-error.ts';
import type { Certificates } from '../tls/certificate-files.ts';
import { createProtocolChoice, isChallenge } from '../tls/choose-protocol.ts';
import { type BodiesInFlight, createBodiesInFlight } from './bodies-in-flight.ts';
import { bodyLimitOf } from './body-limits.ts';
import { CLEAR_PATH, type CookieScope, clearCookies } from './clear-cookies.ts';
import { acceptedEncoding } from './compress.ts';
import { closeSoon, createConnectionErrors } from './connection-errors.ts';
import { discardBody } from './discard-body.ts';
import { createFastPath } from './fast-path.ts';
import { createTurns } from './in-turn.ts';
import { backlogLimits, createBacklog } from './limit-backlog.ts';
import { limitPace } from './limit-body.ts';
import type { ConnectionLimit } from './limit-connections.ts';
import { type ReadyAnswer, type ReadyRequest, withoutBodyHeaders } from './ready-answer.ts';
import { hasBody, receiveBody, SenderDisconnected } from './receive-body.ts';
import { rejectUpgrade } from './reject-upgrade.ts';
import { findHeadFault, readTarget } from './request-target.ts';
import { stopListening } from './stop-listening.ts';

export interface HttpServerOptions {
  /** Bytes that can be sent as they are, for GET and HEAD. */
  findReady(request: ReadyRequest): ReadyAnswer | undefined;
  /** Takes the bare socket after a head, see fast-path.ts. */
  claim?(head: string): ((socket: Socket) => void) | undefined;
  /** Heads that no fast path may answer, see fast-path.ts. */
  isReserved?(head: string): boolean;
  /** Everything else. A body that is held in memory is the request's `rawBody`. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** What to answer to a request that cannot be taken; without it, JSON. */
  reject?(error: ApiError, request: IncomingMessage): Promise<Response>;
  /** Takes over WebSocket requests; without it they are plain requests. */
  upgrade?: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
  /** Whose cookies can be deleted on request, see clear-cookies.ts. */
  cookies?: CookieScope;
  /** Who sent a request; the peer of its socket when not given. */
  addressOf?(request: IncomingMessage): string;
  inFlight?: BodiesInFlight;
  /** How many connections may be open at once; without it there is no limit. */
  connectionLimit?: ConnectionLimit;
  /** With it the server uses TLS; without a certificate, connections fail. */
  certificates?: Certificates;
}

export interface HttpServer {
  readonly server: Server | TlsServer;
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

/** Request line and headers together. A session in many cookie chunks fits, with room for other cookies. */
export const MAX_HEAD_BYTES = 65_536;
const HEADERS_MS = 10_000;
const SLOW_CHECK_MS = 5000;
const KEEP_ALIVE_MS = 65_000;
const DRAIN_MS = 10_000;
const SWEEP_MS = 50;
const ALLOWED = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { findReady, claim, isReserved, handle, upgrade, cookies, addressOf, certificates } = options;
  const inFlight = options.inFlight ?? createBodiesInFlight();
  const reject = options.reject ?? (async (error: ApiError) => error.toResponse());
  const connectionErrors = createConnectionErrors(cookies);
  const backlog = createBacklog(backlogLimits);
  const turns = createTurns();
  /** Connections that had their last request. */
  const last = new WeakSet<Duplex>();
  let isClosing = false;

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (last.has(socket)) return;
    connectionErrors.follow(request, response);
    const fault = findHeadFault(request);
    // Nothing that follows a malformed head is a request. After the offer of another protocol Node loses what came with
    // the request, so that the rest might begin in the middle of one.
    const isLast = fault !== undefined || request.headers.upgrade !== undefined;
    if (isLast) last.add(socket);
    backlog.watch(response, socket);
    turns.take(socket, response, () => {
      // Once the server closes, clients are asked to open a new connection.
      if (isClosing || isLast) response.setHeader('connection', 'close');
      begin(request, response, fault);
    });
  };

  function begin(request: IncomingMessage, response: ServerResponse, fault: ApiError | undefined): void {
    if (fault) return void sendRejection(request, response, fault);
    try {
      request.url = readTarget(request);
    } catch (error) {
      return void sendRejection(request, response, error);
    }
    if (request.url === '*') return void response.writeHead(204, { allow: ALLOWED }).end();
    if (request.method === 'POST' && request.url === CLEAR_PATH)
      return void answerClearing(request, response);
    if (request.method === 'GET' || request.method === 'HEAD') {
      const ready = findReady(request);
      if (ready) return void sendReady(request, response, ready);
    }
    if (!hasBody(request)) return void handle(request, response);
    void takeBody(request, response);
  }

  async function takeBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const limit = bodyLimitOf(request.method ?? '', path);
    const goOn = () => {
      if (request.headers.expect) response.writeContinue();
    };
    if (limit.kind === 'stream') {
      goOn();
      limitPace(request);
      return handle(request, response);
    }
    try {
      const { bytes, release } = await receiveBody(request, {
        limit,
        inFlight,
        address: addressOf?.(request) ?? request.socket.remoteAddress ?? '',
        onAccepted: goOn,
      });
      response.once('close', release);
      handle(Object.assign(request, { rawBody: bytes }), response);
    } catch (error) {
      await sendRejection(request, response, error);
    }
  }

  async function sendRejection(
    request: IncomingMessage,
    response: ServerResponse,
    error: unknown,
  ): Promise<void> {
    if (error instanceof SenderDisconnected) return;
    const known = error instanceof ApiError ? error : apiErrors.unexpected();
    const answer = await reject(known, request).catch(() => known.toResponse());
    const body = Buffer.from(await answer.arrayBuffer());
    // Before the answer: Node would discard the rest itself at full speed.
    discardBody(request);
    response.writeHead(answer.status, [...answer.headers, ['content-length', String(body.length)]].flat());
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  function answerClearing(request: IncomingMessage, response: ServerResponse): void {
    const headers = clearCookies(request.headers, cookies);
    if (!headers) return void sendRejection(request, response, apiErrors.crossOrigin());
    discardBody(request);
    response.writeHead(303, headers).end();
  }

  const httpOptions = {
    headersTimeout: HEADERS_MS,
    // One limit for all would cut off large uploads: see limit-body.ts and bodies-in-flight.ts.
    requestTimeout: 0,
    connectionsCheckingInterval: SLOW_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEAD_BYTES,
    // Checked with the rest of the head: what follows a rejection by Node would still be taken.
    requireHostHeader: false,
    // Upgrades to other protocols, like h2c, and those with a body are answered in HTTP/1.1.
    shouldUpgradeCallback: (request: IncomingMessage) =>
      upgrade !== undefined && request.headers.upgrade?.toLowerCase() === 'websocket' && !hasBody(request),
  };
  const server = certificates
    ? openTls(
        createTlsServer(
          {
            ...httpOptions,
            ALPNCallback: createProtocolChoice(certificates),
            handshakeTimeout: HEADERS_MS,
          },
          receive,
        ),
        certificates,
      )
    : createServer(httpOptions, receive);
  // A body is only requested once it is known to be wanted.
  server.on('checkContinue', receive);
  server.on('clientError', connectionErrors.onClientError);
  server.on('connect', connectionErrors.onConnect);
  if (upgrade) {
    server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      stream.once('finish', () => closeSoon(stream));
      // Its bytes would stand in front of an answer that is still to come, or in the middle of it.
      if (turns.isBusy(stream)) stream.destroy();
      else if (last.has(stream) || findHeadFault(request)) rejectUpgrade(stream, 400);
      else upgrade(request, stream, head);
    });
  }
  const lane = createFastPath({
    findReady,
    claim,
    isReserved,
    passOn: replaceConnectionListener(server, certificates ? 'secureConnection' : 'connection', {
      take(socket) {
        if (isChallenge(socket)) socket.end();
        else lane.take(socket);
      },
      onPassedOn: connectionErrors.note,
    }),
    maxHeadBytes: MAX_HEAD_BYTES,
    firstRequestMs: HEADERS_MS,
    keepAliveMs: KEEP_ALIVE_MS,
  });
  options.connectionLimit?.guard(server, { isTls: certificates !== undefined });
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
      if (!server.listening) return;
      isClosing = true;
      const closed = new Promise((resolve) => server.once('close', resolve));
      await stopListening(server);
      lane.close();
      // Busy connections would stay open after their response, which was started before closing.
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

function openTls(server: TlsServer, certificates: Certificates): TlsServer {
  certificates.follow(({ cert, key }) => server.setSecureContext({ cert, key }));
  // Before the handshake there is no HTTP response to send.
  server.removeAllListeners('tlsClientError').on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}

/** Puts `take` before the server's own way of receiving a connection, and gives that way back. */
function replaceConnectionListener(
  server: Server | TlsServer,
  event: 'connection' | 'secureConnection',
  { take, onPassedOn }: { take(socket: Socket): void; onPassedOn(socket: Socket, chunk: Buffer): void },
): (socket: Socket, chunk?: Buffer) => void {
  const own = server.listeners(event) as ((socket: Socket) => void)[];
  server.removeAllListeners(event).on(event, take);
  return (socket, chunk) => {
    if (chunk) onPassedOn(socket, chunk);
    for (const listener of own) listener.call(server, socket);
  };
}
