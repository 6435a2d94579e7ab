// Where one request ends and the next begins, on plain connections and under TLS: what a proxy in front could read in
// another way is rejected together with everything behind it, so that nobody's bytes become another person's request.
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readStreamRequest } from '../radio/stream-request.ts';
import { createTestAuthority } from '../testing/test-certificates.ts';
import { readCertificate } from '../tls/certificate.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from './http-server.ts';

const variant = {
  headers: ['content-type', 'text/plain', 'content-length', '5'],
  body: Buffer.from('ready'),
};
const ready = { etag: '"one"', variants: { identity: variant, br: variant, gzip: variant } };
let open: Record<'plain' | 'tls', () => Socket>;
let servers: HttpServer[] = [];
let handled: string[] = [];
/** Lets the request of /slow be answered. */
let goOn: () => void;

const options: HttpServerOptions = {
  findReady: ({ url }) => (url === '/ready' ? ready : undefined),
  async handle(request, response) {
    const { rawBody = '' } = request as { rawBody?: Buffer };
    const [body] = rawBody.toString().split('\r\n', 1);
    handled.push(`${request.method} ${request.url} ${body}`.trim());
    if (request.url === '/slow')
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    response.end(`took ${request.url}`);
  },
  upgrade(request, stream) {
    handled.push(`upgrade ${request.url}`);
    stream.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  },
};

beforeAll(async () => {
  const { root: ca, issue } = await createTestAuthority();
  const current = readCertificate(await issue(['studio.test']), { certName: 'cert', keyName: 'key' });
  const certificates = {
    current,
    follow: (listener: (certificate: typeof current) => void) => listener(current),
    reload: async () => undefined,
    close: () => undefined,
  };
  servers = [createHttpServer(options), createHttpServer({ ...options, certificates })];
  const [plainPort = 0, tlsPort = 0] = await Promise.all(servers.map((one) => one.listen(0, '127.0.0.1')));
  open = {
    plain: () => connect(plainPort, '127.0.0.1'),
    tls: () => connectTls({ port: tlsPort, host: '127.0.0.1', servername: 'studio.test', ca }),
  };
});
afterAll(() => Promise.all(servers.map((one) => one.close())));
beforeEach(() => {
  handled = [];
});

/** Everything that comes back until the server closes the connection. */
function send(way: 'plain' | 'tls', text: string, onData?: () => void): Promise<string> {
  const socket = open[way]();
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    onData?.();
  });
  return new Promise((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve(received));
    socket.write(Buffer.from(text, 'latin1'));
  });
}

const head = (line: string, ...lines: string[]) =>
  `${[line, 'Host: studio.test', ...lines].join('\r\n')}\r\n\r\n`;
const post = (...lines: string[]) => head('POST /a HTTP/1.1', ...lines);
const CHUNKED = 'Transfer-Encoding: chunked';
const smuggled = head('GET /smuggled HTTP/1.1', 'X-Forwarded-For: 192.0.2.66');
const end = head('GET /end HTTP/1.1', 'Connection: close');
const chunks = (body: string) => post(CHUNKED) + body;
const hello = '5\r\nhello\r\n0\r\n\r\n';
const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d+) [\w -]+\r\n/g)].map(([, code]) => Number(code));

