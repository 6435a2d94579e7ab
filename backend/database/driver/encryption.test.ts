// Encrypted connections, to a server with a certificate that nobody signed.
import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openSql } from './open-sql.ts';
import { readTarget } from './read-target.ts';

const SSL_REQUEST_BYTES = 8;
let database: TestDatabase;
let server: ReturnType<typeof createServer>;
const sockets = new Set<Socket>();
let encrypted = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  const target = new URL(database.url);
  const secureContext = createSecureContext(await makeCertificate());
  // As PostgreSQL does it: asked for encryption it says yes, and the handshake follows on the same socket.
  server = createServer((client) => {
    sockets.add(client.on('error', () => undefined));
    client.once('readable', () => {
      client.read(SSL_REQUEST_BYTES);
      client.write('S');
      const secure = new TLSSocket(client, { isServer: true, secureContext }).on('error', () => undefined);
      secure.once('secure', () => {
        encrypted += 1;
        const upstream = connect(Number(target.port), target.hostname).on('error', () => undefined);
        sockets.add(upstream);
        secure.pipe(upstream).pipe(secure);
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server?.close();
  await database?.drop();
});

function urlWith(sslmode: string): string {
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  url.searchParams.set('sslmode', sslmode);
  return url.href;
}

it('takes any certificate with sslmode=require', async () => {
  const sql = openSql(urlWith('require'), { max: 1 });
  expect(await sql`select ${'x'.repeat(100_000)}::text as text`).toEqual([{ text: 'x'.repeat(100_000) }]);
  expect(encrypted).toBeGreaterThan(0);
  await sql.end();
});

it('rejects a certificate that nobody signed with sslmode=verify-full, before it sends the password', async () => {
  const sql = openSql(urlWith('verify-full'), { max: 1 });
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  await expect(sql.listen('news', () => undefined)).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  await sql.end();
});

it('rejects a server without encryption when the URL wants it', async () => {
  const url = new URL(database.url);
  url.searchParams.set('sslmode', 'require');
  const sql = openSql(url.href, { max: 1 });
  await expect(sql`select 1`).rejects.toThrow('does not offer encryption');
  await sql.end();
});

it('reads from the URL which certificates are checked', () => {
  const modeOf = (search: string) => readTarget(`postgres://me@db.example/studio${search}`).target.tls;
  expect(['', '?sslmode=disable', '?ssl=false'].map(modeOf)).toEqual([false, false, false]);
  expect(['?sslmode=allow', '?sslmode=prefer', '?sslmode=require'].map(modeOf)).toEqual(
    Array(3).fill('require'),
  );
  expect(
    ['?sslmode=verify-ca', '?sslmode=verify-full', '?ssl=true', '?sslrootcert=system'].map(modeOf),
  ).toEqual(Array(4).fill('verify'));
});

async function makeCertificate(): Promise<{ cert: string; key: string }> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=127.0.0.1',
    signingAlgorithm: algorithm,
    keys: keys as CryptoKeyPair,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----`,
  };
}
