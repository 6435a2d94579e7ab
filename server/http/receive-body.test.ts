// Bodies on real sockets: what is too large, too many, too deep or too slow never reaches a route.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type BodiesInFlight, createBodiesInFlight, inFlightLimits } from './bodies-in-flight.ts';
import { bodyLimitOf } from './body-limits.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';

let httpServer: HttpServer | undefined;
let inFlight: BodiesInFlight;
let handled: string[] = [];
let port = 0;
const clients = new Set<Socket>();

async function start(limits: Partial<typeof inFlightLimits> = {}): Promise<void> {
  handled = [];
  inFlight = createBodiesInFlight({ ...inFlightLimits, ...limits });
  httpServer = createHttpServer({
    findReady: () => undefined,
    inFlight,
    handle(request, response) {
      const { rawBody = Buffer.alloc(0) } = request as { rawBody?: Buffer };
      handled.push(`${request.method} ${request.url} ${rawBody.length}`);
      response.end(`took ${rawBody.length}`);
    },
  });
  port = await httpServer.listen(0, '127.0.0.1');
}

afterEach(async () => {
  for (const client of clients) client.destroy();
  clients.clear();
  await httpServer?.close();
});

function open(localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  clients.add(socket);
  let received = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      isClosed = true;
    });
  return {
    send: (text: string | Buffer) => void socket.write(text),
    end: () => void socket.end(),
    received: () => received,
    /** The first answer, head and body; "closed" when there is none. */
    async answer(): Promise<string> {
      await expect.poll(() => isClosed || /\r\n\r\n[\s\S]/.test(received)).toBe(true);
      return received || 'closed';
    },
  };
}

const head = (path: string, ...lines: string[]) =>
  `${[`POST ${path} HTTP/1.1`, 'Host: a', ...lines].join('\r\n')}\r\n\r\n`;
const form = 'Content-Type: application/x-www-form-urlencoded';
const json = 'Content-Type: application/json';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

async function post(path: string, type: string, body: string | Buffer, ...lines: string[]): Promise<string> {
  const client = open();
  client.send(head(path, type, `Content-Length: ${Buffer.byteLength(body)}`, ...lines));
  client.send(body);
  return client.answer();
}