const unclear: [what: string, text: string][] = [
  ['a length and chunks', `${post('Content-Length: 5', CHUNKED)}0\r\n\r\n`],
  ['chunks and a length', `${post(CHUNKED, 'Content-Length: 3')}0\r\n\r\n`],
  ['no length and chunks', `${post('Content-Length: 0', CHUNKED)}0\r\n\r\n`],
  ['two lengths', `${post('Content-Length: 5', 'Content-Length: 6')}hello`],
  ['the same length twice', `${post('Content-Length: 5', 'Content-Length: 5')}hello`],
  ['a list of lengths', `${post('Content-Length: 5, 5')}hello`],
  ['an empty length', post('Content-Length: ')],
  ...['+5', '-5', '0x5', '5e0', '5_0', '5 6', 'x', '18446744073709551621'].map((length): [string, string] => [
    `the length ${length}`,
    `${post(`Content-Length: ${length}`)}hello`,
  ]),
  ['a hidden length', `${post('Content-Length : 5')}hello`],
  ['a folded length', `${post('Content-Length:', '\t5')}hello`],
  ...[
    'gzip',
    'xchunked',
    'identity',
    'chunked, gzip',
    'gzip, chunked',
    'identity, chunked',
    'chunked, chunked',
    'chunked,',
    '"chunked"',
    'chunked;q=1',
    '\x0bchunked',
    'chunked\0',
    '',
  ].map((coding): [string, string] => [
    `the coding ${JSON.stringify(coding)}`,
    `${post(`Transfer-Encoding: ${coding}`)}0\r\n\r\n`,
  ]),
  ['two codings', `${post(CHUNKED, 'Transfer-Encoding: identity')}0\r\n\r\n`],
  ['a coding in front', `${post('Transfer-Encoding: identity', CHUNKED)}0\r\n\r\n`],
  ['chunks twice', `${post(CHUNKED, CHUNKED)}0\r\n\r\n`],
  ['a hidden coding', `${post('Transfer-Encoding : chunked')}0\r\n\r\n`],
  ['a coding behind a bare line feed', `${post(`X: a\n${CHUNKED}`)}0\r\n\r\n`],
  ['chunks in HTTP/1.0', `${head('POST /a HTTP/1.0', 'Connection: keep-alive', CHUNKED)}0\r\n\r\n`],
  ['chunks in a GET of HTTP/1.0', `${head('GET /a HTTP/1.0', 'Connection: keep-alive', CHUNKED)}0\r\n\r\n`],
  ...['x', '0x5', '-5', '+5', ' 5', '5 ', '10000000000000005', ''].map((size): [string, string] => [
    `the chunk size ${JSON.stringify(size)}`,
    chunks(`${size}\r\nhello\r\n0\r\n\r\n`),
  ]),
  ['a line feed behind a chunk size', chunks('5\nhello\r\n0\r\n\r\n')],
  ['a line feed behind a chunk', chunks('5\r\nhello\n0\r\n\r\n')],
  ['a chunk longer than its size', chunks('5\r\nhelloXX0\r\n\r\n')],
  ['nothing behind a chunk', chunks('5\r\nhello0\r\n\r\n')],
  ['line feeds at the end of the chunks', chunks('5\r\nhello\r\n0\n\n')],
  ['a line feed in a chunk extension', chunks('5;a\nbc\r\nhello\r\n0\r\n\r\n')],
  ['a carriage return in a chunk extension', chunks('5;a=\rb\r\nhello\r\n0\r\n\r\n')],
  ['a NUL in a chunk extension', chunks('5;a=\0b\r\nhello\r\n0\r\n\r\n')],
  ['a quoted line end in a chunk extension', chunks('5;a="\r\nhello\r\n0\r\n\r\n')],
  ['a length in a trailer', chunks('5\r\nhello\r\n0\r\nContent-Length: 40\r\n\r\n')],
  ['a coding in a trailer', chunks(`5\r\nhello\r\n0\r\n${CHUNKED}\r\n\r\n`)],
  ['a line feed in a trailer', chunks('5\r\nhello\r\n0\r\nX: y\n\r\n\r\n')],
  ['a folded line', post('X: a', ' b')],
  ['a fold in front of the first header', 'GET /a HTTP/1.1\r\n Host: a\r\nHost: b\r\n\r\n'],
  ['bare line feeds', 'GET /a HTTP/1.1\nHost: studio.test\n\n'],
  ['one bare line feed', 'GET /a HTTP/1.1\r\nHost: a\nX: b\r\n\r\n'],
  ['bare carriage returns', 'GET /a HTTP/1.1\rHost: a\r\r'],
  ['one bare carriage return', head('GET /a HTTP/1.1', 'X: a\rContent-Length: 5')],
  ['a NUL in a header', head('GET /a HTTP/1.1', 'X: a\0b')],
  ['no host', 'GET /a HTTP/1.1\r\n\r\n'],
  ['two hosts', 'GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ...['a b', 'a.1', '1.2.3.4.5', 'a:70000', 'a:b', '[::1', 'a/b', 'a@b', 'a?b', 'é'].map(
    (host): [string, string] => [`the host ${host}`, `GET /a HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
  ),
  ['a space in the address', head('GET /a b HTTP/1.1')],
  ['a tab in front of the address', head('GET\t/a HTTP/1.1')],
  ['no address', head('GET  HTTP/1.1')],
  ['a method in small letters', head('get /a HTTP/1.1')],
  ...['HTTP/0.9', 'HTTP/1.2', 'HTTP/1.10', 'HTTP/2.0', 'HTTP/3.7', 'ICE/1.0', ''].map(
    (version): [string, string] => [`the version ${version}`, head(`GET /a ${version}`.trim())],
  ),
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
];

describe.each(['plain', 'tls'] as const)('a request that could be read in two ways, %s', (way) => {
  it.each(unclear)('with %s is answered with 400 and ends its connection', async (_what, text) => {
    const answer = await send(way, text + smuggled + end);
    expect(statuses(answer)).toEqual([400]);
    expect(answer).toMatch(/connection: close/i);
    expect(handled).toEqual([]);
  });

  it('with a chunk extension without an end is answered with 413', async () => {
    expect(statuses(await send(way, chunks(`5;${'a'.repeat(20_000)}\r\n${hello}`) + smuggled))).toEqual([
      413,
    ]);
    expect(handled).toEqual([]);
  });
});

const methods = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'PROPFIND', 'QUERY', 'TRACE'];

describe.each(['plain', 'tls'] as const)('a request inside a body, %s', (way) => {
  it.each(methods)('of %s remains a body', async (method) => {
    const size = smuggled.length;
    const bodies = [
      [`Content-Length: ${size}`, smuggled],
      [CHUNKED, `${size.toString(16)};a=b\r\n${smuggled}\r\n0\r\n\r\n`],
    ] as const;
    for (const [header, body] of bodies) {
      handled = [];
      const answer = await send(way, head(`${method} /a HTTP/1.1`, header) + body + end);
      expect(statuses(answer)).toEqual([200, 200]);
      expect(handled.toSorted()).toEqual([`${method} /a GET /smuggled HTTP/1.1`, 'GET /end'].toSorted());
    }
  });

  it.each([
    ['ready bytes', 'GET /ready HTTP/1.1', [], [200, 200]],
    ['the head of ready bytes', 'HEAD /ready HTTP/1.1', [], [200, 200]],
    ['OPTIONS of the server', 'OPTIONS * HTTP/1.1', [], [204, 200]],
    ['deleting the cookies', 'POST /clear-cookies HTTP/1.1', [], [403, 200]],
    ['an address of another scheme', 'POST ftp://a/ HTTP/1.1', [], [400, 200]],
    ['a compressed body', 'POST /a HTTP/1.1', ['Content-Encoding: gzip'], [415, 200]],
    ['another expectation', 'POST /a HTTP/1.1', ['Expect: x'], [417, 200]],
    ['another protocol', 'POST /a HTTP/1.1', ['Connection: Upgrade', 'Upgrade: h2c'], [200]],
    ['a websocket with a body', 'POST /a HTTP/1.1', ['Connection: Upgrade', 'Upgrade: websocket'], [200]],
  ])('of %s remains a body', async (_what, line, lines, expected) => {
    const size = `Content-Length: ${smuggled.length}`;
    const answer = await send(way, head(line, ...lines, size) + smuggled + end);
    expect(statuses(answer)).toEqual(expected);
    expect(handled.filter((one) => !one.startsWith('POST /a'))).toEqual(
      expected.length > 1 ? ['GET /end'] : [],
    );
  });
});

describe.each(['plain', 'tls'] as const)('several requests at once, %s', (way) => {
  it('are answered in their order', async () => {
    const answer = await send(way, head('GET /ready HTTP/1.1').repeat(2) + head('GET /a HTTP/1.1') + end);
    expect(statuses(answer)).toEqual([200, 200, 200, 200]);
    expect(answer.match(/\r\nready|took \/(a|end)/g)).toEqual([
      '\r\nready',
      '\r\nready',
      'took /a',
      'took /end',
    ]);
  });

  it.each([
    ['closes the connection', head('GET /slow HTTP/1.1', 'Connection: close'), end, [200]],
    ['is of HTTP/1.0', head('GET /slow HTTP/1.0'), end, [200]],
    ['is followed by no HTTP', head('GET /slow HTTP/1.1'), 'nothing\r\n\r\n', [200]],
    ['is followed by two hosts', head('GET /slow HTTP/1.1'), head('GET /a HTTP/1.1', 'Host: b'), [200, 400]],
  ])('get no answer in front of another one’s: the first %s', async (_what, first, second, expected) => {
    const answer = send(way, first + second + smuggled);
    await expect.poll(() => handled).toEqual(['GET /slow']);
    goOn();
    expect(statuses(await answer)).toEqual(expected);
    expect(handled).toEqual(['GET /slow']);
  });

  it.each([
    ['an upgrade', ['Connection: Upgrade', 'Upgrade: websocket'], [404], ['upgrade /a']],
    ['an upgrade to HTTP/2', ['Connection: Upgrade', 'Upgrade: h2c'], [200], ['GET /a']],
  ])('are one behind %s', async (_what, lines, expected, taken) => {
    expect(statuses(await send(way, head('GET /a HTTP/1.1', ...lines) + smuggled))).toEqual(expected);
    expect(handled).toEqual(taken);
  });

  it('are none behind CONNECT', async () => {
    expect(statuses(await send(way, head('CONNECT a:443 HTTP/1.1') + smuggled))).toEqual([405]);
    expect(handled).toEqual([]);
  });
});

it('a head that could be read in two ways never becomes the stream of the radio', () => {
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
    'X',
    ': x',
    'Trailer: x',
    'Accept: a\rX: y',
    'Accept: a\0',
  ])
    expect(readStreamRequest(`${plain}${line}\r\n\r\n`)).toBeUndefined();
});

describe.each(['plain', 'tls'] as const)('requests that are sent without waiting for answers, %s', (way) => {
  it.each([
    ['GET /slow HTTP/1.1', 'GET /a HTTP/1.1', 900, ''],
    ['GET /slow HTTP/1.1', 'HEAD /a HTTP/1.1', 8000, ''],
    ['POST /slow HTTP/1.1', 'POST /a HTTP/1.1', 900, 'hello'],
    ['DELETE /slow HTTP/1.1', 'OPTIONS /a HTTP/1.1', 900, ''],
    ['GET /slow HTTP/1.1', 'GET /ready HTTP/1.1', 900, ''],
  ])('are not done when their sender goes away: %s, then %s', async (first, line, count, body) => {
    const one = (text: string) => head(text, ...(body ? [`Content-Length: ${body.length}`] : [])) + body;
    const socket = open[way]();
    socket.on('error', () => undefined).write(one(first) + one(line).repeat(count));
    await expect.poll(() => handled).toHaveLength(1);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    if (way === 'plain') socket.resetAndDestroy();
    else socket.destroy();
    await closed;
    // Nothing of it is left, or what was done before the answer met a closed connection.
    goOn();
    await send(way, end);
    expect(handled.indexOf('GET /end')).toBeLessThan(5);
    expect(handled.length).toBeLessThan(6);
  });

  it('are all answered, however many they are', async () => {
    const answer = await send(way, head('GET /a HTTP/1.1').repeat(3000) + end);
    expect(statuses(answer)).toHaveLength(3001);
    expect(handled).toHaveLength(3001);
  });

  it('are none in front of a websocket that waits for no answer', async () => {
    const answer = send(
      way,
      head('GET /slow HTTP/1.1') + head('GET /b HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket'),
    );
    expect(await answer).toBe('');
    expect(handled).toEqual(['GET /slow']);
    goOn();
  });
});
