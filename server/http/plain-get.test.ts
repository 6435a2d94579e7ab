import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlainGet, readPlainGet } from './plain-get.ts';

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

describe('a plain GET', () => {
  it('is read with the headers that decide about its answer', () => {
    expect(
      readPlainGet(
        head(
          'GET /classes?v=1 HTTP/1.1',
          'Host: onda.studio',
          'Accept-Encoding: gzip, br',
          'cookie: a=b',
          'If-None-Match: "tag"',
          'X-Other: anything: at all',
          'Connection: Keep-Alive',
        ),
      ),
    ).toEqual({
      url: '/classes?v=1',
      headers: { cookie: 'a=b', authorization: undefined },
      acceptEncoding: 'gzip, br',
      ifNoneMatch: '"tag"',
    });
  });

  it.each([
    ['another method', head('POST / HTTP/1.1', 'Host: a')],
    ['an older protocol', head('GET / HTTP/1.0', 'Host: a')],
    ['no host', head('GET / HTTP/1.1', 'Accept: */*')],
    ['a whole address', head('GET http://a/ HTTP/1.1', 'Host: a')],
    ['half a head', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['two requests', head('GET / HTTP/1.1', 'Host: a').repeat(2)],
    ['a body', `${head('GET / HTTP/1.1', 'Host: a')}x`],
    ['a length', head('GET / HTTP/1.1', 'Host: a', 'Content-Length: 0')],
    ['chunks', head('GET / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked')],
    ['an upgrade', head('GET / HTTP/1.1', 'Host: a', 'Upgrade: websocket', 'Connection: Upgrade')],
    ['a request to close', head('GET / HTTP/1.1', 'Host: a', 'Connection: close')],
    ['an expectation', head('GET / HTTP/1.1', 'Host: a', 'Expect: 100-continue')],
    ['a folded line', head('GET / HTTP/1.1', 'Host: a', 'Cookie: a=1;', ' b=2')],
    ['two cookies', head('GET / HTTP/1.1', 'Host: a', 'Cookie: a=1', 'Cookie: b=2')],
    ['a space before the colon', head('GET / HTTP/1.1', 'Host: a', 'Cookie : a=1')],
    ['a line without a colon', head('GET / HTTP/1.1', 'Host: a', 'Cookie')],
    ['a nameless header', head('GET / HTTP/1.1', 'Host: a', ': x')],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: a\r\n\r\n'],
    ['a bare carriage return', head('GET / HTTP/1.1', 'Host: a', 'Cookie: a=1\rAuthorization: b')],
    ['a control character', head('GET / HTTP/1.1', 'Host: a', 'Cookie: a\0')],
    ['letters beyond ASCII', head('GET / HTTP/1.1', 'Host: a', 'Cookie: é')],
    ['a space in the address', head('GET /a b HTTP/1.1', 'Host: a')],
    ['nothing', ''],
  ])('with %s is left to the HTTP server', (_what, text) => {
    expect(readPlainGet(text)).toBeUndefined();
  });
});

describe("beside Node's own parser", () => {
  const server = createServer({ maxHeaderSize: 16_384 }, (request, response) => {
    const { cookie, authorization } = request.headers;
    const seen: PlainGet = {
      url: request.url ?? '',
      headers: { cookie, authorization },
      acceptEncoding: request.headers['accept-encoding']?.toString(),
      ifNoneMatch: request.headers['if-none-match'],
    };
    response.setHeader('connection', 'close');
    response.end(JSON.stringify(seen));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('error', reject).on('close', () => resolve(answer));
      socket.end(text, 'latin1');
    });

  const part = fc.constantFrom(
    ...'abGET /:;=,"\r\n\t \0é-_%?#[]{}()'.split(''),
    '\r\n',
    'HTTP/1.1',
    ' ',
    '; ',
  );
  const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
  const name = fc.constantFrom(
    'Cookie',
    'cookie',
    'Authorization',
    'Accept-Encoding',
    'If-None-Match',
    'X-A',
    'Host',
    'TE',
  );
  const line = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(name, text).map(([key, value]) => `${key}: ${value}`) },
    { weight: 1, arbitrary: text },
  );
  const request = fc
    .tuple(text, fc.array(line, { maxLength: 4 }))
    .map(([path, lines]) => head(`GET /${path} HTTP/1.1`, 'Host: a', ...lines));

  it('what is accepted is read in the same way', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(request, async (text) => {
        const read = readPlainGet(text);
        if (!read) return;
        accepted++;
        const [status, body] = (await send(text)).split('\r\n\r\n');
        expect(status).toMatch(/^HTTP\/1\.1 200 /);
        // JSON leaves out what is undefined, on both sides.
        expect(JSON.parse(body ?? '')).toEqual(JSON.parse(JSON.stringify(read)));
      }),
      { numRuns: 600 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});
