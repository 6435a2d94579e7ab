// Going live from the browser: a websocket that receives audio (WebM with Opus from MediaRecorder, or raw samples) and
// sends the state that a host needs to see. The first message names the format; a lost connection reconnects. Before
// every message that changes something, the host's access is checked again.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { LiveControl } from '#radio/live/live-control.ts';
import { type Host, isRejection, type OnAirHost, type Rejection } from '#radio/live/live-session.ts';
import { englishText, stationText } from '#radio/station-text.ts';
import type { VisitorClients } from '../accounts/visitor-client.ts';
import { rejectUpgrade } from '../http/reject-upgrade.ts';
import { createInboundLimit } from './inbound-limit.ts';
import { findHostOfSession } from './live-access.ts';
import { identifyHandshake, type SignedIn } from './live-handshake.ts';
import { pathOf, readMessage, readStart, rejectionMessage } from './live-messages.ts';
import { createLiveSockets, sendMessage } from './live-sockets.ts';

export const BROWSER_LIVE_PATH = '/api/radio/live';

const MAX_MESSAGE_BYTES = 1 << 20;
const STATUS_MS = 500;
// The browser may be asking its user for the microphone.
const START_MS = 120_000;
const MAX_PER_ACCOUNT = 4;

export interface BrowserLive {
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): void;
}

export function createBrowserLive(options: {
  liveControl: LiveControl;
  sql: Sql;
  clients: VisitorClients;
  siteUrl: string;
  limiter: RateLimiter;
  /** Who sent a request. */
  addressOf(request: IncomingMessage): string;
  /** Scheme and host that a handshake was sent to. */
  originOf(request: IncomingMessage): string;
}): BrowserLive {
  const { liveControl, sql, clients, siteUrl, limiter, addressOf, originOf } = options;
  const sockets = createLiveSockets({
    limiter,
    name: 'radio: live sockets',
    maxMessageBytes: MAX_MESSAGE_BYTES,
    addressOf,
  });
  const accounts = new Map<string, number>();

  function serve(
    socket: WebSocket,
    facts: { address: string; client: string },
    person: SignedIn,
    host: Host,
  ) {
    const findAgain = () => findHostOfSession(sql, person);
    const limit = createInboundLimit();
    let onAir: OnAirHost | undefined;
    let status: ReturnType<typeof setInterval> | undefined;
    const unused = setTimeout(() => socket.close(1008, 'no broadcast was started'), START_MS);
    unused.unref();
    const reply = (message: object) => sendMessage(socket, message);
    const reject = (rejection: Rejection) => {
      reply(rejectionMessage(rejection));
      socket.close(1008);
    };

    /** Ends the connection of a host who has lost access. */
    async function requireHost(): Promise<Host | undefined> {
      const found = await findAgain();
      if (!found) {
        onAir?.end(stationText('no_longer_has_access', { name: host.name }));
        reject(notAllowed);
      }
      return found;
    }

    async function begin(message: Record<string, unknown>): Promise<void> {
      const start = readStart(message);
      if (!start) return reject({ status: 400, reason: stationText('first_message_must_name_format') });
      const found = await requireHost();
      if (!found || onAir || socket.readyState !== socket.OPEN) return;
      const answer = liveControl.connect(
        {
          way: 'browser',
          mount: BROWSER_LIVE_PATH,
          ...facts,
          contentType: start.format === 'webm-opus' ? 'audio/webm' : 'audio/pcm',
          showing: start.showing,
          ...(start.format === 'pcm-s16' && {
            pcm: { sampleRate: start.sampleRate, channels: start.channels },
          }),
        },
        found,
        findAgain,
      );
      if (isRejection(answer)) return reject(answer);
      clearTimeout(unused);
      onAir = answer;
      onAir.onEnd = (reason) => {
        onAir = undefined;
        clearInterval(status);
        reply({ type: 'ended', ...reason, message: englishText(reason) });
        socket.close(1000);
      };
      reply({ type: 'accepted' });
      status = setInterval(
        () => reply({ type: 'status', peak: answer.peak, isOnAir: answer.isOnAir }),
        STATUS_MS,
      );
    }

    async function setTitle({ artist, title }: Record<string, unknown>): Promise<void> {
      if (!onAir || typeof title !== 'string' || !(await requireHost())) return;
      onAir?.setTitle({ artist: typeof artist === 'string' ? artist : '', title });
    }

    // One after the other: a title must not overtake the start it belongs to.
    let work = Promise.resolve();
    let hasStarted = false;
    socket.on('message', (data: Buffer, isBinary) => {
      if (!limit.take(data.length, { isBinary })) {
        onAir?.end(stationText('browser_sent_too_much'));
        return socket.close(1008, 'too much');
      }
      if (isBinary) {
        if (onAir && !onAir.isFull) onAir.push(data);
        return;
      }
      const message = readMessage(data);
      if (message?.type === 'start' && !hasStarted) {
        hasStarted = true;
        work = work.then(() => begin(message));
      } else if (message?.type === 'title') {
        work = work.then(() => setTitle(message));
      }
      work = work.catch(() => socket.close(1011));
    });
    socket.on('close', () => {
      clearTimeout(unused);
      clearInterval(status);
      onAir?.end(stationText('browser_ended_connection'));
    });
    reply({ type: 'ready' });
  }

  async function admit(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const address = addressOf(request);
    const person = await identifyHandshake(request, { clients, siteUrl, ownOrigin: originOf(request) });
    if (typeof person === 'number') return rejectUpgrade(stream, person);
    const { userId } = person;
    const host = await findHostOfSession(sql, person);
    if (stream.destroyed) return;
    const open = accounts.get(userId) ?? 0;
    if (open >= MAX_PER_ACCOUNT) return rejectUpgrade(stream, 429, { 'retry-after': '10' });
    accounts.set(userId, open + 1);
    stream.once('close', () => {
      const left = (accounts.get(userId) ?? 1) - 1;
      if (left > 0) accounts.set(userId, left);
      else accounts.delete(userId);
    });
    sockets.accept(request, stream, head, (socket) => {
      const client = String(request.headers['user-agent'] ?? '').slice(0, 200);
      if (host) return serve(socket, { address, client }, person, host);
      sendMessage(socket, rejectionMessage(notAllowed));
      socket.close(1008);
    });
  }

  return {
    upgrade(request, stream, head) {
      if (pathOf(request) !== BROWSER_LIVE_PATH) return rejectUpgrade(stream, 404);
      if (!sockets.mayOpen(request, stream)) return;
      admit(request, stream, head).catch(() => rejectUpgrade(stream, 503));
    },
    close: () => sockets.close(1001),
  };
}

const notAllowed: Rejection = { status: 403, reason: stationText('only_hosts_and_staff_go_live') };
