// The service on its own database, with an adjustable clock and every sent message recorded.
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { hashScripts } from '#backend/testing/hash-scripts.ts';
import { openTestDatabase } from '#backend/testing/test-database.ts';
import type { Sql } from '../../database/driver/sql.ts';
import { installLimitsSchema } from '../../limits/install-schema.ts';
import { type Auth, createAuth } from '../create-auth.ts';
import { installAuthSchema } from '../install-schema.ts';
import type { AuthMail, AuthOptions, AuthSms } from '../options.ts';

export const jwtSecret = 'super-secret-jwt-token-with-at-least-32-characters-long';
export const siteUrl = 'http://localhost:3000';
export const goodPassword = 'harbour-wave-41';

export interface TestAuth {
  auth: Auth;
  sql: Sql;
  mails: AuthMail[];
  texts: AuthSms[];
  logged: Record<string, unknown>[];
  anonKey: string;
  serviceRoleKey: string;
  ask(method: string, path: string, request?: AskOptions): Promise<Answer>;
  /** The newest mail to an address. */
  mailTo(address: string): AuthMail;
  textTo(phone: string): AuthSms;
  /** Moves the service's clock. */
  pass(seconds: number): void;
  /** A second service with other settings on the same database. */
  withOptions(options: Partial<AuthOptions>): TestAuth;
  close(): Promise<void>;
}

export interface AskOptions {
  body?: unknown;
  rawBody?: string | Uint8Array<ArrayBuffer>;
  token?: string;
  headers?: Record<string, string>;
  ip?: string;
}

/** Tests read answers whose form they are about to check. */
export interface Answer {
  status: number;
  headers: Headers;
  json: AnswerBody;
  location: URL;
}

export interface AnswerBody {
  [name: string]: unknown;
  access_token: string;
  refresh_token: string;
  code: string | number;
  id: string;
  user: AnswerBody;
}

const BACKEND = join(import.meta.dirname, '..', '..');
const progress = { step: () => undefined, done: () => undefined };

async function fill(sql: Sql): Promise<void> {
  await installLimitsSchema(sql, progress);
  await installAuthSchema(sql, progress);
}

export async function startAuth(options: Partial<AuthOptions> = {}): Promise<TestAuth> {
  const database = await openTestDatabase({ name: `auth_${await hashScripts(BACKEND)}`, fill });
  const anonKey = await mintToken({ role: 'anon', iss: 'onda' });
  const serviceRoleKey = await mintToken({ role: 'service_role', iss: 'onda' });
  const shared = {
    mails: [] as AuthMail[],
    texts: [] as AuthSms[],
    logged: [] as Record<string, unknown>[],
    offsetMs: 0,
  };

  const build = (overrides: Partial<AuthOptions>): TestAuth => {
    const config = { ...defaultOptions({ anonKey, serviceRoleKey }), ...overrides };
    const record = (details: Record<string, unknown>, message: string) =>
      shared.logged.push({ ...details, message });
    const auth = createAuth({
      sql: database.sql,
      config,
      sendMail: async (mail) => void shared.mails.push(mail),
      sendSms: async (sms) => void shared.texts.push(sms),
      log: { info: record, warn: record, error: record },
      now: () => new Date(Date.now() + shared.offsetMs),
      clientIp: (request) => request.headers.get('x-test-ip') ?? '127.0.0.1',
    });
    return {
      auth,
      sql: database.sql,
      mails: shared.mails,
      texts: shared.texts,
      logged: shared.logged,
      anonKey,
      serviceRoleKey,
      ask: (method, path, request) => ask(auth, method, path, request),
      mailTo: (address) =>
        last(
          shared.mails.filter((mail) => mail.to === address),
          `mail to ${address}`,
        ),
      textTo: (phone) =>
        last(
          shared.texts.filter((text) => text.to === phone),
          `text to ${phone}`,
        ),
      pass: (seconds) => {
        shared.offsetMs += seconds * 1000;
      },
      withOptions: (more) => build({ ...overrides, ...more }),
      async close() {
        await database.drop();
        // No request of a test may cause an internal error.
        const fault = shared.logged.find((entry) => entry.message === 'a request failed');
        if (fault) throw new Error(`${fault.method} ${fault.path} failed`, { cause: fault.err });
      },
    };
  };
  return build(options);
}

export function defaultOptions(keys: { anonKey: string; serviceRoleKey: string }): AuthOptions {
  return {
    ...keys,
    siteUrl,
    jwtSecret,
    passwordMin: 8,
    autoconfirm: false,
    signup: true,
    anonymous: true,
    manualLinking: true,
    maxFrequencyS: 0,
    testOtps: { '15550001111': '123456' },
    redirectUrls: ['https://app.example.com/**'],
    rateLimits: false,
    jwtLifeS: 3600,
    refreshReuseIntervalS: 10,
    webauthn: { rpId: 'localhost', rpName: 'onda', origins: [siteUrl] },
    uniformAnswerMs: 0,
    // A busy machine may take seconds to hash a password.
    timeLimitMs: 60_000,
  };
}

export function mintToken(claims: Record<string, unknown>, secret = jwtSecret): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('10y')
    .sign(new TextEncoder().encode(secret));
}

async function ask(auth: Auth, method: string, path: string, request: AskOptions = {}): Promise<Answer> {
  const body = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const response = await auth.fetch(
    new Request(`${siteUrl}/auth/v1${path}`, {
      method,
      body,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        'x-supabase-api-version': '2024-01-01',
        ...(request.token && { authorization: `Bearer ${request.token}` }),
        ...(request.ip && { 'x-test-ip': request.ip }),
        ...request.headers,
      },
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text ? JSON.parse(text) : {},
    location: new URL(response.headers.get('location') ?? siteUrl),
  };
}

function last<Item>(items: Item[], what: string): Item {
  const item = items.at(-1);
  if (!item) throw new Error(`there is no ${what}`);
  return item;
}
