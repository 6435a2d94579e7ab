// Opens the socket to a PostgreSQL server, encrypted where asked for, and sends cancellations on a socket of their own.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { MessageWriter } from './message-writer.ts';

export interface ConnectionTarget {
  /** A host and port, or the path of a Unix socket. */
  host: string;
  port: number;
  path?: string;
  user: string;
  password: string;
  database: string;
  /** `false` for none, `'require'` for encryption without verification, `'verify'` for a verified certificate. */
  tls: false | 'require' | 'verify';
  applicationName: string;
}

/** The connection was lost. `isUnanswered`: before the server responded to anything that was sent. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
  readonly isUnanswered: boolean;
  constructor(isUnanswered: boolean, cause?: unknown) {
    super('the connection to the database was lost', { cause });
    this.name = 'ConnectionLost';
    this.isUnanswered = isUnanswered;
  }
}

export const connectTimeoutMs = 10_000;
const cancelTimeoutMs = 2_000;

/** `signal` gives up while the socket is being opened. */
export async function openSocket(target: ConnectionTarget, signal?: AbortSignal): Promise<Socket> {
  const socket = target.path ? connectTcp(target.path) : connectTcp(target.port, target.host);
  const giveUp = () => socket.destroy(signal?.reason);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  try {
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 60_000);
    await settled(socket, 'connect');
    return target.tls && !target.path ? await encrypt(socket, target) : socket;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

async function encrypt(socket: Socket, target: ConnectionTarget): Promise<Socket> {
  const request = new MessageWriter();
  request.sslRequest();
  socket.write(request.take());
  const [answer] = await settled<[Buffer]>(socket, 'data');
  if (answer[0] !== 0x53) {
    socket.destroy();
    throw new Error('the database does not offer encryption');
  }
  // From here on the encrypted socket reports errors; this one would have no listener.
  socket.on('error', (error) => secure.destroy(error));
  const secure = connectTls({
    socket,
    servername: isIP(target.host) ? undefined : target.host,
    rejectUnauthorized: target.tls === 'verify',
  });
  await settled(secure, 'secureConnect');
  return secure;
}

/** The next event of a socket that is still being opened, or its failure. */
function settled<T extends unknown[]>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => socket.destroy(new Error('the database did not answer in time')),
      connectTimeoutMs,
    );
    const clear = () => {
      clearTimeout(timer);
      socket.off('error', onError);
      socket.off('close', onClose);
      socket.off(event, onEvent);
    };
    const onEvent = (...args: unknown[]) => {
      clear();
      resolve(args as T);
    };
    const onError = (error: Error) => {
      clear();
      reject(error);
    };
    const onClose = () => {
      clear();
      reject(new ConnectionLost(true));
    };
    socket.once(event, onEvent);
    socket.once('error', onError);
    socket.once('close', onClose);
  });
}

/** Resolves when the server has closed the cancelling connection: by then it has passed the cancellation on. */
export async function sendCancel(target: ConnectionTarget, backendKey: Buffer): Promise<void> {
  try {
    const socket = await openSocket(target);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const timer = setTimeout(() => socket.destroy(), cancelTimeoutMs);
    socket.on('error', () => socket.destroy());
    const cancelWriter = new MessageWriter();
    cancelWriter.cancelRequest(backendKey);
    socket.resume().end(cancelWriter.take());
    await closed;
    clearTimeout(timer);
  } catch {
    // An unreachable server cannot cancel; the statement timeout ends it.
  }
}
