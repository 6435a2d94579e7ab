// Limits the memory of unread responses: data written to sockets and not sent yet. Clients that read nothing for a
// while are disconnected, and when all backlogs together are too large, the largest are.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Backlog {
  /** To be called for every response before it is written. */
  watch(response: ServerResponse, socket: Socket): void;
  /** Bytes that wait to be sent. */
  readonly bytes: number;
}

export interface BacklogLimits {
  /** All backlogs together. */
  maxBytes: number;
  /** How long a reader may take nothing. */
  silenceMs: number;
}

export const backlogLimits: BacklogLimits = { maxBytes: 64 * 2 ** 20, silenceMs: 30_000 };

// What the system takes at once is no backlog.
const SMALL_BYTES = 64 * 1024;

interface Unsent {
  socket: Socket;
  bytes: number;
  /** What the socket had sent when it was last looked at. */
  sentBytes: number;
}

export function createBacklog({ maxBytes, silenceMs }: BacklogLimits): Backlog {
  const unsent = new Set<Unsent>();
  let total = 0;
  let sweep: NodeJS.Timeout | undefined;

  function note(response: ServerResponse, socket: Socket): void {
    const bytes = socket.writableLength;
    if (bytes < SMALL_BYTES) return;
    const one: Unsent = { socket, bytes, sentBytes: sentBy(socket) };
    unsent.add(one);
    total += bytes;
    response.once('close', () => {
      unsent.delete(one);
      total -= bytes;
    });
    if (total > maxBytes) makeRoom();
    sweep ??= setInterval(cutSilent, silenceMs).unref();
  }

  /** Those who took nothing since they were looked at go first, then the largest. */
  function makeRoom(): void {
    const worst = [...unsent].toSorted(
      (one, other) => Number(hasMoved(one)) - Number(hasMoved(other)) || other.bytes - one.bytes,
    );
    let left = total;
    for (const { socket, bytes } of worst) {
      if (left <= maxBytes / 2) return;
      left -= bytes;
      socket.destroy();
    }
  }

  function cutSilent(): void {
    for (const one of unsent) {
      if (!hasMoved(one)) one.socket.destroy();
      one.sentBytes = sentBy(one.socket);
    }
    if (unsent.size > 0) return;
    clearInterval(sweep);
    sweep = undefined;
  }

  return {
    watch: (response, socket) => void response.once('prefinish', () => note(response, socket)),
    get bytes() {
      return total;
    },
  };
}

function hasMoved({ socket, sentBytes }: Unsent): boolean {
  return sentBy(socket) > sentBytes;
}

/** `bytesWritten` counts what waits, too. */
function sentBy(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
