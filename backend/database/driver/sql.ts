// What the program writes statements with: sql`select ${value}`. Values are sent apart from the text, never inside it.
import type { Readable, Writable } from 'node:stream';
import type { ConnectionTarget } from '../wire/open-socket.ts';

/** A column's value: only the author of the statement knows its type, as with JSON.parse. */
type ColumnValue = ReturnType<typeof JSON.parse>;

export type Row = Record<string, ColumnValue>;

export interface Column {
  name: string;
  /** The number of its type in pg_type. */
  type: number;
}

/** The rows of a statement. */
export type Rows<T extends readonly object[] = Row[]> = T & {
  /** How many rows the statement read or changed. */
  readonly count: number;
  readonly command: string;
  readonly columns: readonly Column[];
};

/** A part of a statement. */
export interface Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

/** A value with its type, a name, or a list: made by `sql(...)` and `sql.json(...)`. */
export interface SqlPart {
  readonly kind: 'identifier' | 'json' | 'rows' | 'list';
}

/** What may stand in a statement: objects are dates, bytes, arrays, JSON, fragments and parts. */
export type Value = string | number | bigint | boolean | object | null;

/** A statement: it runs when it is awaited; inside another statement it is a part of that one. */
export interface PendingQuery<T extends readonly object[] = Row[]> extends Promise<Rows<T>>, Fragment {
  /** Runs it, without waiting for the result. */
  execute(): this;
  /** As text, without parameters: may be several statements. */
  simple(): this;
  /** Rows as arrays of the bytes that the server sent. */
  raw(): PendingQuery<(Buffer | null)[][]>;
  /** Ends the statement, which then fails with 57014. */
  cancel(): void;
  /** What COPY ... TO STDOUT sends. */
  readable(): Promise<Readable>;
  /** What COPY ... FROM STDIN reads. */
  writable(): Promise<Writable>;
}

export interface UnsafeOptions {
  /** As text, without parameters; the default where there are none. */
  simple?: boolean;
  /** Rows after these are not read. */
  maxRows?: number;
}

/** What connections, transactions and reserved connections have in common. */
export interface StatementWriter {
  <T extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): PendingQuery<T>;
  /** A name, quoted; dots separate its parts. */
  (name: string): SqlPart;
  /** After `in`: a list of values. */
  (list: readonly (string | number)[]): SqlPart;
  /** After `set`: assignments; otherwise columns and rows to insert. */
  (rows: Record<string, Value | undefined> | readonly Record<string, Value | undefined>[]): SqlPart;
  /** A text as it is, for what cannot be a parameter. */
  unsafe<T extends readonly object[] = Row[]>(
    text: string,
    values?: readonly Value[],
    options?: UnsafeOptions,
  ): PendingQuery<T>;
  json(value: unknown): SqlPart;
}

export interface TransactionSql extends StatementWriter {
  /** Where `work` fails, only what it did is undone. */
  savepoint<T>(work: (sql: TransactionSql) => T | PromiseLike<T>): Promise<T>;
}

/** One connection for several statements, until it is released. */
export interface ReservedSql extends StatementWriter {
  release(): void;
}

export interface Sql extends StatementWriter {
  readonly target: ConnectionTarget;
  begin<T>(work: (sql: TransactionSql) => T | PromiseLike<T>): Promise<T>;
  /** `mode` as in BEGIN: 'read only', for example. */
  begin<T>(mode: string, work: (sql: TransactionSql) => T | PromiseLike<T>): Promise<T>;
  reserve(): Promise<ReservedSql>;
  /** `onListen` is called whenever listening has begun: at first, and after each lost connection. */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onListen?: () => void,
  ): Promise<{ unlisten(): Promise<void> }>;
  notify(channel: string, payload: string): Promise<void>;
  /** Waits for what runs, `timeout` seconds at most; then what still runs fails. */
  end(options?: { timeout?: number }): Promise<void>;
}
