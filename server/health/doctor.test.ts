// The doctor against test servers: one that works, one that is another program, and none.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgeSecretKey } from '../backup/offsite/age-keys.ts';
import { readConfig } from '../config.ts';
import { examine } from './doctor.ts';

let server: Server;
let port = 0;
let dataDir = '';
let answer: { status: number; body: string } = { status: 200, body: '{"status":"ok","database":"ok"}' };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'onda-doctor-'));
  server = createServer((_request, response) => response.writeHead(answer.status).end(answer.body));
  server.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(dataDir, { recursive: true, force: true });
});

const statesOf = async (changes: Partial<Parameters<typeof examine>[0]> = {}) => {
  const checks = await examine({
    dataDir,
    host: '127.0.0.1',
    port,
    siteUrl: `http://127.0.0.1:${port}`,
    tls: undefined,
    backupCopies: undefined,
    databaseUrl: undefined,
    jwtSecret: undefined,
    anonKey: undefined,
    serviceRoleKey: undefined,
    ...changes,
  });
  return Object.fromEntries(checks.map(({ name, state }) => [name, state]));
};

describe('the doctor', () => {
  it('finds a running program and the way to it', async () => {
    expect(await statesOf()).toMatchObject({
      'data folder': 'ok',
      program: 'ok',
      site: 'ok',
      clock: 'ok',
      websocket: 'ok',
      backup: 'warn',
    });
  });

  it('asks for a running database to check off-site copies, where they are set', async () => {
    const { backupCopies } = readConfig({
      BACKUP_S3_ENDPOINT: 'https://s3.test',
      BACKUP_S3_BUCKET: 'copies',
      BACKUP_S3_ACCESS_KEY_ID: 'id',
      BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
      BACKUP_ENCRYPTION_KEY: createAgeSecretKey(),
    });
    expect(await statesOf()).not.toHaveProperty('off-site');
    expect(await statesOf({ backupCopies })).toMatchObject({ 'off-site': 'warn' });
  });

  it('recognises a program whose database is lost, and a proxy that leads elsewhere', async () => {
    answer = { status: 503, body: '{"status":"unavailable","database":"away"}' };
    expect(await statesOf()).toMatchObject({ program: 'bad', site: 'bad' });
    answer = { status: 200, body: 'Welcome to nginx' };
    expect(await statesOf()).toMatchObject({ site: 'bad' });
    answer = { status: 200, body: '{"status":"ok"}' };
  });

  it('says when nothing runs, the name leads nowhere, or there is no certificate', async () => {
    expect(await statesOf({ port: 1, siteUrl: 'http://127.0.0.1:1' })).toMatchObject({
      program: 'bad',
      site: 'bad',
      websocket: 'bad',
    });
    expect(await statesOf({ siteUrl: 'https://studio.invalid' })).toMatchObject({
      name: 'bad',
      certificate: 'bad',
    });
    expect(await statesOf({ siteUrl: `https://127.0.0.1:${port}` })).toMatchObject({ certificate: 'bad' });
  });
});
