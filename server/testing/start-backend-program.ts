// `npm run backend` as a separate process on a test database, with limits off and generated keys.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { findFreePort } from '#backend/find-free-port.ts';
import { openTestDatabase } from '#backend/testing/test-database.ts';

export interface BackendProgram {
  place: { url: string; siteUrl: string; anonKey: string; serviceRoleKey: string };
  /** Ends it; answers the first fault that it wrote down, if any. */
  close(): Promise<string | undefined>;
}

const main = join(import.meta.dirname, '..', 'main.ts');

export async function startBackendProgram(env: Record<string, string>): Promise<BackendProgram> {
  const database = await openTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'onda-backend-'));
  const port = await findFreePort();
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'suite', key_ops: ['sign', 'verify'] };
  const child = spawn(process.execPath, [main, '--backend'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      RADIO_SOURCE_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'warn',
      JWT_KEYS: JSON.stringify([key]),
      AUTH_RATE_LIMITS: 'off',
      AUTH_MAX_FREQUENCY_S: '0',
      AUTH_MANUAL_LINKING: 'on',
      AUTH_TEST_OTPS: '15550001111:123456',
      AUTH_REDIRECT_URLS: 'https://app.example.com/**',
      ...env,
    },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output.includes('onda is running at') && resolve());
    void ended.then(() => reject(new Error(`the backend ended before it was ready: ${output}`)));
  });
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  return {
    place: {
      url: `http://127.0.0.1:${port}`,
      // Passkeys belong to a name, not to an address in digits.
      siteUrl: `http://localhost:${port}`,
      anonKey: secrets.anonKey,
      serviceRoleKey: secrets.serviceRoleKey,
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      return output.split('\n').find((line) => /request failed|"level":(50|60)/.test(line));
    },
  };
}
