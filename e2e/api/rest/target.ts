// The host under test: the one at TARGET_URL, or one of our own that is started for the test and ended after it.
// (The test runner keeps BASE_URL for itself.) For TARGET_URL give also ANON_KEY, SERVICE_ROLE_KEY, JWT_SECRET and DATABASE_URL (the test makes its tables there).
import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { openSql } from '#backend/database/driver/open-sql.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import { cleanUp, databaseUrl, makeDataDir, startProgram } from '../../start/program.ts';
import { makeUsedDataDir } from '../../start/used-folder.ts';

export interface Target {
  url: string;
  anonKey: string;
  serviceRoleKey: string;
  sql: Sql;
  databaseUrl: string;
  /** Emails that a host of our own could not send, the newest last; a foreign one keeps its own. */
  emails(): string[];
  /** What a host of our own printed so far. */
  log(): string;
  anon: SupabaseClient;
  service: SupabaseClient;
  /** A client of a signed-in person. */
  as(claims: Record<string, unknown>): SupabaseClient;
  /** The token of a signed-in person. */
  tokenOf(claims: Record<string, unknown>): string;
  close(): Promise<void>;
}

/** The client's types offer maxAffected only to those who generate theirs; at run time it is always there. */
export function atMost<Query extends object>(query: Query, rows: number): Query {
  return (query as Query & { maxAffected(count: number): Query }).maxAffected(rows);
}

interface Place {
  url: string;
  databaseUrl: string;
  anonKey: string;
  serviceRoleKey: string;
  jwtSecret: string;
  dataDir?: string;
  log?(): string;
  stop(): Promise<void>;
}

/** `env` and `parameters` are for a host of our own alone: the one at TARGET_URL is as it is. */
export async function openTarget(
  tables: string,
  env: Record<string, string> = {},
  parameters: string[] = [],
): Promise<Target> {
  const place = process.env.TARGET_URL ? givenPlace(process.env.TARGET_URL) : await ownPlace(env, parameters);
  const sql = openSql(place.databaseUrl, { max: 1 });
  await sql.unsafe(tables);
  await sql`notify pgrst, 'reload schema'`;
  const client = (key: string, token?: string) =>
    createClient(place.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      ...(token ? { accessToken: async () => token } : {}),
    });
  const tokenOf = (claims: Record<string, unknown>) =>
    sign(place.jwtSecret, { role: 'authenticated', ...claims });
  return {
    url: place.url,
    tokenOf,
    anonKey: place.anonKey,
    serviceRoleKey: place.serviceRoleKey,
    sql,
    databaseUrl: place.databaseUrl,
    log: () => place.log?.() ?? '',
    emails: () => readEmails(place.dataDir),
    anon: client(place.anonKey),
    service: client(place.serviceRoleKey),
    as: (claims) => client(place.anonKey, tokenOf(claims)),
    async close() {
      await sql.end({ timeout: 5 });
      await place.stop();
    },
  };
}

function readEmails(dataDir: string | undefined): string[] {
  const folder = join(dataDir ?? '', 'outbox');
  if (!dataDir || !existsSync(folder)) return [];
  const names = readdirSync(folder).sort();
  // Long lines are broken by "=", and "=" itself is written in hexadecimal.
  return names.map((name) =>
    readFileSync(join(folder, name), 'utf8')
      .replaceAll(/=\r?\n/g, '')
      .replaceAll('=3D', '='),
  );
}

function givenPlace(url: string): Place {
  const need = (name: string) => {
    const value = process.env[name];
    if (!value) throw new Error(`With TARGET_URL the test also needs ${name}`);
    return value;
  };
  return {
    url,
    databaseUrl: need('DATABASE_URL'),
    anonKey: need('ANON_KEY'),
    serviceRoleKey: need('SERVICE_ROLE_KEY'),
    jwtSecret: need('JWT_SECRET'),
    stop: async () => undefined,
  };
}

async function ownPlace(env: Record<string, string>, parameters: string[]): Promise<Place> {
  // A project of one's own begins with its first start.
  const dataDir = parameters.length > 0 ? makeDataDir() : await makeUsedDataDir('backend');
  const program = startProgram(
    {
      DATA_DIR: dataDir,
      REST_AGGREGATES: 'on',
      REST_PLAN: 'on',
      REST_TX_END: 'commit-allow-override',
      REST_SCHEMAS: 'public,personal',
      ...env,
    },
    { parameters: ['bin/onda-backend.mjs', ...parameters] },
  );
  const url = await program.url();
  const secrets: { jwtSecret: string; anonKey: string; serviceRoleKey: string } = JSON.parse(
    readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
  );
  return {
    url,
    databaseUrl: databaseUrl(dataDir),
    ...secrets,
    dataDir,
    log: () => program.stdout() + program.stderr(),
    async stop() {
      program.child.kill('SIGTERM');
      await program.exit;
      await cleanUp();
    },
  };
}

function sign(secret: string, claims: Record<string, unknown>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ aud: 'authenticated', iat: now, exp: now + 3600, ...claims })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
