// Reads where a database is, and how its connections are opened, from its URL:
// postgres://user:password@host:port/database?sslmode=require
import { userInfo } from 'node:os';
import type { ConnectionTarget } from '../wire/open-socket.ts';

export interface UrlParts {
  target: Omit<ConnectionTarget, 'applicationName'>;
  /** Settings of the connection that the URL names. */
  settings: Record<string, string>;
  /** `prepare=false`, for poolers that give every transaction another connection. */
  isPreparing: boolean;
}

/** Of the URL's parameters, those that PostgreSQL does not know. */
const OWN_PARAMETERS = new Set([
  'connect_timeout',
  'fetch_types',
  'idle_timeout',
  'keep_alive',
  'max',
  'max_lifetime',
  'max_pipeline',
  'prepare',
  'ssl',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'target_session_attrs',
]);
const DEFAULT_PORT = 5432;

export function readTarget(databaseUrl: string): UrlParts {
  const url = new URL(databaseUrl);
  const user = decodeURIComponent(url.username) || userInfo().username;
  const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || 'localhost';
  const port = Number(url.port || DEFAULT_PORT);
  return {
    target: {
      host,
      port,
      path: host.includes('/') ? `${host}/.s.PGSQL.${port}` : undefined,
      user,
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)) || user,
      tls: readTls(url.searchParams),
    },
    settings: Object.fromEntries([...url.searchParams].filter(([name]) => !OWN_PARAMETERS.has(name))),
    isPreparing: url.searchParams.get('prepare') !== 'false',
  };
}

function readTls(parameters: URLSearchParams): ConnectionTarget['tls'] {
  if (parameters.get('sslrootcert') === 'system') return 'verify';
  const mode = parameters.get('sslmode') ?? parameters.get('ssl') ?? 'disable';
  if (mode === 'disable' || mode === 'false') return false;
  // Only these leave the certificate unchecked.
  return mode === 'require' || mode === 'prefer' || mode === 'allow' ? 'require' : 'verify';
}
