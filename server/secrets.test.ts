import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { loadSecrets } from './secrets.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'onda-secrets-'));
  return () => rm(dataDir, { recursive: true, force: true });
});

const load = (env: Record<string, string> = {}) => loadSecrets(readConfig({ DATA_DIR: dataDir, ...env }));

describe('loadSecrets', () => {
  it('makes secrets on the first run, for the owner of the file alone, and the same ones ever after', async () => {
    const first = await load();
    expect(await load()).toEqual(first);
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['postgres.pending', 'secrets.json']);
    expect(first.publishableKey).toMatch(/^sb_publishable_[\w-]{32}$/);
    expect(first.secretKey).toMatch(/^sb_secret_[\w-]{40,}$/);
    expect(first.jwtSecret.length).toBeGreaterThanOrEqual(32);
  });

  it('takes over a key that another process of the folder made again', async () => {
    const [here, there] = [await load(), await load()];
    const old = there.secretKey;
    const fresh = await here.rotate?.('secret');
    await expect.poll(() => there.secretKey).toBe(fresh);
    expect(there.secretKey).not.toBe(old);
    expect(there.publishableKey).toBe(here.publishableKey);
  });

  it('signs an anon and a service key for ten years', async () => {
    const { jwtSecret, anonKey, serviceRoleKey } = await load();
    const key = new TextEncoder().encode(jwtSecret);
    for (const [token, role] of [
      [anonKey, 'anon'],
      [serviceRoleKey, 'service_role'],
    ] as const) {
      const { payload, protectedHeader } = await jwtVerify(token, key);
      expect(protectedHeader.alg).toBe('HS256');
      expect(payload).toMatchObject({ iss: 'onda', role });
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(315_360_000);
    }
  });

  it('lets the environment win and signs the keys with its secret, the same at every start', async () => {
    const JWT_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long';
    const own = await load();
    const given = await load({ JWT_SECRET });
    expect(given.jwtSecret).toBe(JWT_SECRET);
    expect(given.anonKey).not.toBe(own.anonKey);
    await jwtVerify(given.anonKey, new TextEncoder().encode(JWT_SECRET));
    expect(await load({ JWT_SECRET })).toEqual(given);
    expect((await load({ ANON_KEY: 'sb_publishable_mine' })).anonKey).toBe('sb_publishable_mine');
    expect(await load()).toEqual(own);
  });

  it('gives many first starts at once the same secrets', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => load()));
    for (const secrets of all) expect(secrets).toEqual(all[0]);
    expect(await readdir(dataDir)).toEqual(['postgres.pending', 'secrets.json']);
  });

  it.each([
    ['cut in the middle', (text: string) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['without one of its fields', (text: string) => text.replace('databasePassword', 'other')],
  ])('rejects a file that is %s and leaves it alone', async (_name, damage) => {
    await load();
    const path = join(dataDir, 'secrets.json');
    const damaged = damage(await readFile(path, 'utf8'));
    await writeFile(path, damaged);
    await expect(load()).rejects.toThrow(/secrets\.json are damaged/);
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });
});
