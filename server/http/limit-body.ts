// The minimum speed of a streamed body. Node's own limit is one for all requests and would cut off large uploads; here
// each period must bring some data. Bodies in memory: see bodies-in-flight.ts.
import type { IncomingMessage } from 'node:http';

export interface StreamPace {
  windowMs: number;
  /** What a body must bring within each window. */
  minBytes: number;
}

const streamPace: StreamPace = { windowMs: 60_000, minBytes: 16_384 };

export function limitPace(request: IncomingMessage, { windowMs, minBytes }: StreamPace = streamPace): void {
  const { socket } = request;
  let seenBytes = socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = socket;
    // While the server reads no further, it is not the sender who is slow.
    if (bytesRead - seenBytes < minBytes && !socket.isPaused()) socket.destroy();
    seenBytes = bytesRead;
  }, windowMs);
  const clear = () => {
    clearInterval(timer);
    socket.off('close', clear);
  };
  request.once('end', clear).once('close', clear);
  // Not every request emits an event when its connection has ended.
  socket.once('close', clear);
}
