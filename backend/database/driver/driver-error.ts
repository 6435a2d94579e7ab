// Errors of the connection itself; what PostgreSQL reports is a ServerError.

export type DriverErrorCode =
  | 'ANSWER_TOO_LARGE'
  | 'CONNECTION_DESTROYED'
  | 'CONNECTION_ENDED'
  | 'CONNECTION_WAIT_TIMEOUT'
  | 'CONNECT_TIMEOUT'
  | 'COPY_EXPECTED'
  | 'COPY_NOT_EXPECTED'
  | 'RESERVATION_ENDED'
  | 'TRANSACTION_ENDED'
  | 'TRANSACTION_ROLLED_BACK'
  | 'UNDEFINED_VALUE'
  | 'UNSAFE_TRANSACTION'
  // As PostgreSQL reports a cancelled statement.
  | '57014';

const messages: Record<DriverErrorCode, string> = {
  ANSWER_TOO_LARGE: 'the answer of the database is too large',
  CONNECTION_DESTROYED: 'the connection to the database was closed by this program',
  CONNECTION_ENDED: 'the database connections are closed',
  CONNECTION_WAIT_TIMEOUT:
    'transactions hold every database connection, and none was released in time: one of them may be waiting for another',
  CONNECT_TIMEOUT: 'the database did not answer in time',
  COPY_EXPECTED: 'the statement is not the COPY that was asked for',
  COPY_NOT_EXPECTED: 'COPY needs readable() or writable()',
  RESERVATION_ENDED: 'the reserved connection was released',
  TRANSACTION_ENDED: 'the transaction has ended',
  TRANSACTION_ROLLED_BACK: 'a statement of the transaction failed: all of it was undone',
  UNDEFINED_VALUE: 'undefined is not a value for the database; use null',
  UNSAFE_TRANSACTION: 'a transaction needs begin() or reserve(), which keep its connection',
  '57014': 'canceling statement due to user request',
};

export class DriverError extends Error {
  readonly code: DriverErrorCode;
  constructor(code: DriverErrorCode, cause?: unknown) {
    super(messages[code], cause === undefined ? undefined : { cause });
    this.name = 'DriverError';
    this.code = code;
  }
}
