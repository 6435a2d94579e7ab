import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttpServer, type HttpServer } from './http-server.ts';
import type { ReadyAnswer, ReadyRequest } from './ready-answer.ts';

const variant = (body: string, ...headers: string[]) => ({
  headers: ['content-type', 'text/plain', 'etag', '"one"', 'content-length', String(body.length), ...headers],
  body: Buffer.from(body),
});
const ready: ReadyAnswer = {
  etag: '"one"',
  variants: {
    identity: variant('plain water'),
    br: variant('small', 'content-encoding', 'br'),
    gzip: variant('zipped', 'content-encoding', 'gzip'),
  },
};
const large: ReadyAnswer = {
  etag: '"large"',
  variants: {
    identity: variant('x'.repeat(200_000)),
    br: variant('x'.repeat(200_000)),
    gzip: variant('x'.repeat(200_000)),
  },
};

let httpServer: HttpServer;
let port: number;
let asked: ReadyRequest[];
const clients = new Set<Socket>();

beforeEach(async () => {
  asked = [];
  httpServer = createHttpServer({
    findReady(request) {
      asked.push(request);
      if (request.headers.cookie?.includes('session')) return undefined;
      return request.url === '/ready' ? ready : request.url === '/large' ? large : undefined;
    },
    async handle(request, response) {
      if (request.url === '/slow') await sleep(200);
      const { rawBody = '' } = request as { rawBody?: Buffer };
      response.end(`${request.method} ${request.url} ${rawBody}`);
    },
    upgrade: (_request, socket, head) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n\r\nheard ${head}`);
      socket.on('data', (chunk) => socket.write(`echo ${chunk}`)).on('end', () => socket.end());
    },
  });
  port = await httpServer.listen(0, '127.0.0.1');
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  clients.clear();
  await httpServer.close();
});

function open() {
  const socket = connect(port, '127.0.0.1');
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
  const until = async (isThere: () => boolean) => {
    const deadline = Date.now() + 20_000;
    while (!isThere()) {
      if (Date.now() > deadline) throw new Error(`Nothing more came after:\n${received}`);
      await sleep(5);
    }
    return received;
  };
  return {
    socket,
    send: (text: string) => socket.write(text),
    /** Waits for the text and forgets everything up to it. */
    async expect(text: string) {
      const all = await until(() => received.includes(text));
      const end = all.indexOf(text) + text.length;
      received = all.slice(end);
      return all.slice(0, end);
    },
    closed: () => until(() => isClosed),
  };
}

const get = (url: string, ...lines: string[]) =>
  `${[`GET ${url} HTTP/1.1`, 'Host: studio.test', ...lines].join('\r\n')}\r\n\r\n`;

describe('ready answers', () => {
  it('come one after the other on the same connection', async () => {
    const client = open();
    for (let round = 0; round < 3; round++) {
      const sentMs = Date.now();
      client.send(get('/ready'));
      const answer = await client.expect('plain water');
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(answer).toContain('\r\ncontent-length: 11\r\n');
      expect(answer).toContain('\r\nkeep-alive: timeout=65\r\n');
      const dateMs = Date.parse(/\r\ndate: (.*)\r\n/.exec(answer)?.[1] ?? '');
      // Whole seconds, written once a second.
      expect(dateMs).toBeGreaterThan(sentMs - 3000);
      expect(dateMs).toBeLessThanOrEqual(Date.now());
    }
  });

  it('come in the encoding that the client takes', async () => {
    const client = open();
    client.send(get('/ready', 'Accept-Encoding: gzip, deflate, br'));
    expect(await client.expect('small')).toContain('content-encoding: br');
    client.send(get('/ready', 'Accept-Encoding: gzip'));
    expect(await client.expect('zipped')).toContain('content-encoding: gzip');
  });

  it('are not sent again to a client that has them', async () => {
    const client = open();
    client.send(get('/ready', 'If-None-Match: "one"'));
    const answer = await client.expect('\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n/);
    expect(answer).not.toContain('content-length');
    client.send(get('/ready', 'If-None-Match: "older"'));
    expect(await client.expect('plain water')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('depend on who asks', async () => {
    const client = open();
    client.send(get('/ready', 'Cookie: session=1'));
    await client.expect('GET /ready ');
    expect(asked[0]?.headers.cookie).toBe('session=1');
  });

  it('are the same to HEAD, without the body', async () => {
    const client = open();
    client.send(get('/ready').replace('GET', 'HEAD'));
    expect(await client.expect('\r\n\r\n')).toContain('content-length: 11');
    client.send(get('/other'));
    expect(await client.expect('GET /other ')).not.toContain('plain water');
  });
});

describe('a connection that asks for more than ready answers', () => {
  it('goes on with everything it sent, and still gets ready answers', async () => {
    const client = open();
    client.send(get('/ready'));
    await client.expect('plain water');
    client.send('POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nname=');
    await sleep(20);
    client.send('onda');
    await client.expect('POST /form name=onda');
    client.send(get('/ready'));
    await client.expect('plain water');
  });

  it('may send a request in chunks', async () => {
    const client = open();
    for (const chunk of get('/ready', 'Accept: */*').match(/[\s\S]{1,9}/g) ?? []) {
      client.send(chunk);
      await sleep(2);
    }
    await client.expect('plain water');
  });

  it('may send several requests at once and gets the answers in order', async () => {
    const client = open();
    client.send(get('/ready') + get('/slow') + get('/ready') + get('/other'));
    await client.expect('plain water');
    await client.expect('GET /slow ');
    await client.expect('plain water');
    await client.expect('GET /other ');
  });

  it('may change over to WebSockets', async () => {
    const client = open();
    client.send(get('/ready'));
    await client.expect('plain water');
    client.send(`${get('/socket', 'Connection: Upgrade', 'Upgrade: websocket')}early`);
    await client.expect('heard early');
    client.send('later');
    await client.expect('echo later');
    client.socket.destroy();
  });

  it('is answered in HTTP when it offers a protocol that is not spoken here', async () => {
    const client = open();
    client.send(get('/socket', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: x'));
    await client.expect('GET /socket ');
  });

  it('is rejected when it does not speak HTTP', async () => {
    const client = open();
    client.send('GET /ready HTTP/1.1\r\nHost : a\r\n\r\n');
    expect(await client.closed()).toContain('400 Bad Request');
  });

  it('is closed after its answer when it asks for that', async () => {
    const client = open();
    client.send(get('/ready', 'Connection: close'));
    expect(await client.closed()).toContain('plain water');
  });

  it('is answered although it has nothing more to say', async () => {
    const client = open();
    client.socket.end(get('/ready'));
    expect(await client.closed()).toContain('plain water');
  });
});

it('a client that does not read is not answered into the void', async () => {
  const client = open();
  client.socket.pause();
  for (let i = 0; i < 200; i++) {
    client.send(get('/large'));
    await sleep(1);
  }
  const answeredMeanwhile = asked.length;
  expect(answeredMeanwhile).toBeLessThan(100);
  client.socket.resume();
  for (let i = 0; i < 200; i++) await client.expect('x'.repeat(200_000));
});

it('the server closes at once when its connections are idle, and otherwise after running requests are answered', async () => {
  const resting = open();
  resting.send(get('/ready'));
  await resting.expect('plain water');
  const running = open();
  running.send(get('/slow'));
  await sleep(50);
  const cut = vi.spyOn(httpServer.server, 'closeAllConnections');
  await httpServer.close();
  // What is still open when the time for it is over is cut; here nothing was.
  expect(cut).not.toHaveBeenCalled();
  await resting.closed();
  expect(await running.closed()).toContain('GET /slow');
});

it('a connection opened before the server closes may still send its first request', async () => {
  const opened = open();
  const resting = open();
  resting.send(get('/ready'));
  await resting.expect('plain water');
  const closing = httpServer.close();
  await resting.closed();
  opened.send('POST /book HTTP/1.1\r\nHost: studio.test\r\nContent-Length: 5\r\n\r\nhello');
  const answer = await opened.closed();
  expect(answer).toContain('POST /book hello');
  expect(answer).toMatch(/connection: close/i);
  await closing;
});

it('connections that the server has not accepted yet when it closes are answered, and no later ones', async () => {
  const early = Array.from({ length: 40 }, open);
  early.forEach((client, index) => {
    client.send(index % 2 ? get('/ready') : 'POST /book HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx');
  });
  // Node connects in the next tick; accepting them would take another turn of the event loop.
  await new Promise((resolve) => process.nextTick(resolve));
  const closing = httpServer.close();
  const answers = await Promise.all(early.map((client) => client.closed()));
  expect(answers.filter((answer) => /^HTTP\/1\.1 200 OK/.test(answer))).toHaveLength(40);
  await closing;
  expect(await open().closed()).toBe('');
});

it('an idle connection does not delay closing the server', async () => {
  const silent = open();
  await sleep(50);
  const cut = vi.spyOn(httpServer.server, 'closeAllConnections');
  await httpServer.close();
  expect(cut).not.toHaveBeenCalled();
  await silent.closed();
});
