// One connection to PostgreSQL in the replication protocol: simple commands first, then a stream of changes
// whose receipt it confirms. Does not decode the stream.
import type { Socket } from 'node:net';
import { createAuthenticator } from '#backend/database/wire/authenticate.ts';
import { createMessageReader, readError, readRow } from '#backend/database/wire/message-reader.ts';
import { MessageWriter } from '#backend/database/wire/message-writer.ts';
import { type ConnectionTarget, openSocket } from '#backend/database/wire/open-socket.ts';

export interface ReplicationConnection {
  /** The rows of a command, as text. */
  command(text: string, options?: { timeoutMs?: number }): Promise<(string | null)[][]>;
  /** Starts the stream; resolves when it has started. */
  stream(command: string, handlers: StreamHandlers): Promise<void>;
  /** All up to here needs no second delivery. */
  confirm(lsn: bigint): void;
  /** While paused the server waits. */
  pause(): void;
  resume(): void;
  destroy(): void;
}

interface StreamHandlers {
  onData(message: Buffer): void;
  /** The server's position in its log; it may want a reply. */
  onPosition(lsn: bigint, wantsAnswer: boolean): void;
  onEnd(error: Error | undefined): void;
}

const kind = {
  authentication: 0x52,
  dataRow: 0x44,
  error: 0x45,
  ready: 0x5a,
  copyBoth: 0x57,
  copyData: 0x64,
};
const walData = 0x77;
const keepalive = 0x6b;
const answerTimeoutMs = 30_000;

export async function openReplicationConnection(target: ConnectionTarget): Promise<ReplicationConnection> {
  const socket: Socket = await openSocket(target);
  const authenticate = createAuthenticator(target, socket);
  let rows: (string | null)[][] = [];
  let failure: Error | undefined;
  let settle: { resolve(): void; reject(error: Error): void } | undefined;
  let handlers: StreamHandlers | undefined;

  function expectAnswer(timeoutMs = answerTimeoutMs): Promise<void> {
    rows = [];
    failure = undefined;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => socket.destroy(lost('the database did not answer in time')), timeoutMs);
      const done = () => {
        clearTimeout(timer);
        settle = undefined;
      };
      settle = {
        resolve() {
          done();
          resolve();
        },
        reject(error) {
          done();
          reject(error);
        },
      };
    });
  }

  function onMessage(type: number, body: Buffer): void {
    switch (type) {
      case kind.authentication:
        authenticate(body);
        break;
      case kind.dataRow:
        rows.push(readRow(body).map((value) => (value ? Buffer.from(value).toString('utf8') : null)));
        break;
      case kind.error:
        failure ??= readError(body);
        break;
      case kind.ready:
        if (failure) settle?.reject(failure);
        else settle?.resolve();
        break;
      case kind.copyBoth:
        settle?.resolve();
        break;
      case kind.copyData:
        onCopy(body);
        break;
    }
  }

  function onCopy(body: Buffer): void {
    if (body[0] === walData) handlers?.onData(body.subarray(25));
    else if (body[0] === keepalive) handlers?.onPosition(body.readBigInt64BE(1), body[17] === 1);
  }

  const read = createMessageReader(onMessage);
  socket.on('data', (chunk) => {
    try {
      read(chunk);
    } catch (error) {
      // An unreadable stream is restarted rather than guessed at.
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  socket.on('error', (error) => {
    failure ??= error;
  });
  socket.on('close', () => {
    settle?.reject(failure ?? lost());
    handlers?.onEnd(failure);
  });

  const hello = new MessageWriter();
  hello.startup({
    user: target.user,
    database: target.database,
    replication: 'database',
    client_encoding: 'UTF8',
    application_name: target.applicationName,
    // Values arrive as text, in one format whatever the server's settings.
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
    IntervalStyle: 'postgres',
    bytea_output: 'hex',
    extra_float_digits: '1',
  });
  const ready = expectAnswer();
  socket.write(hello.take());
  await ready.catch((error) => {
    socket.destroy();
    throw error;
  });

  async function run(text: string, timeoutMs?: number): Promise<void> {
    if (socket.destroyed) throw failure ?? lost();
    const answer = expectAnswer(timeoutMs);
    socket.write(queryMessage(text));
    await answer;
  }

  return {
    async command(text, { timeoutMs } = {}) {
      await run(text, timeoutMs);
      return rows;
    },
    async stream(command, streamHandlers) {
      // The first changes may arrive in one chunk with the start of the stream.
      handlers = streamHandlers;
      await run(command).catch((error) => {
        handlers = undefined;
        throw error;
      });
    },
    confirm(lsn) {
      if (!socket.destroyed) socket.write(statusMessage(lsn));
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    destroy: () => void socket.destroy(),
  };
}

function lost(message = 'the connection to the database was lost'): Error {
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' });
}

function queryMessage(text: string): Buffer {
  const bytes = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head[0] = 0x51;
  head.writeInt32BE(4 + bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** "Written, flushed and applied up to here." */
function statusMessage(lsn: bigint): Buffer {
  const message = Buffer.alloc(39);
  message[0] = kind.copyData;
  message.writeInt32BE(38, 1);
  message[5] = 0x72;
  message.writeBigInt64BE(lsn, 6);
  message.writeBigInt64BE(lsn, 14);
  message.writeBigInt64BE(lsn, 22);
  message.writeBigInt64BE(BigInt(Date.now()) * 1000n - 946_684_800_000_000n, 30);
  message[38] = 0;
  return message;
}

export function formatLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`;
}
