// The HTTP server with TLS of its own: HTTP/1.1 with the limits of plain HTTP.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { createTestAuthority, type TestAuthority } from '../testing/test-certificates.ts';
import { type Certificates, openCertificateFiles } from '../tls/certificate-files.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';

const body = Buffer.from('ready bytes');
const variant = { headers: ['content-type', 'text/plain', 'content-length', '11'], body };
const ready = { etag: '"one"', variants: { identity: variant, br: variant, gzip: variant } };
const log = { info: () => undefined, error: (facts: unknown) => void faults.push(facts) };

let faults: unknown[] = [];
let authority: TestAuthority;
let folder: string;
let certificates: Certificates;
let httpServer: HttpServer;
let port: number;
const sockets = new WebSocketServer({ noServer: true });
const endless = new Set<Socket>();

const writePair = async ({ cert, key }: { cert: string; key: string }) => {
  await writeFile(join(folder, 'key.pem'), key);
  await writeFile(join(folder, 'cert.pem'), cert);
};

beforeAll(async () => {
  authority = await createTestAuthority();
  folder = await mkdtemp(join(tmpdir(), 'onda-tls-'));
  await writePair(await authority.issue(['studio.test']));
  certificates = await openCertificateFiles({
    certFile: join(folder, 'cert.pem'),
    keyFile: join(folder, 'key.pem'),
    host: 'studio.test',
    log,
    checkMs: 20,
  });
  httpServer = createHttpServer({
    certificates,
    findReady: ({ url }) => (url === '/ready' ? ready : undefined),
    claim: (head) =>
      head.startsWith('GET /endless ')
        ? (socket) => {
            endless.add(socket);
            socket.once('close', () => endless.delete(socket));
            socket.write('HTTP/1.1 200 OK\r\ncontent-type: audio/mpeg\r\nconnection: close\r\n\r\nfirst');
          }
        : undefined,
    handle(incoming, response) {
      const { rawBody = '' } = incoming as { rawBody?: Buffer };
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.end(
        JSON.stringify({
          method: incoming.method,
          url: incoming.url,
          host: incoming.headers.host,
          cookie: incoming.headers.cookie,
          address: incoming.socket.remoteAddress,
          isEncrypted: (incoming.socket as Partial<TLSSocket>).encrypted,
          body: rawBody.toString(),
        }),
      );
    },
    upgrade: (incoming, stream, head) =>
      sockets.handleUpgrade(incoming, stream, head, (socket) =>
        socket.on('message', (text) => socket.send(text)),
      ),
  });
  port = await httpServer.listen(0, '127.0.0.1');
});

afterAll(async () => {
  certificates.close();
  await httpServer.close();
  await rm(folder, { recursive: true });
});

const trust = () => ({ ca: authority.root, servername: 'studio.test' });

function overHttp1(path: string): Promise<{ status?: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ ...trust(), host: '127.0.0.1', port, path, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text });
    });
    asked.on('error', reject).end();
  });
}

describe('HTTP/1.1 over TLS', () => {
  it('gets ready bytes, pages with the visitor’s address, and websockets', async () => {
    expect(await overHttp1('/ready')).toEqual({ status: 200, text: 'ready bytes' });
    const page = JSON.parse((await overHttp1('/page?a=b')).text);
    expect(page).toMatchObject({ method: 'GET', url: '/page?a=b', address: '127.0.0.1', isEncrypted: true });
    const socket = new WebSocket(`wss://127.0.0.1:${port}/socket`, trust());
    await once(socket, 'open');
    socket.send('hello');
    expect(String((await once(socket, 'message'))[0])).toBe('hello');
    socket.terminate();
  });

  it('serves an endless answer on the bare socket', async () => {
    const socket = connect({ ...trust(), host: '127.0.0.1', port, ALPNProtocols: ['http/1.1'] });
    socket.write('GET /endless HTTP/1.1\r\nhost: studio.test\r\n\r\n');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    await expect.poll(() => text).toContain('first');
    for (const one of endless) one.write(' second');
    await expect.poll(() => text).toContain('first second');
    socket.destroy();
    await expect.poll(() => endless.size).toBe(0);
  });
});

describe('a client that offers HTTP/2', () => {
  const choose = async (...ALPNProtocols: string[]) => {
    const socket = connect({ ...trust(), host: '127.0.0.1', port, ALPNProtocols });
    await once(socket, 'secureConnect');
    socket.destroy();
    return socket.alpnProtocol;
  };

  it('speaks HTTP/1.1, and nothing when it speaks only HTTP/2', async () => {
    expect(await choose('h2', 'http/1.1')).toBe('http/1.1');
    expect(await choose('http/1.1', 'h2')).toBe('http/1.1');
    expect(await choose()).toBe(false);
    for (const protocols of [['h2'], ['h2c'], ['h3', 'h2'], ['spdy/3.1'], ['acme-tls/1', 'h2']])
      await expect(choose(...protocols)).rejects.toThrow(/no application protocol/);
  });
});

describe('a certificate that changes', () => {
  const served = async () => {
    const socket = connect({ ...trust(), host: '127.0.0.1', port });
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };

  it('is served without a restart, and a bad one never replaces a good one', async () => {
    const before = await served();
    await writePair(await authority.issue(['studio.test']));
    await expect.poll(served).not.toBe(before);
    const good = await served();
    faults = [];
    await writePair(await authority.issue(['elsewhere.test']));
    await expect.poll(() => JSON.stringify(faults)).toContain('is not for studio.test');
    const { length } = faults;
    await sleep(100);
    expect(faults).toHaveLength(length);
    expect(await served()).toBe(good);
  });

  it('stops the start when it cannot be used, with a sentence that says why', async () => {
    const open = () =>
      openCertificateFiles({
        certFile: join(folder, 'cert.pem'),
        keyFile: join(folder, 'key.pem'),
        host: 'studio.test',
        log,
      }).then(({ close }) => close());
    const [one, other] = [await authority.issue(['studio.test']), await authority.issue(['studio.test'])];
    await writePair({ cert: one.cert, key: other.key });
    await expect(open()).rejects.toThrow(/key\.pem is not the key of the certificate in \S+cert\.pem\.$/);
    await writePair({ cert: one.cert, key: 'nothing' });
    await expect(open()).rejects.toThrow(/key\.pem is not a private key in PEM format/);
    await writePair({ cert: 'nothing', key: one.key });
    await expect(open()).rejects.toThrow(/cert\.pem is not a certificate in PEM format/);
    await writePair(await authority.issue(['studio.test'], { fromDays: -20, days: 10 }));
    await expect(open()).rejects.toThrow(/expired on \d{4}-\d\d-\d\d/);
    await writePair(await authority.issue(['studio.test'], { fromDays: 5, days: 10 }));
    await expect(open()).rejects.toThrow(/not valid before \d{4}-\d\d-\d\d/);
    await rm(join(folder, 'cert.pem'));
    await expect(open()).rejects.toThrow(/cert\.pem cannot be read \(it does not exist\)\.$/);
  });
});
