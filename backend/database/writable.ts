// Whether a database accepts changes. One that does not (a standby before its promotion, a server set to read-only) answers
// reads like any other: asked for 1, it looks healthy.
import type { Sql } from './driver/sql.ts';

export async function isWritable(sql: Sql): Promise<boolean> {
  const [row] = await sql`
    select not pg_catalog.pg_is_in_recovery() and not pg_catalog.current_setting('transaction_read_only')::boolean as "isWritable"`;
  return row?.isWritable === true;
}

/** A statement was not carried out because it, or the transaction that it is in, may only read. */
export function isReadOnlyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006';
}

/** The same in a transaction that was to write: not the caller's fault, and over when another server takes over. */
export class ReadOnlyDatabase extends Error {
  readonly code = 'READ_ONLY_DATABASE';
  constructor(cause: unknown) {
    super('the database accepts no changes at the moment', { cause });
  }
}
