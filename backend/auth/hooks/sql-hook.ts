// Calls a hook that is a function of the database, as the role supabase_auth_admin and for two seconds at most. Inside a
// transaction the function sees what the transaction wrote; where it fails, only its own work is undone.
import type { TransactionSql } from '../../database/driver/sql.ts';
import type { Db } from '../context.ts';
import type { JsonValue } from '../http/fields.ts';
import { hookErrors } from './hook-errors.ts';
import type { Hook } from './hook-settings.ts';

const limitMs = 2_000;
const role = 'supabase_auth_admin';
const queryCanceled = '57014';

export async function callSqlHook(
  sql: Db,
  hook: Extract<Hook, { kind: 'sql' }>,
  payload: JsonValue,
): Promise<JsonValue | undefined> {
  const run = (transaction: TransactionSql) => callAs(transaction, hook, payload);
  try {
    return await ('savepoint' in sql ? sql.savepoint(run) : sql.begin(run));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === queryCanceled)
      throw hookErrors.timeout(limitMs);
    throw error;
  }
}

async function callAs(
  sql: TransactionSql,
  { schema, name }: Extract<Hook, { kind: 'sql' }>,
  payload: JsonValue,
): Promise<JsonValue | undefined> {
  const [before] = await sql`
    select current_setting('role') as role, current_setting('statement_timeout') as timeout`;
  const settle = (as: string, timeout: string) =>
    sql`select set_config('statement_timeout', ${timeout}, true), set_config('role', ${as}, true)`;
  await settle(role, String(limitMs));
  // The names are checked when the setting is read; the parameter may be json or jsonb.
  const [row] = await sql.unsafe<{ output: JsonValue | null }[]>(
    `select "${schema}"."${name}"($1) as output`,
    [payload],
  );
  await settle(String(before?.role), String(before?.timeout));
  return row?.output ?? undefined;
}
