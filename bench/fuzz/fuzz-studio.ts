// The whole program: pages, their forms and data, the product API, and every service of its backend with the studio's own
// tables and functions, requested by anonymous callers, by holders of a broken cookie or token, and by the owner.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from '#backend/database/driver/open-sql.ts';
import { createRequestGenerator } from '#backend/testing/generate-requests.ts';
import { type DatabaseShape, shapeOf } from '#backend/testing/generate-service-requests.ts';
import { createSiteRequestGenerator } from '#server/testing/generate-site-requests.ts';
import { startStudio } from '../host/start-studio.ts';
import { type FuzzPart, fromAnyone } from './fuzz-host.ts';
import { sendRequests } from './send-requests.ts';

const SETUP_TOKEN = 'set-up-token-of-the-fuzz-bench';
const OWNER = { email: 'owner@fuzz.example', password: 'harbour-wave-41-fuzz' };

export async function fuzzStudio({ folder, databaseUrl, count, seed }: FuzzPart): Promise<number> {
  const s3 = { accessKeyId: 'fuzz-key', secretAccessKey: randomBytes(32).toString('hex') };
  const server = await startStudio({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'fatal',
    SETUP_TOKEN,
    TRUSTED_PROXIES: 'loopback',
    REST_TX_END: 'commit-allow-override',
    STORAGE_S3_ACCESS_KEY_ID: s3.accessKeyId,
    STORAGE_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
  const { url, port } = server;
  try {
    const { cookie: ownerCookie, accessToken, anonKey } = await makeOwner(url);
    const { serviceRoleKey } = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'));
    const site = createSiteRequestGenerator(seed, { ownerCookie, ids: await someIds(databaseUrl) });
    const services = createRequestGenerator(
      seed,
      { anon: anonKey, service: serviceRoleKey, person: accessToken },
      {
        asksAuth: true,
        s3: { ...s3, origin: url },
        functions: readdirSync('supabase/functions').filter((name) => /^[a-z]+$/.test(name)),
        database: await readShape(databaseUrl),
      },
    );
    let made = 0;
    const generate = () => (made++ % 2 === 0 ? site() : services());
    const faults = await sendRequests({
      name: 'The studio',
      port,
      pid: server.pid,
      count,
      generate,
      headersOf: fromAnyone,
    });
    const { status } = await fetch(`${url}/dashboard`, {
      headers: { cookie: ownerCookie },
      redirect: 'manual',
    });
    if (status !== 200) console.log(`  the owner was signed out on the way: /dashboard answers ${status}`);
    return faults;
  } finally {
    await server.stop();
  }
}

async function makeOwner(url: string): Promise<{ cookie: string; accessToken: string; anonKey: string }> {
  const owner = { token: SETUP_TOKEN, studio_name: 'onda', zone: 'UTC', name: 'Owner', ...OWNER };
  // The token is good a moment after the program answers.
  for (let tries = 0; ; tries += 1) {
    try {
      await post(`${url}/api/setup`, owner);
      break;
    } catch (error) {
      if (tries > 20) throw error;
      await sleep(250);
    }
  }
  const page = await (await fetch(`${url}/sign-in`)).text();
  const [, anonKey = ''] = /anonKey[^e]*(ey[\w.-]+)/.exec(page) ?? [];
  const session = (await post(`${url}/auth/v1/token?grant_type=password`, OWNER, { apikey: anonKey })) as {
    access_token: string;
  };
  const cookie = `sb-onda-auth-token=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
  return { cookie, accessToken: session.access_token, anonKey };
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function readShape(databaseUrl: string): Promise<DatabaseShape> {
  const sql = openSql(databaseUrl, { max: 1 });
  const shape = await shapeOf(sql);
  await sql.end();
  return shape;
}

async function someIds(databaseUrl: string): Promise<string[]> {
  const sql = openSql(databaseUrl, { max: 1 });
  const rows = await sql<{ id: string }[]>`
    (select id::text from public.sessions limit 3) union all (select slug from public.offerings limit 3)
    union all (select slug from public.people limit 2) union all (select id::text from public.offerings limit 2)
    union all (select id::text from public.radio_tracks limit 1) union all (select id::text from public.shows limit 1)`;
  await sql.end();
  return rows.map(({ id }) => id);
}
