// Opens one connection to PostgreSQL and runs lists of statements on it: each list is one write, ends in one
// Sync, and is one transaction unless a statement opens another. Nothing is ever sent twice.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createAuthenticator } from './authenticate.ts';
import { createMessageReader, type RawRow, readError, readRow } from './message-reader.ts';
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

export interface WireStatement {
  text: string;
  values: (string | null)[];
  /** Statements with a key stay prepared under it; without one nothing stays prepared. */
  key?: string;
}

export interface WireConnection {
  readonly isOpen: boolean;
  readonly openedMs: number;
  /** How long the server has been silent while a response is outstanding. */
  readonly silentMs: number;
  /** The process of PostgreSQL behind the connection, as the server names it; a pooler names one of its own. */
  readonly backendPid: number | undefined;
  readonly localPort: number | undefined;
  /** The rows of each statement. One list at a time. */
  run(statements: WireStatement[]): Promise<RawRow[][]>;
  /** Asks the server to cancel the current statements, which then fail with 57014. Does nothing when idle. */
  cancel(): void;
  end(): Promise<void>;
  /** Closes the connection; running statements fail. */
  destroy(): void;
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

interface Job {
  results: RawRow[][];
  index: number;
  /** What the server parses, in order; undefined for unprepared statements. */
  parsing: ({ key: string; name: string; characters: number } | undefined)[];
  error?: Error;
  hasAnswer: boolean;
  resolve(results: RawRow[][]): void;
  reject(error: Error): void;
}

const connectTimeoutMs = 10_000;
const cancelTimeoutMs = 2_000;
// Each prepared statement holds a plan in the server's memory, on every connection, and long statements hold more.
const maxPreparedStatements = 300;
const maxPreparedCharacters = 150_000;
const maxStatementCharacters = 8_000;

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
  const preparedByKey = new Map<string, { name: string; characters: number }>();
  let characters = 0;
  let nextName = 1;
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
  const authenticate = createAuthenticator(target);

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
      case type.parseComplete: {
        const parsed = job.parsing.shift();
        if (!parsed) break;
        preparedByKey.set(parsed.key, parsed);
        characters += parsed.characters;
        break;
      }
      case type.error:
        job.error ??= readError(body);
        break;
      case type.ready:
        settle();
        break;
      case type.authentication:
        answerAuthentication(body);
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

  function answerAuthentication(body: Buffer): void {
    const writer = new MessageWriter();
    authenticate(body, writer).then(
      () => {
        const answer = writer.take();
        if (answer.length > 0) socket.write(answer);
      },
      (error) => socket.destroy(error),
    );
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

  function write(writer: MessageWriter, statement: WireStatement, parsing: Job['parsing']): void {
    let name = '';
    if (statement.key === undefined || statement.text.length > maxStatementCharacters) {
      writer.parse('', statement.text);
      parsing.push(undefined);
    } else {
      const known = preparedByKey.get(statement.key);
      if (known !== undefined) {
        name = known.name;
        // The least recently used is evicted first.
        preparedByKey.delete(statement.key);
        preparedByKey.set(statement.key, known);
      } else {
        name = `s${nextName}`;
        nextName += 1;
        evictStatements(writer, statement.text.length);
        writer.parse(name, statement.text);
        parsing.push({ key: statement.key, name, characters: statement.text.length });
      }
    }
    writer.bind(name, statement.values);
    writer.execute();
  }

  function evictStatements(writer: MessageWriter, needed: number): void {
    for (const [key, one] of preparedByKey) {
      if (preparedByKey.size < maxPreparedStatements && characters + needed <= maxPreparedCharacters) return;
      preparedByKey.delete(key);
      characters -= one.characters;
      writer.closeStatement(one.name);
    }
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
    localPort: socket.localPort,
    run(statements) {
      if (!isOpen) return Promise.reject(new ConnectionLost(true, failure));
      if (job) return Promise.reject(new Error('the connection is busy'));
      const writer = new MessageWriter();
      const parsing: Job['parsing'] = [];
      for (const statement of statements) write(writer, statement, parsing);
      writer.sync();
      return new Promise((resolve, reject) => {
        job = { results: statements.map(() => []), index: 0, parsing, hasAnswer: false, resolve, reject };
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

/** Resolves when the server has closed the cancelling connection: by then it has passed the cancellation on. */
async function sendCancel(target: ConnectionTarget, backendKey: Buffer): Promise<void> {
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

export async function openSocket(target: ConnectionTarget): Promise<Socket> {
  const socket = target.path ? connectTcp(target.path) : connectTcp(target.port, target.host);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 60_000);
  await settled(socket, 'connect');
  if (!target.tls || target.path) return socket;
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
