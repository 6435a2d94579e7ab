// A statement that runs when it is awaited. Inside another statement it is only a part of that one.
import type { Readable, Writable } from 'node:stream';
import { buildStatement, createJsonPart, createPart, type Statement } from './build-statement.ts';
import { DriverError } from './driver-error.ts';
import type { Exchange } from './exchange.ts';
import { mayWrite } from './may-write.ts';
import { createPreparedExchange } from './prepared-exchange.ts';
import type { Fragment, PendingQuery, Row, Rows, StatementWriter, UnsafeOptions } from './sql.ts';
import { createTextExchange } from './text-exchange.ts';

/** Runs a query on one of its connections. */
export type RunQuery = (query: RunnableQuery) => void;

export interface RunnableQuery {
  readonly isCancelled: boolean;
  /** Whether it may change anything. */
  readonly mayWrite: boolean;
  /** Runs it as a part of something larger, and gives its result instead of settling. */
  runWithin(run: RunQuery): Promise<unknown>;
  /** What a session runs; `onSettled` is called when the session is free again. */
  createExchange(onSettled: () => void): Exchange | undefined;
  /** Where it runs, so that it can be cancelled there. */
  onCancel(cancel: () => void): void;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  onFailure(callback: (error: unknown) => void): void;
}

interface QueryOptions extends UnsafeOptions {
  /** Whether the text has no places for its values. */
  isUnsafe: boolean;
}

class Query<T extends readonly object[]> implements PendingQuery<T>, RunnableQuery {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly [Symbol.toStringTag] = 'Query';
  isCancelled = false;
  private readonly runQuery: RunQuery;
  private readonly options: QueryOptions;
  /** Where the statement was written: an error from the network would not say. */
  private readonly origin: { stack?: string };
  private isRaw = false;
  private copy: 'in' | 'out' | undefined;
  private running: Promise<unknown> | undefined;
  private settle: { resolve(value: unknown): void; reject(error: unknown): void } | undefined;
  private cancelRunning: (() => void) | undefined;

  constructor(
    strings: readonly string[],
    values: readonly unknown[],
    runQuery: RunQuery,
    options: QueryOptions,
  ) {
    this.strings = strings;
    this.values = values;
    this.runQuery = runQuery;
    this.options = options;
    this.origin = originOf(strings);
  }

  // biome wants no `then`, because objects with one surprise when awaited: here that is the purpose.
  then<A = Rows<T>, B = never>(
    onResolved?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.start().then(onResolved as (value: unknown) => A, onRejected);
  }

  catch<B = never>(onRejected?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Rows<T> | B> {
    return this.then(null, onRejected);
  }

  finally(onEnded?: (() => void) | null): Promise<Rows<T>> {
    return this.start().finally(onEnded) as Promise<Rows<T>>;
  }

  execute(): this {
    void this.start();
    return this;
  }

  simple(): this {
    this.options.simple = true;
    return this;
  }

  raw(): PendingQuery<(Buffer | null)[][]> {
    this.isRaw = true;
    return this as unknown as PendingQuery<(Buffer | null)[][]>;
  }

  readable(): Promise<Readable> {
    this.copy = 'out';
    return this.simple().start() as Promise<Readable>;
  }

  writable(): Promise<Writable> {
    this.copy = 'in';
    return this.simple().start() as Promise<Writable>;
  }

  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    if (this.cancelRunning) this.cancelRunning();
    else this.reject(new DriverError('57014'));
  }

  onCancel(cancel: () => void): void {
    this.cancelRunning = cancel;
  }

  resolve(result: unknown): void {
    this.settle?.resolve(result);
  }

  reject(error: unknown): void {
    this.settle?.reject(this.withOrigin(error));
  }

  get mayWrite(): boolean {
    if (this.copy) return false;
    try {
      return mayWrite(this.build().text);
    } catch {
      // It cannot be sent at all.
      return false;
    }
  }

