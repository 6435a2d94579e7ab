// Statements as text, without parameters: one or several, or a COPY whose rows are a stream.
import { readRow } from '../wire/message-reader.ts';
import { MessageWriter } from '../wire/message-writer.ts';
import { type CopyStream, openCopyIn, openCopyOut } from './copy-streams.ts';
import { DriverError } from './driver-error.ts';
import { type Exchange, messageKind, type SessionPort } from './exchange.ts';
import { type ReadColumn, Result, readColumns, readCommand, readObject } from './result.ts';

export interface TextOptions {
  text: string;
  isRaw: boolean;
  /** Which stream a COPY is for. */
  copy: 'in' | 'out' | undefined;
  /** With the rows of each statement that has some, where there are several; with the stream of a COPY. */
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export function createTextExchange(options: TextOptions): Exchange {
  let port: SessionPort;
  let columns: readonly ReadColumn[] = [];
  let result = new Result();
  const results = [result];
  let failure: unknown;
  let copying: CopyStream | undefined;

  function onCopy(direction: 'in' | 'out'): void {
    if (options.copy === direction) {
      copying = direction === 'in' ? openCopyIn(port) : openCopyOut(port);
      options.resolve(copying.stream);
      return;
    }
    failure ??= new DriverError('COPY_NOT_EXPECTED');
    if (direction === 'out') return;
    const writer = new MessageWriter();
    writer.copyFail('nothing to copy');
    port.write(writer.take());
  }

  function onColumns(body: Buffer): void {
    if (result.command !== null) {
      result = new Result();
      results.push(result);
    }
    columns = readColumns(body, port.types);
    result.columns = columns;
  }

  function settle(): void {
    if (copying) copying.end(failure);
    else if (failure !== undefined) options.reject(failure);
    else if (options.copy) options.reject(new DriverError('COPY_EXPECTED'));
    else options.resolve(results.length > 1 ? results : result);
  }

  return {
    get isSending() {
      return copying?.isSending ?? false;
    },
    abandon() {
      copying?.stream.destroy();
    },
    start(of) {
      port = of;
      const writer = new MessageWriter();
      try {
        writer.query(options.text);
      } catch (error) {
        failure = error;
        const empty = new MessageWriter();
        empty.sync();
        port.write(empty.take());
        return;
      }
      port.write(writer.take());
    },
    onMessage(kind, body) {
      switch (kind) {
        case messageKind.rowDescription:
          onColumns(body);
          break;
        case messageKind.dataRow:
          result.push(options.isRaw ? readRow(body) : readObject(body, columns));
          break;
        case messageKind.commandComplete:
          Object.assign(result, readCommand(body));
          break;
        case messageKind.copyIn:
          onCopy('in');
          break;
        case messageKind.copyOut:
          onCopy('out');
          break;
        case messageKind.copyData:
          copying?.push(body);
          break;
      }
    },
    onError(error) {
      failure ??= error;
    },
    finish() {
      settle();
      return 'done';
    },
    fail(error) {
      failure ??= error;
      settle();
    },
  };
}
