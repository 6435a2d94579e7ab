// The host under test: the one at TARGET_URL, or one of our own that is started for the test and ended after it.
// (The test runner keeps BASE_URL for itself.) For TARGET_URL give also ANON_KEY, SERVICE_ROLE_KEY, JWT_SECRET and DATABASE_URL (the test makes its tables there).
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { cleanUp, databaseUrl, makeDataDir, startProgram } from '../../start/program.ts';

export interface Target {
  url: string;
  anonKey: string;
  sql: postgres.Sql;
  anon: SupabaseClient;
  service: SupabaseClient;
  /** A client of a signed-in person. */
  as(claims: Record<string, unknown>): SupabaseClient;
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
  stop(): Promise<void>;
}

export async function openTarget(tables: string): Promise<Target> {
  const place = process.env.TARGET_URL ? givenPlace(process.env.TARGET_URL) : await ownPlace();
  const sql = postgres(place.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql.unsafe(tables);
  await sql`notify pgrst, 'reload schema'`;
  const client = (key: string, token?: string) =>
    createClient(place.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      ...(token ? { accessToken: async () => token } : {}),
    });
  return {
    url: place.url,
    anonKey: place.anonKey,
    sql,
    anon: client(place.anonKey),
    service: client(place.serviceRoleKey),
    as: (claims) => client(place.anonKey, sign(place.jwtSecret, { role: 'authenticated', ...claims })),
    async close() {
      await sql.end({ timeout: 5 });
      await place.stop();
    },
  };
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

async function ownPlace(): Promise<Place> {
  const dataDir = makeDataDir();
  const program = startProgram(
    {
      DATA_DIR: dataDir,
      REST_AGGREGATES: 'on',
      REST_PLAN: 'on',
      REST_TX_END: 'commit-allow-override',
      REST_SCHEMAS: 'public,personal',
    },
    { parameters: ['server/main.ts', '--backend'] },
  );
  const url = await program.url();
  const secrets: { jwtSecret: string; anonKey: string; serviceRoleKey: string } = JSON.parse(
    readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
  );
  return {
    url,
    databaseUrl: databaseUrl(dataDir),
    ...secrets,
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
