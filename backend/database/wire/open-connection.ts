// Opens one connection to PostgreSQL and runs lists of statements on it: each list is one write, ends in one
// Sync, and is one transaction unless a statement opens another. Nothing is ever sent twice.
import { createAuthenticator } from './authenticate.ts';
import { createMessageReader, type RawRow, readError, readRow } from './message-reader.ts';
import { MessageWriter } from './message-writer.ts';
import {
  ConnectionLost,
  type ConnectionTarget,
  connectTimeoutMs,
  openSocket,
  sendCancel,
} from './open-socket.ts';
import {
  createPreparedStatements,
  type PreparedStatement,
  type WireStatement,
} from './prepared-statements.ts';

export interface WireConnection {
  readonly isOpen: boolean;
  readonly openedMs: number;
  /** How long the server has been silent while a response is outstanding. */
  readonly silentMs: number;
  /** The process of PostgreSQL behind the connection, as the server names it; a pooler names one of its own. */
  readonly backendPid: number | undefined;
  /**
   * The rows of each statement. One list at a time. An error that `isTolerated`, given the place of its statement, ends the
   * list without failing it.
   */
  run(statements: WireStatement[], options?: { isTolerated?(at: number): boolean }): Promise<RawRow[][]>;
  /** Asks the server to cancel the current statements, which then fail with 57014. Does nothing when idle. */
  cancel(): void;
  end(): Promise<void>;
  /** Closes the connection; running statements fail. */
  destroy(): void;
}

interface Job {
  results: RawRow[][];
  index: number;
  /** What the server parses, in order; undefined for unprepared statements. */
  parsing: (PreparedStatement | undefined)[];
  error?: Error;
  hasAnswer: boolean;
  isTolerated?: (at: number) => boolean;
  resolve(results: RawRow[][]): void;
  reject(error: Error): void;
}

const type = {
  authentication: 0x52,
  backendKey: 0x4b,
  commandComplete: 0x43,
  dataRow: 0x44,
  emptyQuery: 0x49,
  error: 0x45,
  parseComplete: 0x31,
  ready: 0x5a,
  copyIn: 0x47,
  copyOut: 0x48,
};

export async function openConnection(target: ConnectionTarget): Promise<WireConnection> {
  const socket = await openSocket(target);
  const openedMs = Date.now();
  const prepared = createPreparedStatements();
  let isOpen = true;
  let failure: Error | undefined;
  let job: Job | undefined;
  let backendKey: Buffer | undefined;
  /** When the server last sent something, or was sent something. */
  let lastMs = openedMs;
  let cancelling: Promise<void> | undefined;
  let whenClosed: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    whenClosed = resolve;
  });

  const ready = new Promise<void>((resolve, reject) => {
    // Start-up is the first job: like every other, it ends when the server is ready.
    job = { results: [], index: 0, parsing: [], hasAnswer: true, resolve: () => resolve(), reject };
  });
  const authenticate = createAuthenticator(target, socket);

  function settle(): void {
    const done = job;
    job = undefined;
    if (!done) return;
    const finish = () => (done.error ? done.reject(done.error) : done.resolve(done.results));
    // A cancellation still in flight would hit the next statement on this connection.
    if (cancelling) void cancelling.then(finish);
    else finish();
  }

  function onMessage(kind: number, body: Buffer): void {
    if (!job) return;
    job.hasAnswer = true;
    switch (kind) {
      case type.dataRow:
        job.results[job.index]?.push(readRow(body));
        break;
      case type.commandComplete:
      case type.emptyQuery:
        job.index += 1;
        break;
      case type.parseComplete:
        prepared.add(job.parsing.shift());
        break;
      case type.error:
        if (!job.isTolerated?.(job.index)) job.error ??= readError(body);
        break;
      case type.ready:
        settle();
        break;
      case type.authentication:
        authenticate(body);
        break;
      case type.backendKey:
        backendKey = Buffer.from(body);
        break;
      case type.copyIn:
      case type.copyOut:
        socket.destroy(new Error('COPY is not supported'));
        break;
    }
  }

  const read = createMessageReader(onMessage);
  socket.on('data', (chunk: Buffer) => {
    lastMs = Date.now();
    read(chunk);
  });
  socket.on('error', (error) => {
    failure = error;
  });
  socket.on('close', () => {
    isOpen = false;
    const lost = job;
    job = undefined;
    // The server's last error says more than the closed connection.
    lost?.reject(lost.error ?? new ConnectionLost(!lost.hasAnswer, failure));
    whenClosed();
  });

  const hello = new MessageWriter();
  hello.startup({
    user: target.user,
    database: target.database,
    client_encoding: 'UTF8',
    application_name: target.applicationName,
  });
  socket.write(hello.take());
  const timer = setTimeout(
    () => socket.destroy(new Error('the database did not answer in time')),
    connectTimeoutMs,
  );
  try {
    await ready;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }

  return {
    get isOpen() {
      return isOpen;
    },
    openedMs,
    get silentMs() {
      return job ? Date.now() - lastMs : 0;
    },
    get backendPid() {
      return backendKey?.readInt32BE(0);
    },
    run(statements, { isTolerated } = {}) {
      if (!isOpen) return Promise.reject(new ConnectionLost(true, failure));
      if (job) return Promise.reject(new Error('the connection is busy'));
      const writer = new MessageWriter();
      const parsing: Job['parsing'] = [];
      for (const statement of statements) parsing.push(...prepared.write(writer, statement));
      writer.sync();
      return new Promise((resolve, reject) => {
        job = {
          results: statements.map(() => []),
          index: 0,
          parsing,
          hasAnswer: false,
          isTolerated,
          resolve,
          reject,
        };
        lastMs = Date.now();
        socket.write(writer.take());
      });
    },
    cancel() {
      if (!job || !backendKey || cancelling) return;
      cancelling = sendCancel(target, backendKey).finally(() => {
        cancelling = undefined;
      });
    },
    end() {
      const bye = new MessageWriter();
      bye.terminate();
      socket.end(bye.take());
      return closed;
    },
    destroy() {
      socket.destroy();
    },
  };
}
