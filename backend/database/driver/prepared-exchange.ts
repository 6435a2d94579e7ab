// A statement with parameters. At its first run on a connection the server is asked for the types of its parameters, because
// they decide how values are written; after that it is one write and one answer.
import { readRow, ServerError } from '../wire/message-reader.ts';
import { MessageWriter } from '../wire/message-writer.ts';
import type { Statement } from './build-statement.ts';
import { DriverError } from './driver-error.ts';
import { type Exchange, messageKind, type SessionPort } from './exchange.ts';
import {
  type ReadColumn,
  Result,
  readColumns,
  readCommand,
  readObject,
  readParameterTypes,
} from './result.ts';

export interface PreparedOptions {
  statement: Statement;
  /** Whether it may stay prepared on the connection. */
  isPrepared: boolean;
  isRaw: boolean;
  maxRows?: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

// Reported before a statement runs: the table has changed since it was prepared, or the server has forgotten it.
const OUTDATED = new Set(['FetchPreparedStatement', 'RevalidateCachedQuery', 'transformAssignedExpr']);

export function createPreparedExchange(options: PreparedOptions): Exchange {
  const { text, values, types: wantedTypes } = options.statement;
  const key = `${wantedTypes.join()} ${text}`;
  let port: SessionPort;
  let result = new Result();
  let columns: readonly ReadColumn[] = [];
  let types: readonly number[] = [];
  let name = '';
  let wasKnown = false;
  let isRetried = false;
  /** Whether the server was only asked for types so far. */
  let isDescribing = false;
  let failure: unknown;

  function writeRun(writer: MessageWriter): void {
    const texts = values.map((value, index) =>
      value === null ? null : port.types.write(value, types[index] ?? 0),
    );
    writer.bind(name, texts);
    writer.execute(options.maxRows);
    writer.sync();
  }

  function begin(): void {
    const writer = new MessageWriter();
    const known = options.isPrepared ? port.statements.find(key) : undefined;
    wasKnown = known !== undefined;
    if (known) {
      ({ name, types, columns } = known);
      writeRun(writer);
    } else {
      for (const closed of port.statements.takeClosed()) writer.closeStatement(closed);
      name = (options.isPrepared ? port.statements.nameFor(text) : undefined) ?? '';
      writer.parse(name, text, wantedTypes);
      writer.describeStatement(name);
      isDescribing = values.length > 0;
      if (isDescribing) writer.flush();
      else writeRun(writer);
    }
    port.write(writer.take());
  }

  function runDescribed(): void {
    isDescribing = false;
    const writer = new MessageWriter();
    try {
      writeRun(writer);
      port.write(writer.take());
    } catch (error) {
      stop(error);
    }
  }

  /** Without a Sync the server would not become ready again. */
  function stop(error: unknown): void {
    failure ??= error;
    const writer = new MessageWriter();
    writer.sync();
    port.write(writer.take());
  }

  /** The server waits for rows and has dropped the Sync that came with the statement. */
  function declineRows(): void {
    failure ??= new DriverError('COPY_NOT_EXPECTED');
    const writer = new MessageWriter();
    writer.copyFail('nothing to copy');
    writer.sync();
    port.write(writer.take());
  }

  function onDescribed(described: readonly ReadColumn[]): void {
    columns = described;
    if (name !== '') port.statements.add(key, { name, types, columns });
    if (isDescribing) runDescribed();
  }

  return {
    isSending: false,
    abandon() {},
    start(of) {
      port = of;
      try {
        begin();
      } catch (error) {
        stop(error);
      }
    },
    onMessage(kind, body) {
      switch (kind) {
        case messageKind.parameterDescription:
          types = readParameterTypes(body);
          break;
        case messageKind.rowDescription:
          onDescribed(readColumns(body, port.types));
          break;
        case messageKind.noData:
          onDescribed([]);
          break;
        case messageKind.dataRow:
          result.push(options.isRaw ? readRow(body) : readObject(body, columns));
          break;
        case messageKind.commandComplete:
          Object.assign(result, readCommand(body));
          break;
        case messageKind.copyIn:
          declineRows();
          break;
        case messageKind.copyOut:
          failure ??= new DriverError('COPY_NOT_EXPECTED');
          break;
      }
    },
    onError(error) {
      if (isDescribing) {
        isDescribing = false;
        stop(error);
      } else failure ??= error;
      const routine = error instanceof ServerError ? error.routine : undefined;
      if (wasKnown && OUTDATED.has(routine ?? '')) port.statements.remove(key);
    },
    finish(isInTransaction) {
      const isOutdated = wasKnown && port.statements.find(key) === undefined;
      if (failure !== undefined && isOutdated && !isInTransaction && !isRetried) {
        isRetried = true;
        failure = undefined;
        result = new Result();
        return 'again';
      }
      result.columns = columns;
      if (failure === undefined) options.resolve(result);
      else options.reject(failure);
      return 'done';
    },
    fail(error) {
      options.reject(failure ?? error);
    },
  };
}
