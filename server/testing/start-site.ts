// The whole program in this process, on a copy of the sample studio and with the production build of its pages, for
// tests that ask it over HTTP and need no browser. The copy has the sample pictures; demo music is not made.
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { connectDatabase } from '#backend/database/connect.ts';
import type { Sql } from '#backend/database/driver/sql.ts';
import type { Role } from '#contracts/visitor.ts';
import type { App } from '../app-parts.ts';
import { claimPort } from '../claim-port.ts';
import { readConfig } from '../config.ts';
import { createApp } from '../create-app.ts';
import { createLogger } from '../logger.ts';
import { withRotation } from '../secrets.ts';
import { issueSetupToken } from '../setup-token.ts';
import { mintKey, testJwtSecret } from './mint-key.ts';
import { openSampleDatabase } from './studio-database.ts';

export interface TestSite {
  sql: Sql;
  siteUrl: string;
  /** Past all row policies. */
  service: SupabaseClient;
  /** `path` is of the site. Redirects are answers: they are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Someone new with these roles, and the Cookie header of their session. */
  signIn(...roles: Role[]): Promise<{ id: string; email: string; token: string; cookie: string }>;
  close(): Promise<void>;
}

/** Names the person of a session, as an official client of the site stores it. */
export function sessionCookie(session: object): string {
  const value = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
  const chunks = value.match(/.{1,3180}/g) ?? [];
  return chunks
    .map((chunk, index) => `${AUTH_COOKIE}${chunks.length === 1 ? '' : `.${index}`}=${chunk}`)
    .join('; ');
}

/** `environment` as in the README, for example `SETUP_TOKEN`. */
export async function startSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onda-site-'));
  const database = await openSampleDatabase(fillStudio);
  await cp(originalFolder(), dataDir, { recursive: true });
  const { app, siteUrl } = await createTestApp({ dataDir, databaseUrl: database.url, environment });
  await app.listen();
  await issueSetupToken(database.sql, { setupToken: environment.SETUP_TOKEN });
  const clientOptions = { auth: { persistSession: false, autoRefreshToken: false } };
  const service = createClient(siteUrl, mintKey('service_role'), clientOptions);
  let people = 0;
  return {
    sql: database.sql,
    siteUrl,
    service,
    fetch: (path, init) => fetch(siteUrl + path, { redirect: 'manual', ...init }),
    async signIn(...roles) {
      people += 1;
      const email = `person-${people}@post.example`;
      const password = 'harbour-wave-41';
      const metadata = { name: `Person ${people}` };
      const made = await service.auth.admin.createUser({
        email,
        password,
        email_confirm: true,
        user_metadata: metadata,
      });
      if (made.error) throw made.error;
      const { id } = made.data.user;
      for (const role of roles)
        await database.sql`insert into public.roles (user_id, role) values (${id}, ${role}) on conflict do nothing`;
      // By the service key: it needs no human check.
      const client = createClient(siteUrl, mintKey('service_role'), clientOptions);
      const { data, error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      return { id, email, token: data.session.access_token, cookie: sessionCookie(data.session) };
    },
    async close() {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const originalFolder = (run = process.ppid) => join(tmpdir(), `onda-test-site-${run}`);

/** When the run of the test runner is over. */
export default () => () => rm(originalFolder(process.pid), { recursive: true, force: true });

/** What the first start adds to the seed: the sample pictures and sounds, in the database and in the data folder. */
async function fillStudio(databaseUrl: string): Promise<void> {
  const dataDir = originalFolder();
  await mkdir(dataDir, { recursive: true });
  const environment = { DEMO: 'on', RADIO_STREAM_URL: 'https://radio.example/live' };
  const { app } = await createTestApp({ dataDir, databaseUrl, environment });
  await app.close();
}

async function createTestApp(options: {
  dataDir: string;
  databaseUrl: string;
  environment: Record<string, string>;
}): Promise<{ app: App; siteUrl: string }> {
  const { dataDir, databaseUrl, environment } = options;
  // Before the settings: links and redirects are built on the number.
  const port = await claimPort({ host: '127.0.0.1', port: 0 });
  const config = readConfig({
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: `http://localhost:${port}`,
    AUTH_RATE_LIMITS: 'off',
    DEMO: 'off',
    LOG_LEVEL: 'error',
    RADIO_SOURCE_PORT: '0',
    ...environment,
  });
  const database = await connectDatabase(databaseUrl, { max: 4, applicationName: 'onda test site' });
  const secrets = {
    jwtSecret: testJwtSecret,
    anonKey: mintKey('anon'),
    serviceRoleKey: mintKey('service_role'),
    publishableKey: 'sb_publishable_test',
    secretKey: 'sb_secret_test',
    databasePassword: '',
  };
  const app = await createApp({
    config,
    secrets: withRotation(secrets, async () => undefined),
    database,
    log: createLogger(config.logLevel),
  });
  return {
    siteUrl: config.siteUrl,
    app: {
      listen: app.listen,
      async close() {
        await app.close();
        await database.close();
      },
    },
  };
}
