// Sends the stream to the sockets of listeners, within limits.
import type { Socket } from 'node:net';
import { createConnectionLimit } from '#backend/limits/connection-limit.ts';
import type { Radio } from '#radio/create-radio.ts';
import { streamHead } from '#radio/mount/stream-head.ts';
import { plainAddress } from '../http/trusted-proxies.ts';
import type { StreamRequest } from './stream-request.ts';

/** A request for the stream, and whose it is. */
export type Listening = StreamRequest & { address: string };

// A listener who reads nothing holds up to 256 kB.
const LISTENERS = { maxPerAddress: 250, maxInAll: 20_000 };
const PRELOAD_MS = 30_000;

export function serveListeners(radio: Radio): (socket: Socket, listening: Listening) => void {
  const listeners = createConnectionLimit(LISTENERS);
  return function listen(socket: Socket, { mount, wantsIcy, client, isPreload, address }: Listening): void {
    socket.on('error', () => socket.destroy());
    if (!radio.mountNames.includes(mount)) {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      socket.destroySoon();
      return;
    }
    const leave = listeners.enter(plainAddress(address));
    if (!leave) {
      socket.end(
        'HTTP/1.1 503 Service Unavailable\r\nretry-after: 30\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
      );
      socket.destroySoon();
      return;
    }
    socket.once('close', leave);
    if (isPreload) {
      setTimeout(() => socket.destroy(), PRELOAD_MS).unref();
      socket.end(Buffer.concat([streamHead(radio.station, { mount, wantsIcy: false }), radio.sample()]));
      return;
    }
    // Nothing more is expected from a listener, but unless it is read, its end is never noticed.
    socket.resume();
    socket.once('end', () => socket.destroy());
    radio.join(socket, { mount, address: plainAddress(address), client, wantsIcy });
  };
}
