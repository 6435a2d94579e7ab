// The web sockets of one part of the radio: how often an address may open one, and how many it may have open.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { createConnectionLimit } from '#backend/limits/connection-limit.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import { rejectUpgrade } from '../http/reject-upgrade.ts';

interface LiveSocketsOptions {
  limiter: RateLimiter;
  /** Of the limit for opening sockets. */
  name: string;
  maxMessageBytes: number;
  /** Who sent a request. */
  addressOf(request: IncomingMessage): string;
}

export interface LiveSockets {
  readonly clients: ReadonlySet<WebSocket>;
  /** Rejects an address that opens too many. */
  mayOpen(request: IncomingMessage, stream: Duplex): boolean;
  accept(request: IncomingMessage, stream: Duplex, head: Buffer, serve: (socket: WebSocket) => void): void;
  close(code: number): void;
}

export function createLiveSockets(options: LiveSocketsOptions): LiveSockets {
  const { limiter, name, maxMessageBytes, addressOf } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  const openings = limiter.limit({ name, max: 60, perS: 60, byAddress: true });
  const connections = createConnectionLimit({ maxPerAddress: 16, maxInAll: 200 });
  return {
    clients: server.clients,
    mayOpen(request, stream) {
      stream.on('error', () => stream.destroy());
      const waitS = openings.take(addressOf(request));
      if (waitS > 0) rejectUpgrade(stream, 429, { 'retry-after': String(waitS) });
      return waitS <= 0;
    },
    accept(request, stream, head, serve) {
      const leave = connections.enter(addressOf(request));
      if (!leave) return rejectUpgrade(stream, 429, { 'retry-after': '10' });
      stream.once('close', leave);
      server.handleUpgrade(request, stream, head, (socket) => {
        // A broken frame would otherwise end the whole program.
        socket.on('error', () => socket.terminate());
        serve(socket);
      });
    },
    close(code) {
      for (const socket of server.clients) socket.close(code);
      server.close();
    },
  };
}

const MAX_UNSENT_BYTES = 65_536;

/** Sends a message as JSON. A browser that reads nothing is gone, whatever TCP believes. */
export function sendMessage(socket: WebSocket, message: object): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate();
  else socket.send(JSON.stringify(message));
}
