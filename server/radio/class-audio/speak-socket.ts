// The websocket of a teacher who speaks in an online class: the same messages as going live from the browser, but the
// sound goes to that class alone.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { RateLimiter } from '#backend/limits/rate-limiter.ts';
import type { Rejection } from '#radio/live/live-session.ts';
import { englishText, stationText } from '#radio/station-text.ts';
import type { VisitorClients } from '../../accounts/visitor-client.ts';
import { rejectUpgrade } from '../../http/reject-upgrade.ts';
import { createInboundLimit } from '../inbound-limit.ts';
import { identifyHandshake, type SignedIn } from '../live-handshake.ts';
import { pathOf, readMessage, readStart, rejectionMessage } from '../live-messages.ts';
import { createLiveSockets, sendMessage } from '../live-sockets.ts';
import type { ClassAccess } from './class-access.ts';
import type { SpeakerLine } from './class-room.ts';
import type { ClassRooms } from './class-rooms.ts';
import { classWindow } from './class-window.ts';

export interface SpeakSockets {
  handles(path: string): boolean;
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
  close(): void;
}

export interface SpeakSocketsOptions {
  access: ClassAccess;
  rooms: ClassRooms;
  clients: VisitorClients;
  siteUrl: string;
  limiter: RateLimiter;
  addressOf(request: IncomingMessage): string;
  originOf(request: IncomingMessage): string;
}

const PATH = /^\/api\/radio\/live\/class\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
// A browser sends 200 ms at once: 150 KB of the largest samples.
const MAX_MESSAGE_BYTES = 1 << 18;
const STATUS_MS = 500;
// The microphone is on before the page connects.
const START_MS = 30_000;
// Close codes: the page connects again after the first, and not after the second.
const SERVICE_RESTART = 1012;
const NOT_ALLOWED = 1008;

export function createSpeakSockets(options: SpeakSocketsOptions): SpeakSockets {
  const { access, rooms, clients, siteUrl, limiter, addressOf, originOf } = options;
  const sockets = createLiveSockets({
    limiter,
    name: 'radio: class speakers',
    maxMessageBytes: MAX_MESSAGE_BYTES,
    addressOf,
  });

  function serve(socket: WebSocket, sessionId: string, person: SignedIn): void {
    const limit = createInboundLimit();
    let line: SpeakerLine | undefined;
    let status: ReturnType<typeof setInterval> | undefined;
    const unused = setTimeout(() => socket.close(NOT_ALLOWED), START_MS);
    unused.unref();
    const reply = (message: object) => sendMessage(socket, message);
    const reject = (rejection: Rejection) => {
      reply(rejectionMessage(rejection));
      socket.close(NOT_ALLOWED);
    };

    async function begin(message: Record<string, unknown>): Promise<void> {
      const start = readStart(message);
      if (!start) return reject({ status: 400, reason: stationText('first_message_must_name_format') });
      const session = await access.findClass(sessionId);
      if (!session) return reject({ status: 404, reason: stationText('class_not_online') });
      const speaker = await access.findSpeaker(sessionId, person);
      if (!speaker) return reject({ status: 403, reason: stationText('only_its_teacher_speaks') });
      if (classWindow(session, Date.now()).state !== 'open')
        return reject({ status: 403, reason: stationText('class_audio_closed') });
      if (socket.readyState !== socket.OPEN) return;
      const { sampleRate, channels, showing } = start;
      const pcm = start.format === 'pcm-s16' ? { sampleRate, channels } : null;
      const room = rooms.open(session);
      // A teacher who was replaced does not keep the substitute waiting for the next check.
      if (room.speaker && room.speaker.userId !== speaker.userId)
        await rooms.recheck(room).catch(() => undefined);
      if (socket.readyState !== socket.OPEN) return;
      const opened = rooms.open(session).speak(speaker, { showing, pcm });
      if (typeof opened === 'string')
        return reject({ status: 409, reason: stationText('someone_is_already_speaking', { name: opened }) });
      clearTimeout(unused);
      line = opened;
      opened.onEnd = (reason) => {
        line = undefined;
        clearInterval(status);
        if (reason) reply({ type: 'ended', ...reason, message: englishText(reason) });
        socket.close(reason ? 1000 : SERVICE_RESTART);
      };
      reply({ type: 'accepted' });
      status = setInterval(
        () =>
          reply({
            type: 'status',
            peak: opened.peak,
            isOnAir: opened.isReceived,
            listeners: opened.listeners,
          }),
        STATUS_MS,
      );
    }

    /** Before anything else: connections are few, and everyone can have an account. */
    async function checkRight(): Promise<void> {
      if (await access.findSpeaker(sessionId, person)) return reply({ type: 'ready' });
      reject({ status: 403, reason: stationText('only_its_teacher_speaks') });
    }

    let hasStarted = false;
    socket.on('message', (data: Buffer, isBinary) => {
      if (!limit.take(data.length, { isBinary })) return socket.close(NOT_ALLOWED, 'too much');
      if (isBinary) {
        if (line && !line.isFull) line.push(data);
        return;
      }
      const message = readMessage(data);
      if (message?.type !== 'start' || hasStarted) return;
      hasStarted = true;
      begin(message).catch(() => socket.close(1011));
    });
    socket.on('close', () => {
      clearTimeout(unused);
      clearInterval(status);
      line?.end();
    });
    checkRight().catch(() => socket.close(1011));
  }

  async function admit(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const [, sessionId = ''] = PATH.exec(pathOf(request)) ?? [];
    const person = await identifyHandshake(request, { clients, siteUrl, ownOrigin: originOf(request) });
    if (typeof person === 'number') return rejectUpgrade(stream, person);
    if (stream.destroyed) return;
    sockets.accept(request, stream, head, (socket) => serve(socket, sessionId, person));
  }

  return {
    handles: (path) => PATH.test(path),
    upgrade(request, stream, head) {
      if (!sockets.mayOpen(request, stream)) return;
      admit(request, stream, head).catch(() => rejectUpgrade(stream, 503));
    },
    close: () => sockets.close(SERVICE_RESTART),
  };
}
