// The sockets of a driver's pool, watched for silence as those of our own client are: a statement whose network is gone
// would hold its connection for a quarter of an hour. See wire/find-dead-connections.ts.
import { Socket } from 'node:net';
import { type AskOptions, askServer } from './wire/find-dead-connections.ts';
import { type ConnectionTarget, openSocket } from './wire/open-connection.ts';

export interface SilenceOptions extends AskOptions {
  /** How long the server may owe an answer before it is asked whether it works on it. */
  silenceMs?: number;
}

interface Watched {
  /** What had been written when the server said something last. */
  answeredBytes: number;
  /** Since when more than that is written. */
  waitingSinceMs: number | undefined;
}

const SILENCE_MS = 10_000;

/** Gives the driver its connections, encrypted where the target says so. */
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
      // The driver takes every listener off a socket that closes.
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
    // Behind a router with port numbers of its own nothing can be said of a single connection.
    const isDead = (socket: Socket) => !work || (work.hasOurPorts && !work.ports.has(socket.localPort ?? 0));
    const stillSilent = new Set(findSilent());
    // Without an error: the driver would lose what it is asked between a socket's error and its close.
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

/** The driver forgets a connection whose socket could not be made; one that fails later is tried again. */
function failedSocket(error: unknown): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy(error instanceof Error ? error : new Error(String(error))));
  return socket;
}
