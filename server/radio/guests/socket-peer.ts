import type { WebSocket } from 'ws';
import type { Peer } from './guest-room.ts';

// A third of a second of samples, or seconds of Opus.
const MAX_UNSENT_SOUND_BYTES = 32_768;
const MAX_UNSENT_BYTES = 262_144;

export function socketPeer<Message>(socket: WebSocket): Peer<Message> {
  return {
    send(message) {
      if (socket.readyState !== socket.OPEN) return;
      // A browser that reads nothing is gone, whatever TCP believes.
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) socket.terminate();
      else socket.send(JSON.stringify(message));
    },
    sendSound(bytes) {
      if (socket.readyState === socket.OPEN && socket.bufferedAmount <= MAX_UNSENT_SOUND_BYTES)
        socket.send(bytes);
    },
    close: () => socket.close(1000),
  };
}
