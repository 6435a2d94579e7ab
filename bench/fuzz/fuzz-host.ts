// The backend host alone, with tables of its own, asked by callers of every role.
import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { findFreePort } from '#backend/find-free-port.ts';
import { createRequestGenerator, fuzzTables } from '#backend/testing/generate-requests.ts';
import { startServer } from '../web/programs.ts';
import { fuzzSockets } from './fuzz-sockets.ts';
import { sendRequests } from './send-requests.ts';

export interface FuzzPart {
  folder: string;
  databaseUrl: string;
  count: number;
  seed: number;
}

export async function fuzzHost({ folder, databaseUrl, count, seed }: FuzzPart): Promise<number> {
  const jwtSecret = randomBytes(32).toString('hex');
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime('4h')
      .sign(new TextEncoder().encode(jwtSecret));
  const port = await findFreePort();
  const server = await startServer({
    name: 'onda',
    command: process.execPath,
    parameters: ['server/main.ts', '--backend'],
    url: `http://127.0.0.1:${port}/healthz`,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      JWT_SECRET: jwtSecret,
      LOG_LEVEL: 'fatal',
      REST_AGGREGATES: 'on',
      REST_TX_END: 'commit-allow-override',
      TRUSTED_PROXIES: 'loopback',
    },
  });
  try {
    const sql = openSql(databaseUrl, { max: 1 });
    await sql.unsafe(fuzzTables);
    await sql.unsafe('alter publication supabase_realtime add table books, authors');
    await sql`notify pgrst, 'reload schema'`;
    await sql.end();
    const keys = {
      anon: await sign({ role: 'anon' }),
      service: await sign({ role: 'service_role' }),
      person: await sign({ role: 'authenticated', sub: '00000000-0000-0000-0000-000000000001' }),
    };
    const silent = await fuzzSockets({
      port,
      seed,
      count: Math.ceil(count / 20),
      keys: Object.values(keys),
      tables: ['books', 'authors'],
      columns: ['id', 'title', 'price', 'at', 'tags', 'born', 'data', 'nope'],
    });
    const generate = createRequestGenerator(seed, keys);
    const faults = await sendRequests({
      name: 'The backend host',
      port,
      pid: server.pid,
      count,
      generate,
      headersOf: fromAnyone,
    });
    return silent + faults;
  } finally {
    await server.stop();
  }
}

/** Another address for every request. */
export function fromAnyone(index: number): Record<string, string> {
  return { 'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` };
}
