// Opens the pool of database connections and checks that the database answers.
// An unreachable database is one clear line with host, port and database name, never with the password.
// Pools are named "<applicationName> #<pid>", so that stopping can distinguish our connections from other processes'.
import { openSql } from './driver/open-sql.ts';
import type { SilenceOptions } from './driver/session-pool.ts';
import type { Sql } from './driver/sql.ts';

export interface Database {
  readonly sql: Sql;
  readonly url: string;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_S = 5;
const CLOSE_TIMEOUT_S = 5;
// A server process keeps what it once cached; a new one starts small again. Not all at the same moment.
const LIFETIME_S = { min: 180, max: 300 };

export interface ConnectOptions {
  max: number;
  applicationName: string;
  /** How long a connection may lie unused; without it connections stay. */
  idleS?: number;
  /** For tests. */
  silence?: SilenceOptions;
}

export async function connectDatabase(url: string, options: ConnectOptions): Promise<Database> {
  const sql = openDriverPool(url, options);
  try {
    await sql`select 1`;
  } catch (error) {
    await sql.end({ timeout: 0 }).catch(() => undefined);
    throw new Error(describeConnectFailure(url, error), { cause: error });
  }
  return { sql, url, close: () => sql.end({ timeout: CLOSE_TIMEOUT_S }) };
}

/** Connects when it is first used. */
export function openDriverPool(url: string, options: ConnectOptions): Sql {
  const { max, applicationName, idleS, silence = {} } = options;
  return openSql(url, {
    max,
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: idleS,
    max_lifetime: LIFETIME_S.min + Math.random() * (LIFETIME_S.max - LIFETIME_S.min),
    applicationName: `${applicationName} #${process.pid}`,
    silence,
  });
}

function describeConnectFailure(url: string, error: unknown): string {
  const { hostname, port, pathname, username } = new URL(url);
  const place = `the database "${decodeURIComponent(pathname.slice(1))}" at ${hostname}:${port || '5432'}`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing is listening there',
    ENOTFOUND: 'there is no such host',
    EAI_AGAIN: 'the host name cannot be looked up',
    EHOSTUNREACH: 'the host cannot be reached',
    ENETUNREACH: 'the network cannot be reached',
    ECONNRESET: 'the connection was closed',
    CONNECT_TIMEOUT: `no PostgreSQL answered within ${CONNECT_TIMEOUT_S} s`,
    '28P01': `wrong password for user "${decodeURIComponent(username)}"`,
    '28000': `user "${decodeURIComponent(username)}" may not connect`,
    '3D000': 'there is no such database',
    '53300': 'it has no free connections',
    '57P03': 'it is starting up or shutting down',
  };
  const text = error instanceof Error ? error.message : String(error);
  return `Cannot reach ${place}: ${reasons[code] ?? (text || code)}.`;
}
