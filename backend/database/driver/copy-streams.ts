// The rows of a COPY as a stream, no faster than its other side.
import { Readable, Writable } from 'node:stream';
import { MessageWriter } from '../wire/message-writer.ts';
import type { SessionPort } from './exchange.ts';

export interface CopyStream {
  readonly stream: Readable | Writable;
  /** Whether rows of this program are still to come. */
  readonly isSending: boolean;
  push(rows: Buffer): void;
  /** The server is done, or the connection lost. */
  end(error: unknown): void;
}

export function openCopyOut(port: SessionPort): CopyStream {
  const stream = new Readable({
    read: () => port.resume(),
    destroy(error, done) {
      // The rest is read and dropped: the next statement waits behind it.
      port.resume();
      done(error);
    },
  });
  // Also before anyone reads, an error must not end the program; the reader still gets it.
  stream.on('error', () => undefined);
  return {
    stream,
    isSending: false,
    push(rows) {
      if (!stream.destroyed && !stream.push(rows)) port.pause();
    },
    end(error) {
      if (error === undefined) stream.push(null);
      else stream.destroy(toError(error));
    },
  };
}

export function openCopyIn(port: SessionPort): CopyStream {
  let isSending = true;
  let whenFinal: ((error?: Error) => void) | undefined;

  function send(write: (writer: MessageWriter) => void): void {
    if (!isSending) return;
    isSending = false;
    const writer = new MessageWriter();
    write(writer);
    port.write(writer.take());
  }

  const stream = new Writable({
    write(rows: Buffer, _encoding, done) {
      if (!isSending) return done();
      const head = Buffer.allocUnsafe(5);
      head[0] = 0x64;
      head.writeInt32BE(rows.length + 4, 1);
      port.write(Buffer.concat([head, rows]), done);
    },
    final(done) {
      whenFinal = done;
      send((writer) => writer.copyDone());
    },
    destroy(error, done) {
      send((writer) => writer.copyFail(error?.message ?? 'the copy was stopped'));
      done(error);
    },
  });
  stream.on('error', () => undefined);
  return {
    stream,
    get isSending() {
      return isSending;
    },
    push() {},
    end(error) {
      isSending = false;
      const failure = error === undefined ? undefined : toError(error);
      if (whenFinal) whenFinal(failure);
      else stream.destroy(failure);
    },
  };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
