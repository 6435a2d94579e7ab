// Watches the sockets of a driver's pool for silence, as our own client does: a statement on a lost network
// would hold its connection for a quarter of an hour. See wire/find-dead-connections.ts.
import { Socket } from 'node:net';
import { type AskOptions, askServer } from './wire/find-dead-connections.ts';
import { type ConnectionTarget, openSocket } from './wire/open-socket.ts';

export interface SilenceOptions extends AskOptions {
  /** How long a response may be outstanding before the server is asked whether it is still working on it. */
  silenceMs?: number;
}

interface Watched {
  /** What had been written when the server last sent something. */
  answeredBytes: number;
  /** Since when more than that has been written. */
  waitingSinceMs: number | undefined;
}

const SILENCE_MS = 10_000;

/** Opens the driver's connections, encrypted where the target requires it. */
export function createDriverSockets(
  target: ConnectionTarget,
  options: SilenceOptions = {},
): () => Promise<Socket> {
  const { silenceMs = SILENCE_MS } = options;
  const sockets = new Map<Socket, Watched>();
  let checking: NodeJS.Timeout | undefined;
  let isAsking = false;

  function watch(socket: Socket): void {
    const watched: Watched = { answeredBytes: 0, waitingSinceMs: undefined };
    sockets.set(socket, watched);
    socket.on('data', () => {
      watched.answeredBytes = socket.bytesWritten;
      watched.waitingSinceMs = undefined;
    });
    checking ??= setInterval(() => void cutDead(), silenceMs / 4).unref();
  }

  function findSilent(): Socket[] {
    const nowMs = performance.now();
    const silent: Socket[] = [];
    for (const [socket, watched] of sockets) {
      // The driver removes all listeners from a socket that closes.
      if (socket.destroyed) sockets.delete(socket);
      else if (socket.bytesWritten > watched.answeredBytes) {
        watched.waitingSinceMs ??= nowMs;
        if (nowMs - watched.waitingSinceMs >= silenceMs) silent.push(socket);
      }
    }
    return silent;
  }

  async function cutDead(): Promise<void> {
    const silent = findSilent();
    if (sockets.size === 0) {
      clearInterval(checking);
      checking = undefined;
    }
    if (silent.length === 0 || isAsking) return;
    isAsking = true;
    const work = await askServer(target, options);
    isAsking = false;
    // Behind a router that rewrites ports a single connection cannot be identified.
    const isDead = (socket: Socket) => !work || (work.hasOurPorts && !work.ports.has(socket.localPort ?? 0));
    const stillSilent = new Set(findSilent());
    // Without an error: the driver would lose queries made between a socket's error and its close.
    for (const socket of silent) if (stillSilent.has(socket) && isDead(socket)) socket.destroy();
  }

  return async () => {
    try {
      const socket = await openSocket(target);
      watch(socket);
      return socket;
    } catch (error) {
      return failedSocket(error);
    }
  };
}

/** The driver gives up on a connection whose socket could not be opened; one that fails later is retried. */
function failedSocket(error: unknown): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy(error instanceof Error ? error : new Error(String(error))));
  return socket;
}
