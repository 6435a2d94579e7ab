// Going live from the browser: a websocket that brings sound (WebM with Opus as MediaRecorder makes it, or bare samples)
// and takes back what a host needs to see. The first message says what comes; a lost connection simply connects again.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Sql } from 'postgres';
import { type WebSocket, WebSocketServer } from 'ws';
import { isRefusal, type LiveDesk, type OnAirHost } from '#radio/live/live-desk.ts';
import type { VisitorClients } from '../accounts/visitor-client.ts';
import { isFromOurPages } from '../api/same-origin.ts';
import { findHost } from './live-access.ts';

export const BROWSER_LIVE_PATH = '/api/radio/live';

const LARGEST_MESSAGE_BYTES = 1 << 20;
const STATUS_MS = 500;

interface Start {
  format: 'webm-opus' | 'pcm-s16';
  sampleRate: number;
  channels: number;
  /** Chosen by the page, the same after a broken line. */
  showing?: string;
}

export interface BrowserLive {
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): void;
}

export function createBrowserLive(options: {
  desk: LiveDesk;
  sql: Sql;
  clients: VisitorClients;
  siteUrl: string;
  /** Scheme and host that a handshake was sent to. */
  originOf(request: IncomingMessage): string;
}): BrowserLive {
  const { desk, sql, clients, siteUrl, originOf } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES });

  async function serve(socket: WebSocket, request: IncomingMessage, userId: string): Promise<void> {
    const host = await findHost(sql, userId);
    const client = String(request.headers['user-agent'] ?? '').slice(0, 200);
    const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    let onAir: OnAirHost | undefined;
    let status: ReturnType<typeof setInterval> | undefined;
    const say = (message: object) => socket.send(JSON.stringify(message));
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        if (onAir && !onAir.isFull) onAir.push(data);
        return;
      }
      const message = readMessage(data);
      if (message?.type === 'title' && typeof message.title === 'string') {
        desk.setTitle({
          artist: String(message.artist ?? '').slice(0, 300),
          title: message.title.slice(0, 300),
        });
      }
      if (message?.type !== 'start' || onAir) return;
      const start = readStart(message);
      if (start && typeof message.showing === 'string') start.showing = message.showing.slice(0, 64);
      if (!start) {
        say({ type: 'refused', status: 400, reason: 'The first message must say which format comes.' });
        return socket.close(1008);
      }
      const answer = desk.connect(
        {
          way: 'browser',
          mount: BROWSER_LIVE_PATH,
          address,
          client,
          contentType: start.format === 'webm-opus' ? 'audio/webm' : 'audio/pcm',
          showing: start.showing,
          ...(start.format === 'pcm-s16' && {
            pcm: { sampleRate: start.sampleRate, channels: start.channels },
          }),
        },
        host,
      );
      if (isRefusal(answer)) {
        say({ type: 'refused', ...answer });
        return socket.close(1008);
      }
      onAir = answer;
      onAir.onEnd = (reason) => {
        say({ type: 'ended', reason });
        socket.close(1000);
      };
      say({ type: 'accepted' });
      status = setInterval(
        () => say({ type: 'status', peak: answer.peak, isOnAir: answer.isOnAir }),
        STATUS_MS,
      );
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearInterval(status);
      onAir?.end('The browser ended the connection.');
    });
    say({ type: 'ready' });
  }

  return {
    upgrade(request, stream, head) {
      const refuse = (line: string) =>
        stream.end(`HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      stream.on('error', () => stream.destroy());
      const token = tokenOf(request);
      // Browsers send cookies along from any page: only our own pages may open the microphone's way to the air.
      if (!token && !isFromOurPages(handshakeOf(request, originOf(request)), siteUrl))
        return void refuse('403 Forbidden');
      identify(clients, { cookie: request.headers.cookie, token, siteUrl })
        .then((userId) => {
          if (!userId) return void refuse('401 Unauthorized');
          sockets.handleUpgrade(request, stream, head, (socket) => {
            serve(socket, request, userId).catch(() => socket.close(1011));
          });
        })
        .catch(() => refuse('503 Service Unavailable'));
    },
    close() {
      for (const socket of sockets.clients) socket.close(1001);
      sockets.close();
    },
  };
}

/** Who cannot send headers, as browsers on another origin, names the token among the protocols. */
function tokenOf({ headers }: IncomingMessage): string | undefined {
  const offered = headers['sec-websocket-protocol']?.split(/\s*,\s*/) ?? [];
  const named = offered.find((protocol) => protocol.startsWith('bearer.'))?.slice('bearer.'.length);
  return named ?? /^bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

function handshakeOf({ headers, url }: IncomingMessage, ownOrigin: string) {
  const said = new Headers();
  for (const name of ['origin', 'sec-fetch-site']) {
    const value = headers[name];
    if (typeof value === 'string') said.set(name, value);
  }
  return { url: `${ownOrigin}${url}`, headers: said };
}

async function identify(
  clients: VisitorClients,
  { cookie, token, siteUrl }: { cookie: string | undefined; token: string | undefined; siteUrl: string },
): Promise<string | undefined> {
  const headers = new Headers();
  if (cookie) headers.set('cookie', cookie);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const { user } = await clients.visit(new Request(`${siteUrl}${BROWSER_LIVE_PATH}`, { headers })).visitor();
  return user && !user.needsSecondFactor ? user.id : undefined;
}

function readMessage(data: Buffer): Record<string, unknown> | undefined {
  try {
    const message: unknown = JSON.parse(data.toString());
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function readStart({
  format,
  sampleRate = 48_000,
  channels = 2,
}: Record<string, unknown>): Start | undefined {
  if (format === 'webm-opus') return { format, sampleRate: 48_000, channels: 2 };
  const rate = Number(sampleRate);
  const count = Number(channels);
  if (format !== 'pcm-s16' || !(rate >= 8000 && rate <= 192_000) || (count !== 1 && count !== 2))
    return undefined;
  return { format, sampleRate: rate, channels: count };
}