  runWithin(run: RunQuery): Promise<unknown> {
    const inner = new Query(this.strings, this.values, run, this.options);
    inner.isRaw = this.isRaw;
    this.onCancel(() => inner.cancel());
    return inner.start();
  }

  onFailure(callback: (error: unknown) => void): void {
    this.running?.catch(callback);
  }

  createExchange(onSettled: () => void): Exchange | undefined {
    const { isRaw, copy, options } = this;
    const resolve = (value: unknown) => this.resolve(value);
    const reject = (error: unknown) => this.reject(error);
    try {
      const statement = this.build();
      const exchange =
        (options.simple ?? (options.isUnsafe && statement.values.length === 0))
          ? createTextExchange({ text: statement.text, isRaw, copy, resolve, reject })
          : createPreparedExchange({
              statement,
              isPrepared: !options.isUnsafe,
              isRaw,
              maxRows: options.maxRows,
              resolve,
              reject,
            });
      return withEnd(exchange, onSettled);
    } catch (error) {
      reject(error);
      onSettled();
      return undefined;
    }
  }

  private build(): Statement {
    const statement = buildStatement(this, isQuery);
    if (!this.options.isUnsafe) return statement;
    for (const value of this.values) {
      const part = buildStatement({ strings: ['', ''], values: [value] }, isQuery);
      statement.values.push(...part.values);
      statement.types.push(...part.types);
    }
    return statement;
  }

  private start(): Promise<unknown> {
    if (this.running) return this.running;
    this.running = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    if (this.isCancelled) this.reject(new DriverError('57014'));
    else this.runQuery(this);
    return this.running;
  }

  private withOrigin(error: unknown): unknown {
    if (!(error instanceof Error) || 'query' in error) return error;
    const place =
      this.origin.stack
        ?.split('\n')
        .slice(1 + OWN_FRAMES)
        .join('\n') ?? '';
    return Object.defineProperties(error, {
      stack: { value: `${error.stack}\n${place}`, configurable: true, writable: true },
      query: { value: this.strings.join('?') },
    });
  }
}

function isQuery(value: unknown): value is Fragment {
  return value instanceof Query;
}

export function createStatementWriter(runQuery: RunQuery): StatementWriter {
  function write(first: unknown, ...values: unknown[]): unknown {
    return isTemplate(first) ? new Query(first, values, runQuery, { isUnsafe: false }) : createPart(first);
  }
  return Object.assign(write, {
    unsafe: (text: string, values: readonly unknown[] = [], options: UnsafeOptions = {}) =>
      new Query<Row[]>([text], values, runQuery, { ...options, isUnsafe: true }),
    json: createJsonPart,
  }) as StatementWriter;
}

function isTemplate(first: unknown): first is TemplateStringsArray {
  return Array.isArray(first) && 'raw' in first;
}

/** Calls `onSettled` when the exchange has ended, however it ended. */
function withEnd(exchange: Exchange, onSettled: () => void): Exchange {
  return {
    get isSending() {
      return exchange.isSending;
    },
    start: (port) => exchange.start(port),
    onMessage: (kind, body) => exchange.onMessage(kind, body),
    onError: (error) => exchange.onError(error),
    abandon: () => exchange.abandon(),
    finish(isInTransaction) {
      const outcome = exchange.finish(isInTransaction);
      if (outcome === 'done') onSettled();
      return outcome;
    },
    fail(error) {
      exchange.fail(error);
      onSettled();
    },
  };
}

// One stack for each place in the code: taking one for every query would cost more than the query.
const origins = new WeakMap<readonly string[], { stack?: string }>();
const ORIGIN_FRAMES = 4;
/** Of this file: they say nothing. */
const OWN_FRAMES = 3;

function originOf(strings: readonly string[]): { stack?: string } {
  if (!('raw' in strings)) return {};
  const known = origins.get(strings);
  if (known) return known;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = OWN_FRAMES + ORIGIN_FRAMES;
  const origin: { stack?: string } = {};
  Error.captureStackTrace(origin);
  Error.stackTraceLimit = stackTraceLimit;
  origins.set(strings, origin);
  return origin;
}
