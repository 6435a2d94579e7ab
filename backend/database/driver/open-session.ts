// One connection to PostgreSQL on which statements run one after another, in the order they came. A lost connection
// fails what runs and what waits; nothing is left without an answer.
import type { Socket } from 'node:net';
import { createAuthenticator } from '../wire/authenticate.ts';
import { createMessageReader, readError, type ServerError } from '../wire/message-reader.ts';
import { MessageWriter } from '../wire/message-writer.ts';
import { ConnectionLost, type ConnectionTarget, openSocket, sendCancel } from '../wire/open-socket.ts';
import { DriverError } from './driver-error.ts';
import { type Exchange, messageKind, type SessionPort } from './exchange.ts';
import { readNotification } from './result.ts';
import { createStatementCache } from './statement-cache.ts';
import type { ValueTypes } from './value-types.ts';

export interface SessionOptions {
  target: ConnectionTarget;
  types: ValueTypes;
  /** Settings of the connection, by name. */
  settings: Record<string, string>;
  /** Whether statements stay prepared; a pooler may not allow it. */
  isPreparing: boolean;
  /** An answer larger than this ends the connection. */
  maxAnswerBytes?: number;
  onNotification?(channel: string, payload: string): void;
}

export interface Session {
  readonly isOpen: boolean;
  readonly isInTransaction: boolean;
  readonly openedMs: number;
  /** How long the server has been silent while an answer is outstanding. */
  readonly silentMs: number;
  readonly backendPid: number | undefined;
  /** Calls back when the connection is closed, with the reason. Gives what ends that. */
  onClosed(callback: (error: Error) => void): () => void;
  run(exchange: Exchange): void;
  /** Cancels what runs, if it is this. */
  cancel(exchange: Exchange): void;
  /** Cancels what runs, whatever it is. */
  cancelRunning(): void;
  /** Ends a COPY that nobody reads or writes any more. */
  abandonCopy(): void;
  /** Waits until the server has closed it, too, but not longer than this. */
  end(limitMs?: number): Promise<void>;
  destroy(error?: Error): void;
}

const IDLE = 'I'.charCodeAt(0);
const END_LIMIT_MS = 5000;

