// A backend host on a database of its own, for tests of /rest/v1: prepared roles, the test's tables, callers' tokens,
// and a short way to ask.
import { SignJWT } from 'jose';
import { type Backend, type BackendOptions, createBackend } from '../create-backend.ts';
import type { Sql } from '../database/driver/sql.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { openTestDatabase } from './test-database.ts';

export const jwtSecret = 'test-secret-with-at-least-thirty-two-characters';
export const publishableKey = 'sb_publishable_test';
export const secretKey = 'sb_secret_test';

export interface Asked {
  body?: unknown;
  headers?: Record<string, string>;
  /** Who asks: nobody in particular, the service, or the claims of a signed-in person. Default: the service. */
  as?: 'anon' | 'service' | Record<string, unknown>;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  /** The body read as JSON, for the test to compare. */
  json: unknown;
}

export interface RestHost {
  backend: Backend;
  sql: Sql;
  databaseUrl: string;
  errors: { message: string; error: unknown }[];
  /** `ask('GET /classes?select=id')` */
  ask(line: string, asked?: Asked): Promise<Answered>;
  close(): Promise<void>;
}

export async function startRestHost(
  tables: string,
  options: Partial<BackendOptions> = {},
): Promise<RestHost> {
  const database = await openTestDatabase();
  const progress = { step: () => undefined, done: () => undefined };
  await prepareDatabase(database.sql, { progress, authenticatorPassword: 'authenticator' });
  await database.sql.unsafe(tables);
  const url = new URL(database.url);
  url.username = 'authenticator';
  url.password = 'authenticator';
  const errors: RestHost['errors'] = [];
  const backend = await createBackend({
    tokenRules: 'supabase',
    databaseUrl: url.href,
    schemas: ['public'],
    maxRows: 1000,
    maxConnections: 4,
    jwtSecret,
    publishableKey,
    secretKey,
    allowsAggregates: true,
    allowsPlan: true,
    allowsTxOverride: true,
    onError: (message, error) => errors.push({ message, error }),
    ...options,
  });
  return {
    backend,
    sql: database.sql,
    databaseUrl: url.href,
    errors,
    ask: (line, asked = {}) => ask(backend, line, asked),
    async close() {
      await backend.close();
      await database.drop();
    },
  };
}

export function tokenFor(claims: Record<string, unknown>): Promise<string> {
  return new SignJWT({ role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret));
}

async function ask(
  backend: Backend,
  line: string,
  { body, headers = {}, as = 'service' }: Asked,
): Promise<Answered> {
  const [method = 'GET', path = '/'] = line.split(/ (.*)/s);
  const all = new Headers();
  if (as === 'service') all.set('apikey', secretKey);
  else if (as === 'anon') all.set('apikey', publishableKey);
  else all.set('authorization', `Bearer ${await tokenFor(as)}`);
  if (body !== undefined) all.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const response = await backend.fetch(
    new Request(`http://localhost/rest/v1${path}`, {
      method,
      headers: all,
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
