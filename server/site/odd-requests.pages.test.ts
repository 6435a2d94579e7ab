// What no browser sends, or only a broken one: the answer is right, with a message, and never a fault of the server.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type TestSite } from '../testing/start-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

interface Answer {
  status: number;
  text: string;
}

/** Sends bytes as they are, and gives the first answer. */
function send(text: string): Promise<Answer> {
  const { hostname, port } = new URL(site.siteUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    const done = () => {
      clearTimeout(limit);
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0), text: received });
    };
    const limit = setTimeout(done, 15_000);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (isWhole(received)) done();
    });
    socket.on('error', done).on('close', done);
    socket.write(Buffer.from(text, 'latin1'));
  });
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1];
  if (length !== undefined) return text.length >= headEnd + 4 + Number(length);
  return !/transfer-encoding/i.test(text.slice(0, headEnd)) || text.endsWith('0\r\n\r\n');
}

const FORM = 'Content-Type: application/x-www-form-urlencoded';

function request(line: string, lines: string[] = [], body = ''): string {
  const length =
    body || line.startsWith('POST') ? [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`] : [];
  return `${[`${line} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...lines, ...length].join('\r\n')}\r\n\r\n${body}`;
}

const session = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const table: [what: string, text: string, status: number][] = [
  ['a body of another type', request('POST /contact', ['Content-Type: text/plain'], 'x'), 415],
  ['JSON', request('POST /newsletter', ['Content-Type: application/json'], '{}'), 415],
  ['no type', request('POST /passes', [], 'a=b'), 415],
  [
    'a form without its boundary',
    request('POST /contact', ['Content-Type: multipart/form-data'], '--b'),
    400,
  ],
  [
    'half a form',
    request('POST /contact', ['Content-Type: multipart/form-data; boundary=b'], '--b\r\nx'),
    400,
  ],
  ['a NUL in a form', request('POST /passes', [FORM], 'name=%00'), 400],
  ['other fields than the page has', request('POST /contact', [FORM], 'a=1&a=2'), 422],
  ['a form without an intent', request('POST /book/nothing', [FORM], ''), 400],
  ['an intent that is none', request('POST /newsletter/abc', [FORM], 'intent=__proto__'), 400],
  ['an intent of another page', request('POST /offer/abc', [FORM], 'intent=confirm'), 400],
  ['a form from another site', request('POST /contact', [FORM, 'Origin: https://evil.test'], 'a=b'), 403],
  ['a form to a page without one', request('POST /about', [FORM], 'a=b'), 405],
  ['a form to a file', request('POST /sitemap.xml', [FORM], 'a=b'), 405],
  ['data for a form to a page without one', request('POST /about.data', [FORM], 'a=b'), 405],
  ...['PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE', 'BREW'].map((method): [string, string, number] => [
    method,
    request(`${method} /contact`),
    method === 'BREW' ? 400 : 405,
  ]),
  ['OPTIONS', request('OPTIONS /contact'), 204],
  ['PUT to an endpoint', request('PUT /api/contact'), 405],
  ['a NUL in a path', request('GET /classes/%00'), 400],
  ['a NUL in a question', request('GET /search?q=%00'), 400],
  ['broken characters in a path', request('GET /classes/%E0%A4%A'), 404],
  ['a lone percent sign', request('GET /%'), 404],
  ['half a character', request('GET /classes/%ED%A0%80'), 404],
  ['another host in the path', request('GET //evil.test/contact'), 404],
  ['a way back from another host', request('GET //evil.test/%2e%2e'), 200],
  ['a backslash', request('GET /\\evil.test'), 400],
  ['days that are none', request('GET /timetable?week=9999-99-99&day=x&level[]=1'), 200],
  ['a page that is no number', request('GET /journal?page=1e999'), 200],
  ['a page after the last', request('GET /journal?page=99999'), 404],
  ['routes that are none', request('GET /contact.data?_routes=a,b,__proto__'), 200],
  ['data of nothing', request('GET /nothing/at/all.data'), 404],
  [
    'a session that is none',
    request('GET /classes?a', [
      `Cookie: sb-onda-auth-token=base64-${session({ access_token: '\ud800', refresh_token: 'x' })}`,
    ]),
    200,
  ],
  [
    'chunks of a session cookie',
    request('GET /?a', ['Cookie: sb-onda-auth-token.0=base64-%%%; sb-onda-auth-token.7=\xff; =; a']),
    200,
  ],
  ['a passkey that is none', request('GET /offer/nothing', ['Cookie: passkey-token=a.b.c']), 404],
  [
    'an encoding that is none',
    request('GET /', ['Accept-Encoding: ;q=x,\xff', 'If-None-Match: "', 'Range: bytes=9-1']),
    200,
  ],
  ['an unreadable host', request('GET /contact').replace('127.0.0.1', 'a b'), 400],
];

it.each(table)('answers %s with the right status', async (_what, text, status) => {
  const answer = await send(text);
  expect(answer.status).toBe(status);
  if (status === 405) expect(answer.text).toMatch(/\r\nallow: GET, HEAD|\r\nallow: POST/i);
  expect(answer.text).not.toMatch(/location: (https?:)?\/\/(?!127)/i);
});

it('answers three hundred random requests without a server error', async () => {
  const random = seeded(20_261_116);
  const pick = <T>(...choices: T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const value = () =>
    encodeURIComponent(
      pick(
        '9999-99-99',
        '2026-02-30',
        '-1',
        '1e999',
        'NaN',
        '99999999999999999999',
        '[]',
        '{}',
        "'",
        '"',
        '__proto__',
        'constructor',
        '',
        'x'.repeat(2000),
        '🌊',
        '%',
        '../..',
        '00000000-0000-0000-0000-000000000000',
      ),
    );
  const names =
    'week day level teacher discipline age page q hold sent asked token next from to search view kind'.split(
      ' ',
    );
  const fields = 'intent name email message what amount method places booking to id key bot_token'.split(' ');
  const pages =
    '/ /classes /classes/* /timetable /events/* /journal /journal/* /search /search/suggest /works/* /people/* /book/* /booking/* /offer/* /preview/* /newsletter/* /policies/* /radio/shows/* /covers/*/*/* /calendar/* /* /dashboard /dashboard/orders /sign-in /oauth/consent /confirm'.split(
      ' ',
    );
  const forms = '/newsletter /newsletter/* /passes /book/* /booking/* /offer/*'.split(' ');
  const pairs = (from: string[]) =>
    Array.from({ length: Math.floor(random() * 4) }, () => `${pick(...from)}=${value()}`).join('&');
  const faults: string[] = [];
  const one = async () => {
    const isForm = random() < 0.3;
    const path = pick(...(isForm ? forms : pages)).replaceAll('*', value) + pick('', '', '.data');
    const text = isForm
      ? request(`POST ${path}`, [FORM, 'Sec-Fetch-Site: same-origin'], pairs(fields))
      : request(`GET ${path}?${pairs(names)}`);
    const { status } = await send(text);
    if (status === 0 || status >= 500) faults.push(`${status} ${text.slice(0, 300)}`);
  };
  for (let round = 0; round < 75; round += 1) await Promise.all([one(), one(), one(), one()]);
  expect(faults).toEqual([]);
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

it('answers a form that is too large with a page of the site that says what to do', async () => {
  const large = `message=${'x'.repeat(300_000)}`;
  const { status, text } = await send(request('POST /contact', [FORM], large));
  expect(status).toBe(413);
  expect(text).toContain('That is too large to send');
  expect(text).toContain('at most 256 kB');
  expect(text).toContain('</footer>');
  const data = await send(request('POST /newsletter.data', [FORM], large));
  expect(data.status).toBe(413);
  expect(JSON.parse(data.text.slice(data.text.indexOf('\r\n\r\n')))).toMatchObject({ code: 'too_large' });
});
