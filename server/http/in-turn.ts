// Requests that one connection sends without waiting for answers are taken one after another, each when the one before it was
// answered: a client that sends thousands and goes away has caused the work of one, and nothing that waited is done any more.
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface Turns {
  /** Calls `work` when every earlier response of the connection has been sent; never when it is closed by then. */
  take(socket: Duplex, response: ServerResponse, work: () => void): void;
  /** Whether a request of the connection is not answered yet. */
  isBusy(socket: Duplex): boolean;
}

interface Waiting {
  response: ServerResponse;
  work(): void;
}

/** No more is read from a connection than this and what came in the same piece: 64 kB at most. */
const MAX_WAITING = 100;

export function createTurns(): Turns {
  const waitingOf = new WeakMap<Duplex, Waiting[]>();

  function begin(socket: Duplex, { response, work }: Waiting): void {
    response.once('close', () => goOn(socket));
    work();
  }

  function goOn(socket: Duplex): void {
    const waiting = waitingOf.get(socket) ?? [];
    const next = socket.writable ? waiting.shift() : undefined;
    if (!next) return void waitingOf.delete(socket);
    if (waiting.length < MAX_WAITING && socket.isPaused()) socket.resume();
    begin(socket, next);
  }

  return {
    take(socket, response, work) {
      const waiting = waitingOf.get(socket);
      if (!waiting) {
        waitingOf.set(socket, []);
        begin(socket, { response, work });
      } else if (waiting.push({ response, work }) >= MAX_WAITING) socket.pause();
    },
    isBusy: (socket) => waitingOf.has(socket),
  };
}
