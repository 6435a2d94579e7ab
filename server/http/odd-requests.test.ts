// Heads that no browser sends, on real sockets: each gets its answer, none is read as anything else than it is.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
