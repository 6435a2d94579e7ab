import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { cleanUp, makeDataDir, processesOf, startProgram } from './program.ts';

afterEach(cleanUp);

async function expectStartError(env: Record<string, string>, line: RegExp): Promise<void> {
  const program = startProgram(env);
  expect(await program.exit).toBe(1);
  const lines = program.stderr().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(line);
  expect(program.stdout()).not.toContain('running at');
}

it('a person whose port is taken reads which one and what to do', async () => {
  const dataDir = makeDataDir();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expectStartError(
    { DATA_DIR: dataDir, PORT: String(port) },
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use by another program\\. .*PORT`),
  );
  expect(processesOf(dataDir)).toEqual([]);
  other.close();
});

it('a person whose data folder cannot be written reads which one and what to do', async () => {
  const dataDir = makeDataDir();
  writeFileSync(join(dataDir, 'file'), '');
  await expectStartError(
    { DATA_DIR: join(dataDir, 'file', 'data') },
    /^The data folder \S+ cannot be written .*DATA_DIR/,
  );
  await expectStartError(
    { DATA_DIR: '/proc/onda' },
    /^The data folder \/proc\/onda cannot be written .*DATA_DIR/,
  );
});

it('a person who mistyped a variable reads its name, its value and what is allowed', async () => {
  const DATA_DIR = makeDataDir();
  await expectStartError(
    { DATA_DIR, PORT: '30o0' },
    /^PORT is "30o0" but must be a whole number from 0 to 65535\.$/,
  );
  await expectStartError(
    { DATA_DIR, TURNSTILE_SITE_KEY: 'a' },
    /^TURNSTILE_SITE_KEY is set but TURNSTILE_SECRET_KEY is not/,
  );
});

it('a person whose DATABASE_URL leads nowhere reads host, port and database, and never the password', async () => {
  const DATA_DIR = makeDataDir();
  const env = { DATA_DIR, DATABASE_URL: 'postgres://studio:geheim@127.0.0.1:1/onda' };
  await expectStartError(
    env,
    /^Cannot reach the database "onda" at 127\.0\.0\.1:1: nothing is listening there\.$/,
  );
});

it('a person whose database folder is lost or incomplete reads it, and no new studio takes its place', async () => {
  const dataDir = makeDataDir();
  const secrets = [
    'jwtSecret',
    'anonKey',
    'serviceRoleKey',
    'publishableKey',
    'secretKey',
    'databasePassword',
  ];
  writeFileSync(
    join(dataDir, 'secrets.json'),
    JSON.stringify({ createdAtS: 1, ...Object.fromEntries(secrets.map((name) => [name, 'x'])) }),
  );
  await expectStartError(
    { DATA_DIR: dataDir },
    /^The database of this folder is missing: \S+postgres is missing, .* restore a backup .* set DATA_DIR to an empty folder\.$/,
  );
  mkdirSync(join(dataDir, 'postgres', 'base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
  await expectStartError(
    { DATA_DIR: dataDir },
    /^The database of this folder is missing: \S+postgres is incomplete .*pg_control.* restore a backup/,
  );
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'secrets.json']);
});

it('a person who wants to know more gets the whole story with LOG_LEVEL=debug', async () => {
  const program = startProgram({ DATA_DIR: makeDataDir(), PORT: 'x', LOG_LEVEL: 'debug' });
  expect(await program.exit).toBe(1);
  expect(program.stderr()).toMatch(/ConfigError: PORT is "x".*\n\s+at /);
});
