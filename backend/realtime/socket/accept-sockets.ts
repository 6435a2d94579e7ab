// Accepts WebSockets: checks path, key and protocol of a handshake and rejects invalid ones with a JSON error.
// Closes all sockets when the process stops.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { networkOf } from '../../limits/network-of.ts';
import { type IdentifyToken, identifyBearer } from '../channel/token.ts';
import { errors, RealtimeError } from '../errors.ts';
import type { RealtimeLimits } from '../options.ts';
import { type ClientSocket, type SocketChannel, serveClient } from './client-socket.ts';
import type { ClientMessage, ProtocolVersion } from './frames.ts';

export interface SocketAcceptor {
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  readonly count: number;
  /** Accepts no more clients; connected ones are asked to reconnect elsewhere. */
  close(): Promise<void>;
}

// Frames contain a little more than the payload: topic, event, refs.
const frameOverheadBytes = 64_000;
const goodbyeMs = 2_000;
const socketPath = /^\/realtime\/v1(?:\/socket)?\/websocket\/?$/;
const versions = new Set<string>(['1.0.0', '2.0.0']);

export function createSocketAcceptor(options: {
  limits: RealtimeLimits;
  identifyToken: IdentifyToken;
  addressOf?: (request: IncomingMessage) => string;
  openChannel(socket: ClientSocket, message: ClientMessage): SocketChannel;
  onError(message: string, error: unknown): void;
}): SocketAcceptor {
  const { limits, identifyToken, openChannel, onError } = options;
  const sockets = new Set<ClientSocket>();
  const byAddress = new Map<string, number>();
  let isClosing = false;
  let onEmpty: (() => void) | undefined;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.payloadBytes + frameOverheadBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });

  async function accept(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const target = `http://host${request.url ?? '/'}`;
    const { pathname, searchParams } = new URL(URL.canParse(target) ? target : 'http://host/');
    if (!socketPath.test(pathname)) throw new RealtimeError('NotFound', 'Not found', { status: 404 });
    if (isClosing) throw errors.databaseAway();
    const version = searchParams.get('vsn') ?? '1.0.0';
    if (!versions.has(version)) {
      throw new RealtimeError('UnsupportedVersion', `The protocol version ${version} is not supported`);
    }
    const key = headerOf(request, 'x-api-key') ?? searchParams.get('apikey') ?? headerOf(request, 'apikey');
    if (!key) throw errors.missingKey();
    const bearer = await identifyBearer(identifyToken, key, { isApiKey: true });
    const address = networkOf(options.addressOf?.(request) ?? request.socket.remoteAddress ?? '');
    const ofAddress = byAddress.get(address) ?? 0;
    if (sockets.size >= limits.sockets || ofAddress >= limits.socketsPerAddress)
      throw errors.tooManySockets();
    if (stream.destroyed) return;
    server.handleUpgrade(request, stream, head, (webSocket) => {
      const socket = serveClient({
        webSocket,
        stream,
        version: version as ProtocolVersion,
        bearer,
        address,
        limits,
        openChannel,
        onClose() {
          sockets.delete(socket);
          count(address, -1);
          if (sockets.size === 0) onEmpty?.();
        },
      });
      sockets.add(socket);
      count(address, 1);
    });
  }

  function count(address: string, change: number): void {
    const left = (byAddress.get(address) ?? 0) + change;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
  }

  return {
    get count() {
      return sockets.size;
    },
    upgrade(request, stream, head) {
      // A client that disconnects during the handshake is not our error.
      const ignore = () => undefined;
      stream.on('error', ignore);
      accept(request, stream, head).catch((error: unknown) => {
        const isKnown = error instanceof RealtimeError;
        if (!isKnown) onError('a handshake failed', error);
        reject(
          stream,
          isKnown ? error.status : 500,
          isKnown ? error.message : 'Something went wrong on our side',
        );
      });
    },
    async close() {
      isClosing = true;
      if (sockets.size > 0) {
        const empty = new Promise<void>((resolve) => {
          onEmpty = resolve;
          setTimeout(resolve, goodbyeMs).unref();
        });
        for (const socket of sockets) socket.end(1012, 'restarting');
        await empty;
      }
      server.close();
    },
  };
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const phrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

function reject(stream: Duplex, status: number, error: string): void {
  if (stream.destroyed) return;
  const body = JSON.stringify({ error });
  stream.end(
    `HTTP/1.1 ${status} ${phrases[status] ?? 'Rejected'}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
