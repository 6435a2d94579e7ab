// Heads that no browser sends, on real sockets: each gets its answer, none is read as anything else than it is.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStreamRequest } from '../radio/stream-request.ts';
import { createHttpServer, type HttpServer, MAX_HEAD_BYTES } from './http-server.ts';

let httpServer: HttpServer;
let port = 0;
let handled: string[] = [];
const clients = new Set<Socket>();

beforeAll(async () => {
  httpServer = createHttpServer({
    findReady: () => undefined,
    cookies: { siteUrl: 'https://studio.test', domain: 'studio.test' },
    handle(request, response) {
      const { rawBody = '' } = request as { rawBody?: Buffer };
      handled.push(`${request.method} ${request.url}`);
      response.end(`took ${request.method} ${request.url} ${rawBody}.`);
    },
  });
  port = await httpServer.listen(0, '127.0.0.1');
});
afterAll(async () => {
  for (const client of clients) client.destroy();
  await httpServer.close();
});

/** Everything that comes back until the connection closes or nothing more comes. */
async function send(...chunks: string[]): Promise<string> {
  handled = [];
  const socket = connect(port, '127.0.0.1');
  clients.add(socket);
  let received = '';
  return new Promise((resolve) => {
    let quiet: NodeJS.Timeout | undefined;
    const done = () => {
      clearTimeout(quiet);
      socket.destroy();
      resolve(received);
    };
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(done, 150);
    });
    socket.on('error', done).on('close', done);
    for (const chunk of chunks) socket.write(Buffer.from(chunk, 'latin1'));
  });
}

const head = (line: string, ...lines: string[]) =>
  `${[line, 'Host: studio.test', ...lines].join('\r\n')}\r\n\r\n`;
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

