// The HTTP server with TLS of its own: HTTP/1.1 and HTTP/2 on one port, both with the limits of plain HTTP.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
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

async function overHttp2(
  headers: Record<string, string | string[]>,
  { payload, isWhole = true }: { payload?: string; isWhole?: boolean } = {},
): Promise<{ headers: IncomingHttpHeaders; text: string }> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, {
    ...trust(),
    maxSendHeaderBlockLength: 2 ** 18,
  });
  try {
    const stream = session.request(
      { ':authority': 'studio.test', ...headers },
      { endStream: payload === undefined },
    );
    if (payload !== undefined) stream.write(payload);
    if (payload !== undefined && isWhole) stream.end();
    const [answer] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    let text = '';
    for await (const chunk of stream) text += chunk;
    return { headers: answer, text };
  } finally {
    session.destroy();
  }
}

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

describe('HTTP/2', () => {
  it('gets ready bytes and pages as HTTP/1.1 does, with cookies joined and the visitor’s address', async () => {
    const answer = await overHttp2({ ':path': '/ready' });
    expect(answer.headers).toMatchObject({ ':status': 200, 'content-type': 'text/plain' });
    expect(answer.headers).not.toHaveProperty('connection');
    expect(answer.text).toBe('ready bytes');
    const page = await overHttp2({ ':path': '/page', cookie: ['one=1', 'two=2'] });
    expect(page.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(JSON.parse(page.text)).toMatchObject({
      url: '/page',
      host: 'studio.test',
      cookie: 'one=1; two=2',
      address: '127.0.0.1',
      isEncrypted: true,
    });
  });

  it('takes bodies within the limits of HTTP/1.1, with and without an announced length', async () => {
    const form = { ':method': 'POST', ':path': '/form', 'content-type': 'application/x-www-form-urlencoded' };
    expect(JSON.parse((await overHttp2(form, { payload: 'a=b' })).text).body).toBe('a=b');
    const announced = await overHttp2({ ...form, 'content-length': '3' }, { payload: 'a=b' });
    expect(JSON.parse(announced.text).body).toBe('a=b');
    const large = await overHttp2({ ...form, 'content-length': '9000000' }, { payload: 'a', isWhole: false });
    expect(large.headers[':status']).toBe(413);
  });

  it('returns an error for too many cookies, and rejects two hosts, odd targets and CONNECT', async () => {
    const cookie = `a=${'x'.repeat(70_000)}`;
    expect((await overHttp2({ ':path': '/page', cookie })).headers[':status']).toBe(431);
    expect((await overHttp2({ ':path': '/page', host: 'other.test' })).headers[':status']).toBe(400);
    expect((await overHttp2({ ':method': 'CONNECT' })).headers[':status']).toBe(405);
    for (const target of ['page', '/two words', 'https://other.test/page'])
      await expect(overHttp2({ ':path': target })).rejects.toThrow('PROTOCOL_ERROR');
  });

  it('plays an endless answer, and notices when its listener leaves', async () => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, trust());
    const stream = session.request({ ':path': '/endless', ':authority': 'studio.test' });
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
    });
    await expect.poll(() => text).toBe('first');
    for (const one of endless) one.write(' second');
    await expect.poll(() => text).toBe('first second');
    stream.close();
    await expect.poll(() => endless.size).toBe(0);
    session.destroy();
  });

  it('answers many streams of one connection', async () => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, trust());
    const texts = await Promise.all(
      Array.from({ length: 80 }, async (_, index) => {
        const stream = session.request({ ':path': `/page/${index}`, ':authority': 'studio.test' });
        let text = '';
        for await (const chunk of stream) text += chunk;
        return (JSON.parse(text) as { url: string }).url;
      }),
    );
    expect(texts).toEqual(Array.from({ length: 80 }, (_, index) => `/page/${index}`));
    session.destroy();
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
