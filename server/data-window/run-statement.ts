// Runs one statement for the owner: in a transaction that is read-only unless writing was asked for, as the chosen role, for
// five seconds and a few hundred rows at most. The protocol takes one statement at a time, so nothing can follow it.
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import type { DataRole, StatementResult } from '#contracts/data-window.ts';
import { dataErrors } from './data-errors.ts';
import type { DataLogins } from './data-login.ts';

export interface Statement {
  text: string;
  values?: string[];
  role: DataRole;
  mode: 'read' | 'write';
  maxRows?: number;
  signal?: AbortSignal;
}

const TIMEOUT_MS = 5000;
const DEADLINE_MS = 8000;
const GRACE_MS = 500;
const MAX_ROWS = 500;
const MAX_CELL = 2000;

export async function runStatement(
  { logins, sql }: { logins: DataLogins; sql: Sql },
  statement: Statement,
): Promise<StatementResult> {
  const claims = await claimsOf(sql, statement.role);
  const connection = await logins.open(statement.mode);
  const startedMs = performance.now();
  let cancel = () => {};
  let pid: number | undefined;
  const stop = () => {
    cancel();
    // A statement can catch its cancellation and the time limit, but not the end of its server process.
    setTimeout(() => void end(), GRACE_MS).unref();
  };
  const end = async () => {
    if (isOver) return;
    if (pid !== undefined) await sql`select pg_terminate_backend(${pid})`.catch(() => undefined);
    await connection.end().catch(() => undefined);
  };
  let isOver = false;
  const timer = setTimeout(stop, DEADLINE_MS);
  statement.signal?.addEventListener('abort', stop, { once: true });
  try {
    const found = await connection.sql.begin(
      statement.mode === 'read' ? 'read only' : 'read write',
      async (within) => {
        pid = await settle(within, statement.role, claims);
        const running = collect(within, statement);
        cancel = running.cancel;
        if (statement.signal?.aborted) stop();
        const found = await running.rows;
        // A transaction that only reads can still notify, when it is committed.
        if (statement.mode === 'read') await within`rollback`;
        return found;
      },
    );
    const ms = Math.round(performance.now() - startedMs);
    return { ...found, columns: await nameTypes(sql, found.columns), ms };
  } catch (error) {
    throw explain(error);
  } finally {
    clearTimeout(timer);
    isOver = true;
    statement.signal?.removeEventListener('abort', stop);
    await connection.end().catch(() => undefined);
  }
}

/** Answers the number of the server process that will run the statement. */
async function settle(within: TransactionSql, { as }: DataRole, claims: string): Promise<number> {
  const [session] = await within<
    { pid: number }[]
  >`select pg_backend_pid() as pid, set_config('statement_timeout', ${String(TIMEOUT_MS)}, true), set_config('lock_timeout', '2000', true),
    set_config('idle_in_transaction_session_timeout', '10000', true), set_config('request.jwt.claims', ${claims}, true)`;
  if (as !== 'owner')
    await within`select set_config('role', ${as === 'anon' ? 'anon' : 'authenticated'}, true)`;
  return session?.pid ?? 0;
}

function collect(within: TransactionSql, { text, values = [], maxRows = MAX_ROWS }: Statement) {
  // Not as text: that would take several statements at once. One row more than wanted says that there are more.
  const query = within.unsafe(text, values, { simple: false, maxRows: maxRows + 1 }).raw();
  const read = async () => {
    const found = await query;
    return {
      rows: found.slice(0, maxRows).map((row) => row.map(readCell)),
      columns: found.columns.map(({ name, type }) => ({ name, type })),
      isCut: found.length > maxRows,
      command: found.command ?? '',
      count: found.columns.length > 0 ? null : found.count,
    };
  };
  return { rows: read(), cancel: () => query.cancel() };
}

function readCell(cell: Buffer | null): string | null {
  if (cell === null) return null;
  const text = cell.toString('utf8');
  return text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
}

async function claimsOf(sql: Sql, role: DataRole): Promise<string> {
  if (role.as === 'owner') return '';
  if (role.as === 'anon') return JSON.stringify({ role: 'anon' });
  const [person] = await sql`
    select id, email, phone, raw_app_meta_data, raw_user_meta_data, is_anonymous from auth.users where id::text = ${role.id} or email = lower(${role.id})`;
  if (!person) throw dataErrors.noPerson();
  return JSON.stringify({
    sub: person.id,
    role: 'authenticated',
    aud: 'authenticated',
    email: person.email ?? '',
    phone: person.phone ?? '',
    app_metadata: person.raw_app_meta_data ?? {},
    user_metadata: person.raw_user_meta_data ?? {},
    is_anonymous: person.is_anonymous,
    aal: 'aal2',
  });
}

async function nameTypes(
  sql: Sql,
  columns: { name: string; type: number }[],
): Promise<StatementResult['columns']> {
  const ids = [...new Set(columns.map(({ type }) => type))];
  const named = await sql<{ oid: number; name: string }[]>`
    select oid::int8::int as oid, format_type(oid, null) as name from pg_type where oid = any (${ids}::int[]::oid[])`;
  const names = new Map(named.map(({ oid, name }) => [oid, name]));
  return columns.map(({ name, type }) => ({ name, type: names.get(type) ?? '' }));
}

/** The database's own words: the owner wrote the statement. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const { code, message } = error;
  if (code === 'ANSWER_TOO_LARGE') return dataErrors.tooLarge();
  if (code === 'COPY_NOT_EXPECTED') return dataErrors.noCopy();
  if (code === '53300') return dataErrors.tooMany();
  if (typeof code === 'string' && (code === '57014' || code === '57P01' || code.startsWith('CONNECTION_')))
    return dataErrors.cancelled();
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return error;
  const hint = 'hint' in error && error.hint ? ` ${String(error.hint)}` : '';
  return dataErrors.failed(`${message}${hint} (${code})`);
}