export async function openSession(options: SessionOptions, signal: AbortSignal): Promise<Session> {
  const socket = await openSocket(options.target, signal);
  const { session, ready } = startSession(socket, options);
  const giveUp = () => session.destroy(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await ready;
    return session;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function startSession(socket: Socket, options: SessionOptions): { session: Session; ready: Promise<void> } {
  const { target, settings, types, maxAnswerBytes = Number.POSITIVE_INFINITY } = options;
  const statements = createStatementCache({ isOn: options.isPreparing });
  const authenticate = createAuthenticator(target, socket);
  const waiting: Exchange[] = [];
  const openedMs = Date.now();
  let current: Exchange | undefined;
  let isOpen = true;
  let isInTransaction = false;
  let isPaused = false;
  let failure: Error | undefined;
  let backendKey: Buffer | undefined;
  let lastMs = openedMs;
  let answerBytes = 0;
  let cancelling: Promise<void> | undefined;
  let whenReady: { resolve(): void; reject(error: Error): void } | undefined;
  const closedCallbacks = new Set<(error: Error) => void>();
  let closedBy: Error | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    whenReady = { resolve, reject };
  });

  const port: SessionPort = {
    statements,
    types,
    write(bytes, onWritten) {
      lastMs = Date.now();
      socket.write(bytes, onWritten);
    },
    pause() {
      isPaused = true;
      socket.pause();
    },
    resume() {
      isPaused = false;
      lastMs = Date.now();
      socket.resume();
    },
  };

  function next(): void {
    if (current || cancelling) return;
    current = waiting.shift();
    answerBytes = 0;
    current?.start(port);
  }

  function onReady(): void {
    if (whenReady) {
      whenReady.resolve();
      whenReady = undefined;
      return;
    }
    const done = current;
    if (isPaused) port.resume();
    if (done?.finish(isInTransaction) === 'again') {
      done.start(port);
      return;
    }
    current = undefined;
    next();
  }

  function onError(error: ServerError): void {
    if (current) current.onError(error);
    else failure = error;
  }

  function onMessage(kind: number, body: Buffer): void {
    switch (kind) {
      case messageKind.ready:
        isInTransaction = body[0] !== IDLE;
        onReady();
        break;
      case messageKind.error:
        onError(readError(body));
        break;
      case messageKind.authentication:
        authenticate(body);
        break;
      case messageKind.backendKey:
        backendKey = Buffer.from(body);
        break;
      case messageKind.notification: {
        const { channel, payload } = readNotification(body);
        options.onNotification?.(channel, payload);
        break;
      }
      default:
        passOn(kind, body);
    }
  }

  function passOn(kind: number, body: Buffer): void {
    try {
      current?.onMessage(kind, body);
    } catch (error) {
      // A value that cannot be read fails its statement, not the program.
      current?.onError(error);
    }
  }

  const read = createMessageReader(onMessage);
  socket.on('data', (chunk: Buffer) => {
    lastMs = Date.now();
    answerBytes += chunk.length;
    try {
      if (answerBytes > maxAnswerBytes) throw new DriverError('ANSWER_TOO_LARGE');
      read(chunk);
    } catch (error) {
      destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.on('error', (error) => {
    failure ??= error;
  });
  socket.on('close', () => {
    isOpen = false;
    const lost = failure instanceof DriverError ? failure : new ConnectionLost(false, failure);
    // Before the connection was ready, the server's own words or those of the network are the reason.
    whenReady?.reject(failure ?? lost);
    whenReady = undefined;
    const left = current ? [current, ...waiting.splice(0)] : waiting.splice(0);
    current = undefined;
    for (const exchange of left) exchange.fail(lost);
    closedBy = lost;
    for (const callback of closedCallbacks) callback(lost);
  });

  function destroy(error?: Error): void {
    failure ??= error;
    socket.destroy();
  }

  const hello = new MessageWriter();
  const { user, database, applicationName } = target;
  hello.startup({
    user,
    database,
    client_encoding: 'UTF8',
    application_name: applicationName,
    ...settings,
  });
  socket.write(hello.take());

  const session: Session = {
    get isOpen() {
      return isOpen;
    },
    get isInTransaction() {
      return isInTransaction;
    },
    openedMs,
    get silentMs() {
      return current && !isPaused && !current.isSending ? Date.now() - lastMs : 0;
    },
    get backendPid() {
      return backendKey?.readInt32BE(0);
    },
    onClosed(callback) {
      if (closedBy) callback(closedBy);
      else closedCallbacks.add(callback);
      return () => void closedCallbacks.delete(callback);
    },
    run(exchange) {
      if (!isOpen || socket.destroyed) {
        exchange.fail(failure instanceof DriverError ? failure : new ConnectionLost(true, failure));
        return;
      }
      waiting.push(exchange);
      next();
    },
    cancel(exchange) {
      const place = waiting.indexOf(exchange);
      if (place >= 0) {
        waiting.splice(place, 1);
        exchange.fail(new DriverError('57014'));
        return;
      }
      if (exchange !== current || !backendKey || cancelling) return;
      // One still in flight would hit the next statement.
      cancelling = sendCancel(target, backendKey).finally(() => {
        cancelling = undefined;
        next();
      });
    },
    cancelRunning() {
      if (current) session.cancel(current);
    },
    abandonCopy() {
      current?.abandon();
    },
    async end(limitMs = END_LIMIT_MS) {
      if (isOpen) {
        isOpen = false;
        const bye = new MessageWriter();
        bye.terminate();
        socket.end(bye.take());
      }
      const limit = setTimeout(() => socket.destroy(), limitMs);
      await new Promise<void>((resolve) => {
        session.onClosed(() => resolve());
      });
      clearTimeout(limit);
    },
    destroy,
  };
  return { session, ready };
}
