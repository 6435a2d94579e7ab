// The connection of a host's browser to their guests, beside the one that carries the show.
import type { WebSocket } from 'ws';
import { type FromHost, MAX_GUESTS, MAX_SOUND_BYTES, type ToHost } from '#contracts/radio-guests.ts';
import { ApiError } from '../../http-kit/api-error.ts';
import type { InboundLimit } from '../inbound-limit.ts';
import { guestErrors, sentError } from './guest-errors.ts';
import { readFromHost } from './guest-messages.ts';
import type { GuestRoom } from './guest-room.ts';
import { socketPeer } from './socket-peer.ts';

export function serveHost(socket: WebSocket, openRoom: () => GuestRoom, limit: InboundLimit): void {
  const peer = socketPeer<ToHost>(socket);
  let room: GuestRoom | undefined;

  function invite(to: GuestRoom): void {
    try {
      peer.send({ type: 'invited', ...to.invite() });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      peer.send({ type: 'problem', ...sentError(error) });
    }
  }
  function handle(message: FromHost): void {
    if (message.type === 'hello') {
      room = openRoom();
      room.attachHost(peer, message.decodes);
    }
    if (!room) return;
    if (message.type === 'invite') invite(room);
    else if (message.type === 'revoke') room.revoke(message.id);
    else if (message.type === 'remove') room.remove(message.seat);
    else if (message.type === 'mute') room.mute(message.seat, message.isMuted);
    else if (message.type === 'talkback') room.setTalkback(message.isOn);
    else if (message.type === 'ping') room.ping(message.seat, message.sentAt);
    else if (message.type === 'end') room.end();
  }

  socket.on('message', (data: Buffer, isBinary) => {
    // A page that another one has replaced says nothing more.
    if (socket.readyState !== socket.OPEN) return;
    if (!limit.take(data.length, { isBinary })) {
      peer.send({ type: 'ended', ...sentError(guestErrors.sentTooMuch()) });
      return socket.close(1008);
    }
    if (isBinary) {
      const seat = data[0] ?? MAX_GUESTS;
      if (data.length > 2 && data.length <= MAX_SOUND_BYTES) room?.soundFor(seat, data.subarray(1));
      return;
    }
    const message = readFromHost(data);
    if (message) handle(message);
  });
  socket.on('close', () => room?.detachHost(peer));
}
