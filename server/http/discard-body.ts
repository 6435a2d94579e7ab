// Discards the rest of an unwanted body. It is read for a while, because a connection that is closed with unread bytes
// is reset, often before the sender has seen the answer; then the connection ends. Read slowly, so that a fast sender
// does not cost more by discarded data than by accepted data.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const MAX_MS = 5000;
const TICK_MS = 100;
const BYTES_A_TICK = 2 ** 18;
// Usually the sender reads the answer and stops: until then hardly anything is read.
const FIRST_BYTES = 2 ** 14;
// However slowly one is read, a flood of senders would be read fast together: the oldest gives way.
const MAX_AT_ONCE = 8;
const discarding = new Set<Socket>();

export function discardBody(request: IncomingMessage): void {
  const { socket } = request;
  if (request.readableEnded || socket.destroyed) return;
  let leftBytes = FIRST_BYTES;
  let leftTicks = MAX_MS / TICK_MS;
  const timer = setInterval(() => {
    leftTicks -= 1;
    if (leftTicks <= 0) return void socket.destroy();
    leftBytes = BYTES_A_TICK;
    request.resume();
  }, TICK_MS).unref();
  const clear = () => {
    clearInterval(timer);
    discarding.delete(socket);
    socket.off('close', clear);
  };
  for (const oldest of discarding) {
    if (discarding.size < MAX_AT_ONCE) break;
    discarding.delete(oldest);
    oldest.destroySoon();
  }
  discarding.add(socket);
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length;
    if (leftBytes <= 0) request.pause();
  });
  request.once('end', clear).once('close', clear).on('error', clear);
  // Not every request emits an event when its connection has ended.
  socket.once('close', clear);
  request.resume();
}
