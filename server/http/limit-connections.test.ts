import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createDescriptorLimit } from './descriptor-limit.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';
import { createConnectionLimit, type LimitReason } from './limit-connections.ts';
import { openConnectionLimit } from './open-connection-limit.ts';

const clients = new Set<Socket>();
let httpServer: HttpServer | undefined;
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients.clear();
  await httpServer?.close();
});

async function listen(options: Parameters<typeof createConnectionLimit>[0]) {
  const limit = createConnectionLimit(options);
  httpServer = createHttpServer({
    connectionLimit: limit,
    findReady: () => undefined,
    handle: (request, response) => void response.end(`took ${request.url}`),
  });
  return { limit, port: await httpServer.listen(0, '127.0.0.1') };
}

/** A client at a chosen loopback address; resolves with what it receives until the text arrives or it is cut. */
function open(port: number, localAddress = '127.0.0.1') {
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
    socket,
    ask: () => void socket.write('GET /page HTTP/1.1\r\nhost: studio.test\r\n\r\n'),
    received: () => received,
    isClosed: () => isClosed,
  };
}

describe('open connections', () => {
  it('of one address are limited; others get in, and so does it when one of its own has closed', async () => {
    const reasons: LimitReason[] = [];
    const { limit, port } = await listen({ maxPerAddress: 3, onLimit: (reason) => reasons.push(reason) });
    const first = Array.from({ length: 3 }, () => open(port));
    await expect.poll(() => limit.open).toBe(3);
    const tooMany = open(port);
    tooMany.ask();
    await expect.poll(tooMany.isClosed).toBe(true);
    expect(tooMany.received()).toMatch(
      /^HTTP\/1\.1 429 Too Many Requests\r\n[\s\S]*retry-after: 5\r\n[\s\S]*from your network/,
    );
    expect(reasons).toEqual(['address']);

    const other = open(port, '127.0.0.2');
    other.ask();
    await expect.poll(other.received).toContain('took /page');
    first[0]?.socket.destroy();
    await expect.poll(() => limit.open).toBe(3);
    const again = open(port);
    again.ask();
    await expect.poll(again.received).toContain('took /page');
  });

  it('of proxies are not limited by address', async () => {
    const { limit, port } = await listen({
      maxPerAddress: 1,
      isExempt: (address) => address === '127.0.0.1',
    });
    const all = Array.from({ length: 5 }, () => open(port));
    for (const one of all) one.ask();
    for (const one of all) await expect.poll(one.received).toContain('took /page');
    expect(limit.open).toBe(5);
  });

  it('are limited in all, by a limit that may change while the program runs', async () => {
    let maxInAll = 2;
    const { limit, port } = await listen({ maxPerAddress: 100, maxInAll: () => maxInAll });
    open(port, '127.0.0.2');
    open(port, '127.0.0.3');
    await expect.poll(() => limit.open).toBe(2);
    const tooMany = open(port, '127.0.0.4');
    await expect.poll(tooMany.isClosed).toBe(true);
    expect(tooMany.received()).toContain('503 Service Unavailable');
    maxInAll = 3;
    const next = open(port, '127.0.0.4');
    next.ask();
    await expect.poll(next.received).toContain('took /page');
  });

  it.each([
    [1024, 512],
    [20, 16],
    [1_048_576, 1_044_480],
  ])('with at most %i open files are limited to %i', (openFiles, max) => {
    const line = `Max open files            ${openFiles}               1048576              files`;
    expect(createDescriptorLimit(() => line)()).toBe(max);
  });

  it('count a whole IPv6 network as one address, trusted proxies and this machine not at all', () => {
    const lines: string[] = [];
    const log = { warn: (line: string) => lines.push(line) } as never;
    const limit = openConnectionLimit(
      { maxConnectionsPerAddress: 1, trustedProxies: { addresses: ['10.0.0.0/8'] } },
      log,
    );
    const taken: string[] = [];
    const server = new FakeServer((address) => taken.push(address));
    limit.guard(server as never, { isTls: true });
    for (const address of [
      '2001:db8::1',
      '2001:db8::2',
      '2001:db8:0:1::1',
      '10.0.0.1',
      '10.0.0.1',
      '::1',
      '::1',
    ])
      server.connect(address);
    expect(taken).toEqual(['2001:db8::1', '2001:db8:0:1::1', '10.0.0.1', '10.0.0.1', '::1', '::1']);
    server.connect('2001:db8::3');
    // Said once, not for each of them.
    expect(lines).toHaveLength(1);
  });

  it('that send their head a byte at a time are ended with 408 in bounded time', async () => {
    const { port } = await listen({ maxPerAddress: 10 });
    const slow = open(port);
    slow.socket.write('GET /page HTTP/1.1\r\nx-slow: ');
    const beganMs = performance.now();
    const dribbling = setInterval(() => slow.socket.write('x'), 500);
    slow.socket.once('close', () => clearInterval(dribbling));
    await expect.poll(slow.isClosed, { interval: 100 }).toBe(true);
    expect(slow.received()).toMatch(/^HTTP\/1\.1 408 /);
    console.log(
      `a head that never ends: closed after ${((performance.now() - beganMs) / 1000).toFixed(1)} s`,
    );
  });
});

class FakeServer {
  #listener: (socket: object) => void;
  constructor(taken: (address: string) => void) {
    this.#listener = ({ remoteAddress }: { remoteAddress?: string }) => taken(remoteAddress ?? '');
  }
  listeners() {
    return [this.#listener];
  }
  removeAllListeners() {
    return this;
  }
  on(_event: string, listener: (socket: object) => void) {
    this.#listener = listener;
  }
  connect(remoteAddress: string) {
    this.#listener({ remoteAddress, once: () => undefined, destroy: () => undefined });
  }
}
