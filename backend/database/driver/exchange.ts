// What a session and a statement on it know of each other.
import type { StatementCache } from './statement-cache.ts';
import type { ValueTypes } from './value-types.ts';

/** The side of the session that a statement uses. */
export interface SessionPort {
  readonly statements: StatementCache;
  readonly types: ValueTypes;
  write(bytes: Buffer, onWritten?: (error?: Error | null) => void): void;
  /** The server waits while paused. */
  pause(): void;
  resume(): void;
}

/** One statement on its way: it starts, gets the server's messages, and ends when the server is ready again. */
export interface Exchange {
  start(port: SessionPort): void;
  onMessage(kind: number, body: Buffer): void;
  /** The server's error, or a value that cannot be read. */
  onError(error: unknown): void;
  /** The server is ready. 'again' where the exchange has to be started once more. */
  finish(isInTransaction: boolean): 'done' | 'again';
  /** The connection was lost. */
  fail(error: Error): void;
  /** Whether the server waits for this program: its silence then means nothing. */
  readonly isSending: boolean;
  /** Ends a COPY whose other side has gone. */
  abandon(): void;
}

export const messageKind = {
  authentication: 0x52,
  backendKey: 0x4b,
  commandComplete: 0x43,
  copyData: 0x64,
  copyDone: 0x63,
  copyIn: 0x47,
  copyOut: 0x48,
  dataRow: 0x44,
  error: 0x45,
  noData: 0x6e,
  notification: 0x41,
  parameterDescription: 0x74,
  ready: 0x5a,
  rowDescription: 0x54,
} as const;