describe('a request that could be read in two ways', () => {
  it.each([
    [
      'a length and chunks',
      `${head('POST /a HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n`,
    ],
    ['two lengths', `${head('POST /a HTTP/1.1', 'Content-Length: 5', 'Content-Length: 6')}hello`],
    ['a list of lengths', `${head('POST /a HTTP/1.1', 'Content-Length: 5, 5')}hello`],
    ['a length with a sign', `${head('POST /a HTTP/1.1', 'Content-Length: +5')}hello`],
    ['a length that is none', head('POST /a HTTP/1.1', 'Content-Length: x')],
    [
      'chunks that are not the last coding',
      `${head('POST /a HTTP/1.1', 'Transfer-Encoding: chunked, gzip')}0\r\n\r\n`,
    ],
    ['another coding', head('POST /a HTTP/1.1', 'Transfer-Encoding: gzip')],
    ['a hidden coding', `${head('POST /a HTTP/1.1', 'Transfer-Encoding : chunked')}0\r\n\r\n`],
    [
      'a chunk without a size',
      `${head('POST /a HTTP/1.1', 'Transfer-Encoding: chunked')}x\r\nhello\r\n0\r\n\r\n`,
    ],
    ['a folded line', head('POST /a HTTP/1.1', 'Content-Length: 5', ' 6')],
    ['a bare line feed', 'GET /a HTTP/1.1\nHost: studio.test\n\n'],
    ['a bare carriage return', head('GET /a HTTP/1.1', 'X: a\rContent-Length: 5')],
    ['a NUL in a header', head('GET /a HTTP/1.1', 'X: a\0b')],
    ['no host', 'GET /a HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a host that is none', 'GET /a HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['a space in the address', head('GET /a b HTTP/1.1')],
    ['no address', head('GET  HTTP/1.1')],
    ['another version', head('GET /a HTTP/3.7')],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('with %s is answered with 400 and ends its connection', async (_what, text) => {
    const answer = await send(text);
    expect(statusOf(answer)).toBe(400);
    expect(answer).toMatch(/connection: close/i);
    expect(handled.filter((what) => what !== 'POST /a')).toEqual([]);
    expect(handled.length).toBeLessThanOrEqual(1);
  });

  it('never becomes the stream of the radio', () => {
    const plain = 'GET /radio/live.mp3 HTTP/1.1\r\nHost: a\r\nUser-Agent: x\r\n';
    expect(readStreamRequest(`${plain}\r\n`)).toMatchObject({ client: 'x' });
    expect(readStreamRequest('GET /radio/live.mp3 HTTP/1.0\r\n\r\n')).toBeDefined();
    for (const line of [
      'Content-Length: 5',
      'Transfer-Encoding: chunked',
      'Upgrade: websocket',
      'Expect: 100-continue',
      'User-Agent: y',
      ' folded',
      'X: a\nY: b',
      'X : a',
    ])
      expect(readStreamRequest(`${plain}${line}\r\n\r\n`)).toBeUndefined();
  });

  it('keeps a second request inside a body a body', async () => {
    const inner = 'GET /b HTTP/1.1\r\nHost: a\r\n\r\n';
    const answer = await send(`${head('POST /a HTTP/1.1', `Content-Length: ${inner.length}`)}${inner}`);
    expect(answer).toContain('took POST /a GET /b');
    expect(handled).toEqual(['POST /a']);
  });
});

describe('an address', () => {
  it.each([
    ['a whole one, as proxies send it', 'GET http://elsewhere.test/a?b=c HTTP/1.1', 200, 'took GET /a?b=c'],
    ['a whole one without a path', 'GET https://elsewhere.test HTTP/1.1', 200, 'took GET / '],
    ['that begins with two slashes', 'GET //elsewhere.test/a HTTP/1.1', 200, 'took GET //elsewhere.test/a'],
    ['of another scheme', 'GET ftp://elsewhere.test/a HTTP/1.1', 400, '"code":"bad_address"'],
    ['* for something else than OPTIONS', 'GET * HTTP/1.1', 400, ''],
    ['* for OPTIONS', 'OPTIONS * HTTP/1.1', 204, 'allow: GET, HEAD, POST'],
    ['of 20,000 letters', `GET /${'a'.repeat(20_000)} HTTP/1.1`, 414, '"code":"address_too_long"'],
    ['for a tunnel', 'CONNECT elsewhere.test:443 HTTP/1.1', 405, 'allow: '],
  ])('%s', async (_what, line, status, text) => {
    const answer = await send(head(line));
    expect(statusOf(answer)).toBe(status);
    expect(answer).toContain(text);
  });

  it('may be asked for without a host by old programs', async () => {
    expect(await send('GET /healthz HTTP/1.0\r\n\r\n')).toContain('took GET /healthz');
  });
});

describe('a head', () => {
  const cookies = (chunks: number) =>
    `Cookie: ${Array.from({ length: chunks }, (_, index) => `sb-onda-auth-token.${index}=${'x'.repeat(3180)}`).join('; ')}`;

  it('with a session of many chunks is accepted', async () => {
    expect(await send(head('GET /dashboard HTTP/1.1', cookies(18)))).toContain('took GET /dashboard');
  });

  it('that is too large is answered with a page that gets rid of the cookies', async () => {
    const answer = await send(head('GET /dashboard HTTP/1.1', cookies(30)));
    expect(statusOf(answer)).toBe(431);
    expect(answer).toContain('content-type: text/html');
    expect(answer).toContain('<form method="post" action="/clear-cookies">');
    expect(answer).not.toContain('set-cookie');
    expect(handled).toEqual([]);
  });

  it('that is too large for an endpoint is answered in JSON', async () => {
    const answer = await send(head('GET /rest/v1/classes HTTP/1.1', cookies(30)));
    expect(statusOf(answer)).toBe(431);
    expect(answer).toContain('"code":"headers_too_large"');
  });

  it('that is too large on a connection that began with an endpoint is answered with a page', async () => {
    const answer = await send(
      head('GET /rest/v1/classes HTTP/1.1'),
      head('GET /dashboard HTTP/1.1', cookies(30)),
    );
    expect(answer).toContain('took GET /rest/v1/classes');
    expect(answer).toContain('HTTP/1.1 431');
    expect(answer).toContain('<form method="post" action="/clear-cookies">');
  });

  it.each([
    ['that fit', 3],
    ['that do not', 30],
  ])('asks to delete cookies %s, and every one of them ends', async (_what, chunks) => {
    const ask = (origin: string) =>
      send(
        head(
          'POST /clear-cookies HTTP/1.1',
          `Origin: ${origin}`,
          'Content-Length: 0',
          `Cookie: other=1; ${cookies(chunks).slice(8)}`,
        ),
      );
    const answer = await ask('https://studio.test');
    expect(statusOf(answer)).toBe(303);
    expect(answer).toMatch(/location: \/\r\n/i);
    for (const name of [
      'sb-onda-auth-token',
      'sb-onda-auth-token.0',
      'sb-onda-auth-token.19',
      'passkey-token',
    ]) {
      expect(answer).toContain(`${name}=; Path=/; Max-Age=0; SameSite=Lax\r\n`);
      expect(answer).toContain(`${name}=; Path=/; Max-Age=0; SameSite=Lax; Domain=studio.test\r\n`);
    }
    if (chunks === 3) expect(answer).toContain('other=; Path=/; Max-Age=0');
    const foreign = await ask('https://evil.test');
    expect(foreign).not.toContain('Max-Age=0');
    expect(statusOf(foreign)).toBe(chunks === 3 ? 403 : 431);
  });

  it('that comes a little at a time may be as large as any', async () => {
    const text = head('GET /slow HTTP/1.1', cookies(15));
    expect(text.length).toBeLessThan(MAX_HEAD_BYTES);
    expect(await send(...(text.match(/[\s\S]{1,5000}/g) ?? []))).toContain('took GET /slow');
  });
});
