// The login with which the owner looks at the database. It is no superuser: whatever a statement does, it cannot run programs,
// read files of the server or change tables' structure. One reads everything; the other may also write rows of the schema public,
// but not the audit log. Rows elsewhere could start work with the rights of the program: those of cron.job, for one.
import { createHmac } from 'node:crypto';
import { openSql } from '#backend/database/driver/open-sql.ts';
import type { Sql, TransactionSql } from '#backend/database/driver/sql.ts';
import { dataErrors } from './data-errors.ts';

interface DataConnection {
  sql: Sql;
  end(): Promise<void>;
}

export interface DataLogins {
  open(mode: 'read' | 'write'): Promise<DataConnection>;
}

const MAX_ANSWER_BYTES = 8 * 2 ** 20;
const CONNECTIONS = 4;

interface Login {
  url: string;
  /** Every role may change its own password and settings: what a statement changed so ends with it. */
  restore(): Promise<void>;
}

export function createDataLogins(options: { sql: Sql; databaseUrl: string; secret: string }): DataLogins {
  const prepared = new Map<string, Promise<Login>>();
  return {
    async open(mode) {
      const known = prepared.get(mode) ?? prepareLogin(options, mode);
      prepared.set(mode, known);
      const login = await known.catch((error: unknown) => {
        prepared.delete(mode);
        throw error;
      });
      return openGuarded(login);
    },
  };
}

async function prepareLogin(
  { sql, databaseUrl, secret }: { sql: Sql; databaseUrl: string; secret: string },
  mode: 'read' | 'write',
): Promise<Login> {
  const [database] = await sql<{ oid: string; name: string }[]>`
    select oid, datname as name from pg_database where datname = current_database()`;
  // Roles belong to all databases of a cluster; the same in every process of this one.
  const login = `onda_data_${mode}_${database?.oid}`;
  const password = createHmac('sha256', secret).update(login).digest('base64url');
  const name = `"${database?.name.replaceAll('"', '""')}"`;
  const restore = async () => {
    await sql.begin(async (within) => {
      await within`select pg_advisory_xact_lock(4711020)`;
      await within.unsafe(`alter role ${login} password '${password}'`);
      await within.unsafe(`alter role ${login} reset all`);
      await within.unsafe(`alter role ${login} in database ${name} reset all`);
    });
  };
  try {
    await sql.begin(async (within) => {
      await within`select pg_advisory_xact_lock(4711020)`;
      const [found] = await within`select from pg_roles where rolname = ${login}`;
      const rights = `login inherit nosuperuser nocreatedb nocreaterole noreplication bypassrls connection limit ${CONNECTIONS} password '${password}'`;
      await within.unsafe(`${found ? 'alter' : 'create'} role ${login} ${rights}`);
      await within.unsafe(`grant pg_read_all_data to ${login} with inherit true, set false`);
      if (mode === 'write') await grantRows(within, login);
      await within.unsafe(`grant anon, authenticated to ${login} with inherit false, set true`);
      await within.unsafe(`grant connect on database ${name} to ${login}`);
    });
    await restore();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code !== '42501' && code !== '42601') throw error;
    throw dataErrors.loginDenied();
  }
  const url = new URL(databaseUrl);
  url.username = login;
  url.password = password;
  return { url: url.href, restore };
}

/** At each start: tables that came later are included. */
async function grantRows(within: TransactionSql, login: string): Promise<void> {
  await within.unsafe(`grant insert, update, delete on all tables in schema public to ${login}`);
  await within.unsafe(`grant usage on all sequences in schema public to ${login}`);
  await within.unsafe(`revoke insert, update, delete on public.audit_events from ${login}`);
}

function openGuarded({ url, restore }: Login): DataConnection {
  const sql = openSql(url, {
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
    max_lifetime: null,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    applicationName: `onda data #${process.pid}`,
  });
  return {
    sql,
    async end() {
      await sql.end({ timeout: 0 });
      await restore();
    },
  };
}
