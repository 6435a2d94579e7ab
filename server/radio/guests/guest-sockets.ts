// The websockets of guests and of the hosts who invited them: who may open one, how much it may send, and when it is
// dead. What they say to each other is the room's concern.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimit, RateLimiter } from '#backend/limits/rate-limiter.ts';
import { GUEST_PATH, HOST_GUESTS_PATH, MAX_SOUND_BYTES } from '#contracts/radio-guests.ts';
import type { Host } from '#radio/live/live-session.ts';
import { watchHost } from '#radio/live/watch-live.ts';
import type { VisitorClients } from '../../accounts/visitor-client.ts';
import { rejectUpgrade } from '../../http/reject-upgrade.ts';
import { createInboundLimit } from '../inbound-limit.ts';
import { findHostOfSession } from '../live-access.ts';
import { identifyHandshake, isHandshakeOfOurPages } from '../live-handshake.ts';
import { createLiveSockets } from '../live-sockets.ts';
import type { GuestRooms } from './guest-rooms.ts';
import { serveGuest } from './serve-guest.ts';
import { serveHost } from './serve-host.ts';

export interface GuestSockets {
  handles(path: string): boolean;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): void;
}

export interface GuestSocketsOptions {
  rooms: GuestRooms;
  sql: Sql;
  clients: VisitorClients;
  siteUrl: string;
  limiter: RateLimiter;
  /** Counts links that do not exist; shared with the route that describes a link. */
  wrongLinks: RateLimit;
  addressOf(request: IncomingMessage): string;
  originOf(request: IncomingMessage): string;
  recheckMs?: number;
}

const ALIVE_MS = 10_000;
const RECHECK_MS = 5000;
const MAX_MESSAGE_BYTES = Math.max(MAX_SOUND_BYTES, 4096);
// 50 frames a second each way; twice of it, so that what waited behind a slow line may catch up.
const GUEST_MAX = { bytes: 1000 * MAX_SOUND_BYTES, sounds: 1000, texts: 60 };
const HOST_MAX = { bytes: 3000 * MAX_SOUND_BYTES, sounds: 3000, texts: 300 };

export function createGuestSockets(options: GuestSocketsOptions): GuestSockets {
  const { rooms, sql, clients, siteUrl, wrongLinks, addressOf, originOf } = options;
  const sockets = createLiveSockets({
    limiter: options.limiter,
    name: 'radio: guest sockets',
    maxMessageBytes: MAX_MESSAGE_BYTES,
    addressOf,
  });
  const answered = new WeakSet<WebSocket>();
  // A phone that lost its network closes nothing: who does not answer is gone.
  const checking = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, ALIVE_MS);
  checking.unref();

  function accept(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    serve: (socket: WebSocket) => void,
  ) {
    sockets.accept(request, stream, head, (socket) => {
      answered.add(socket);
      socket.on('pong', () => answered.add(socket));
      serve(socket);
    });
  }

  async function admitHost(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const person = await identifyHandshake(request, { clients, siteUrl, ownOrigin: originOf(request) });
    if (typeof person === 'number') return rejectUpgrade(stream, person);
    const findAgain = (): Promise<Host | undefined> => findHostOfSession(sql, person);
    const host = await findAgain();
    if (stream.destroyed) return;
    if (!host) return rejectUpgrade(stream, 403);
    accept(request, stream, head, (socket) => {
      const openRoom = () => rooms.roomOf(host);
      serveHost(socket, openRoom, createInboundLimit(HOST_MAX));
      const stop = watchHost({
        findAgain,
        everyMs: options.recheckMs ?? RECHECK_MS,
        onFound(found) {
          if (found) return;
          openRoom().end();
          socket.close(1008);
        },
      });
      socket.once('close', stop);
    });
  }

  function admitGuest(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const address = addressOf(request);
    accept(request, stream, head, (socket) =>
      serveGuest(socket, { rooms, wrongLinks, address, limit: createInboundLimit(GUEST_MAX) }),
    );
  }

  return {
    handles: (path) => path === GUEST_PATH || path === HOST_GUESTS_PATH,
    upgrade(request, stream, head) {
      if (!sockets.mayOpen(request, stream)) return;
      if (request.url?.split('?', 1)[0] === GUEST_PATH) {
        const isOurs = isHandshakeOfOurPages(request, { siteUrl, ownOrigin: originOf(request) });
        return isOurs ? admitGuest(request, stream, head) : rejectUpgrade(stream, 403);
      }
      admitHost(request, stream, head).catch(() => rejectUpgrade(stream, 503));
    },
    close() {
      clearInterval(checking);
      sockets.close(1001);
    },
  };
}
