// The studio that the tests of one worker visit: a program on its own copy of the sample studio, behind TLS as a studio has
// it. So every test file can run beside every other.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, removeDataDir, startProgram } from '../start/program.ts';
import { makeUsedDataDir } from '../start/used-folder.ts';
import { studioSettings } from './studio-settings.ts';

export const OWNER = { name: 'Marta Reis', email: 'marta@onda.example', password: 'four words in a row' };
export const SETUP_TOKEN = 'set-up-token-for-browser-tests';
/** The owner's session in the studio of this worker, as a browser stores it. */
export const OWNER_STATE = join(ROOT, 'artefacts', `owner-state-${process.env.TEST_WORKER_INDEX}.json`);
export const AUTH_COOKIE = 'sb-onda-auth-token';

const FIRST_PORT = Number(process.env.SITE_PORT ?? 4170);
const PORTS_BEFORE_WORKERS = 10;
const PORTS_OF_A_WORKER = 2;
/** Of the identity provider, which all workers share. */
export const PROVIDER_PORT = FIRST_PORT + 1;

export interface WorkerStudio {
  url: string;
  /** Where the program itself listens, for bytes that a proxy would answer. */
  programUrl: string;
  dataDir: string;
  close(): Promise<void>;
}

export interface Session {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  user: { id: string };
}

export async function openWorkerStudio(workerIndex: number): Promise<WorkerStudio> {
  const port = FIRST_PORT + PORTS_BEFORE_WORKERS + PORTS_OF_A_WORKER * workerIndex;
  const programUrl = `http://127.0.0.1:${port}`;
  // A name, because passkeys exist for names alone. SITE_TLS=off leaves the proxy out.
  const isTls = process.env.SITE_TLS !== 'off';
  const url = isTls ? `https://localhost:${port + 1}` : `http://localhost:${port}`;
  const dataDir = await makeUsedDataDir('studio', { isLasting: true });
  const proxy = isTls ? startProxy(port) : undefined;
  const settings = {
    PORT: String(port),
    SITE_URL: url,
    TRUSTED_PROXIES: isTls ? 'loopback' : '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    ...studioSettings(`http://127.0.0.1:${PROVIDER_PORT}`),
  };
  const program = startProgram(settings, { isLasting: true });
  await program.url();
  // What the server calls an error is printed among the tests that met it.
  program.child.stdout?.pipe(process.stdout);
  await untilAnswered(`${url}/healthz`);
  return {
    url,
    programUrl,
    dataDir,
    async close() {
      proxy?.kill('SIGTERM');
      program.child.kill('SIGTERM');
      await program.exit;
      await removeDataDir(dataDir);
    },
  };
}

function startProxy(port: number): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'e2e', 'site', 'tls-proxy.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TLS_PORT: String(port + 1), TARGET_PORT: String(port) },
  });
}

async function untilAnswered(url: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error(`${url} did not answer within a minute.`);
}

/** Makes the owner's account, where nobody has yet, and leaves the owner's session in OWNER_STATE. */
export async function setUpOwner(base: string): Promise<void> {
  await post(`${base}/api/setup`, {
    ...OWNER,
    studio_name: 'onda',
    zone: 'Europe/Lisbon',
    token: SETUP_TOKEN,
  });
  const { email, password } = OWNER;
  const response = await post(`${base}/auth/v1/token?grant_type=password`, { email, password });
  if (!response.ok) throw new Error(`The owner could not sign in: ${await response.text()}`);
  const cookies = authCookies((await response.json()) as Session).map((cookie) => ({
    ...cookie,
    expires: -1,
    httpOnly: false,
    secure: false,
  }));
  const localStorage = [{ name: 'onda:session-reset', value: 'by test' }];
  mkdirSync(join(OWNER_STATE, '..'), { recursive: true });
  writeFileSync(OWNER_STATE, JSON.stringify({ cookies, origins: [{ origin: base, localStorage }] }));
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  });
}

/** A session as the site itself stores it in a browser. */
export function authCookies(session: Session) {
  const value = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
  const parts = value.match(/.{1,3180}/g) ?? [];
  return parts.map((part, index) => ({
    name: parts.length === 1 ? AUTH_COOKIE : `${AUTH_COOKIE}.${index}`,
    value: part,
    domain: 'localhost',
    path: '/',
    sameSite: 'Lax' as const,
  }));
}