describe('a body', () => {
  it('reaches its route whole, however it is cut', async () => {
    await start();
    const text = `message=${'x'.repeat(40_000)}`;
    expect(await post('/contact', form, text)).toContain(`took ${text.length}`);
    const client = open();
    client.send(head('/contact', form, 'Transfer-Encoding: chunked'));
    client.send(`${[...text].map(chunk).join('')}0\r\n\r\n`);
    expect(await client.answer()).toContain(`took ${text.length}`);
    await expect.poll(() => inFlight.bytes).toBe(0);
  });

  it('is answered with 413 as soon as it is known to be too large, announced or not', async () => {
    await start();
    const announced = open();
    announced.send(head('/contact', form, 'Content-Length: 300000000'));
    expect(await announced.answer()).toMatch(/^HTTP\/1\.1 413 .*"code":"too_large".*256 kB/s);
    const chunked = open();
    chunked.send(head('/api/contact', json, 'Transfer-Encoding: chunked'));
    for (let sent = 0; sent < 5; sent += 1) chunked.send(chunk(' '.repeat(60_000)));
    expect(await chunked.answer()).toMatch(/^HTTP\/1\.1 413 /);
    expect(handled).toEqual([]);
    expect(inFlight.bytes).toBe(0);
  });

  it('is not asked for when it would be too large', async () => {
    await start();
    const large = open();
    large.send(head('/contact', form, 'Content-Length: 300000', 'Expect: 100-continue'));
    expect(await large.answer()).toMatch(/^HTTP\/1\.1 413 /);
    const small = open();
    small.send(head('/contact', form, 'Content-Length: 3', 'Expect: 100-continue'));
    await expect.poll(() => small.received()).toContain('100 Continue');
    small.send('a=b');
    await expect.poll(() => small.received()).toContain('took 3');
  });

  it.each([
    ['too many fields', form, '&a='.repeat(1001), 413, 'too_many_fields'],
    [
      'too many parts',
      'Content-Type: multipart/form-data; boundary=b',
      `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(120),
      413,
      'too_many_fields',
    ],
    ['JSON that is too deep', json, '['.repeat(200), 400, 'too_deep'],
    ['JSON of too many values', json, `[${'{},'.repeat(15_000)}1]`, 413, 'too_many_values'],
    ['a compressed body', `${json}\r\nContent-Encoding: gzip`, gzipSync('{}'), 415, 'compressed_body'],
  ])('with %s never reaches its route', async (_what, type, body, status, code) => {
    await start();
    const answer = await post('/api/contact', type, body);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(`"code":"${code}"`);
    expect(handled).toEqual([]);
  });

  it('of which less comes than was announced never reaches its route', async () => {
    await start();
    const client = open();
    client.send(`${head('/contact', form, 'Content-Length: 100')}a=b`);
    client.end();
    await sleep(100);
    expect(handled).toEqual([]);
    expect(inFlight.bytes).toBe(0);
  });

  it('that trickles is ended with 408', async () => {
    await start({ graceMs: 200, sweepMs: 50 });
    const client = open();
    client.send(`${head('/contact', form, 'Content-Length: 100')}a=b`);
    expect(await client.answer()).toMatch(/^HTTP\/1\.1 408 .*"code":"too_slow"/s);
    expect(handled).toEqual([]);
    expect(inFlight.bytes).toBe(0);
  });
});

it('a thousand slow senders of one address neither fill the memory nor keep another from sending', async () => {
  await start({ maxBytes: 1_000_000 });
  const slow = Array.from({ length: 300 }, () => {
    const client = open('127.0.0.2');
    client.send(`${head('/contact', form, 'Content-Length: 20000')}${'a'.repeat(10_000)}`);
    return client;
  });
  await expect
    .poll(() => slow.filter((client) => client.received().includes('503')).length)
    .toBeGreaterThan(190);
  expect(inFlight.bytes).toBeLessThanOrEqual(1_000_000);
  expect(await post('/contact', form, 'a'.repeat(50_000))).toContain('took 50000');
});

it('each route has its limit', () => {
  expect(bodyLimitOf('POST', '/contact')).toMatchObject({ kind: 'memory', maxBytes: 262_144 });
  expect(bodyLimitOf('POST', '/auth/v1/token')).toMatchObject({ kind: 'memory', maxBytes: 1_048_576 });
  expect(bodyLimitOf('POST', '/rest/v1/classes')).toMatchObject({ kind: 'memory', maxBytes: 20_000_000 });
  expect(bodyLimitOf('POST', '/storage/v1/object/list/pictures')).toMatchObject({ kind: 'memory' });
  expect(bodyLimitOf('POST', '/storage/v1/object/upload/sign/pictures/a.png').kind).toBe('memory');
  expect(bodyLimitOf('PUT', '/storage/v1/object/upload/sign/pictures/a.png').kind).toBe('stream');
  expect(bodyLimitOf('POST', '/storage/v1/object/pictures/a.png').kind).toBe('stream');
  expect(bodyLimitOf('DELETE', '/storage/v1/object/pictures').kind).toBe('memory');
  expect(bodyLimitOf('PATCH', '/storage/v1/upload/resumable/a').kind).toBe('stream');
  expect(bodyLimitOf('POST', '/functions/v1/calendar').kind).toBe('stream');
  expect(bodyLimitOf('POST', '/api/radio/tracks').kind).toBe('stream');
  expect(bodyLimitOf('POST', '/api/radio/requests')).toMatchObject({ kind: 'memory', maxBytes: 262_144 });
  expect(bodyLimitOf('POST', '/api/payments/stripe')).toMatchObject({ kind: 'memory', maxBytes: 524_288 });
});
