// One guest's connection. The link's token is the first message, never part of an address: addresses are logged.
import type { WebSocket } from 'ws';
import type { RateLimit } from '#backend/limits/rate-limiter.ts';
import { type FromGuest, MAX_SOUND_BYTES, type ToGuest } from '#contracts/radio-guests.ts';
import { ApiError, apiErrors } from '../../http-kit/api-error.ts';
import type { InboundLimit } from '../inbound-limit.ts';
import { guestErrors, sentError } from './guest-errors.ts';
import { readFromGuest } from './guest-messages.ts';
import type { RoomGuest } from './guest-room.ts';
import type { GuestRooms } from './guest-rooms.ts';
import { socketPeer } from './socket-peer.ts';

const JOIN_MS = 10_000;

export function serveGuest(
  socket: WebSocket,
  options: { rooms: GuestRooms; wrongLinks: RateLimit; address: string; limit: InboundLimit },
): void {
  const { rooms, wrongLinks, address, limit } = options;
  const peer = socketPeer<ToGuest>(socket);
  let guest: RoomGuest | undefined;
  const unused = setTimeout(() => socket.close(1008, 'nobody joined'), JOIN_MS);
  unused.unref();
  const finish = (error: ApiError) => {
    peer.send({ type: 'ended', ...sentError(error) });
    socket.close(1008);
  };

  function join({ token, ...joining }: Extract<FromGuest, { type: 'join' }>): void {
    try {
      const { room, hash } = rooms.find(token);
      guest = room.join(hash, { ...joining, peer });
      clearTimeout(unused);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const waitS = error.status === 404 ? wrongLinks.take(address) : 0;
      finish(waitS > 0 ? apiErrors.tooMany(waitS) : error);
    }
  }

  socket.on('message', (data: Buffer, isBinary) => {
    if (socket.readyState !== socket.OPEN) return;
    if (!limit.take(data.length, { isBinary })) {
      finish(guestErrors.sentTooMuch());
      return guest?.leave();
    }
    if (isBinary) {
      if (data.length > 1 && data.length < MAX_SOUND_BYTES) guest?.sound(data);
      return;
    }
    const message = readFromGuest(data);
    if (message?.type === 'join' && !guest) join(message);
    else if (message?.type === 'pong') guest?.pong(message.sentAt);
    else if (message?.type === 'leave') guest?.leave();
  });
  socket.on('close', () => {
    clearTimeout(unused);
    guest?.lose();
  });
}
