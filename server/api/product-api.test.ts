import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimiter } from '#backend/limits/rate-limiter.ts';
import type { TestDatabase } from '#backend/testing/test-database.ts';
import { createBotCheck } from '../http-kit/bot-check.ts';
import { createLogger } from '../logger.ts';
import { openStudioDatabase } from '../testing/studio-database.ts';
import { createProductApi } from './product-api.ts';

let database: TestDatabase;
let api: Hono;
let address = 0;
const log = createLogger('silent');

beforeAll(async () => {
  database = await openStudioDatabase();
  api = productApi();
  // The sample studio has views and messages of its own.
  await database.sql`delete from public.page_views`;
  await database.sql`delete from public.contact_messages`;
});
afterAll(() => database?.drop());

function productApi(turnstile?: { secretKey: string; verifyUrl: string }): Hono {
  // Every test is another visitor; the one that floods says so.
  const clientIp = (request: Request) => request.headers.get('x-test-address') ?? `10.0.0.${++address}`;
  return createProductApi({
    sql: database.sql,
    botCheck: createBotCheck({
      sql: database.sql,
      secret: 'a secret of this test',
      turnstile,
      hostnames: ['onda.example'],
      onFailure: () => undefined,
    }),
    clientIp,
    limiter: createRateLimiter({}),
    log,
  });
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}, to: Hono = api) {
  const response = await to.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, json: await response.json() };
}

async function solvedToken(): Promise<string> {
  const challenge = await (await api.request('/api/bot-check/challenge')).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

describe('page views', () => {
  it('counts a path a day, and nothing about who', async () => {
    await post('/api/page-views', { page_path: '/classes' });
    expect((await post('/api/page-views', { page_path: '/classes' })).status).toBe(202);
    const rows = await database.sql`select path, views from public.page_views`;
    expect(rows).toEqual([{ path: '/classes', views: 2 }]);
  });

  it('counts an address that is a secret by its pattern', async () => {
    const token = '0f3a9c1b2d4e5f60718293a4b5c6d7e8f9';
    for (const path of [
      `/booking/${token}`,
      `/booking/${token}`,
      `/Booking/${token}/calendar.ics`,
      `/calendar/${token}.ics`,
      `/book/${token}`,
      '/offer/short',
      '/newsletter',
    ])
      await post('/api/page-views', { page_path: path });
    const rows =
      await database.sql`select path, views from public.page_views where path <> '/classes' order by path`;
    expect(rows.map(({ path, views }) => [path, views])).toEqual([
      ['/book/:token', 1],
      ['/booking/:token', 2],
      ['/booking/:token/calendar.ics', 1],
      ['/calendar/:token', 1],
      ['/newsletter', 1],
      ['/offer/:token', 1],
    ]);
    await database.sql`delete from public.page_views where path <> '/classes'`;
  });

  it('are not counted for ever more paths that someone makes up', async () => {
    await database.sql`
      insert into public.page_views (day, path, views) select current_date, '/made-up/' || n, 1 from generate_series(1, 5000) n`;
    expect((await post('/api/page-views', { page_path: '/one/more' })).json).toEqual({ counted: false });
    expect((await post('/api/page-views', { page_path: '/classes' })).json).toEqual({ counted: true });
    await database.sql`delete from public.page_views`;
  });

  it.each([
    [{}],
    [{ page_path: 'classes' }],
    [{ page_path: `/${'x'.repeat(400)}` }],
    [{ page_path: '/a?b=c' }],
    [{ page_path: 5 }],
  ])('rejects %j with a message', async (body) => {
    const { status, json } = await post('/api/page-views', body);
    expect(status).toBe(422);
    expect(json.code).toBe('invalid');
  });
});

describe('the human check', () => {
  it('verifies a solved puzzle once', async () => {
    const token = await solvedToken();
    expect(await post('/cloudflare/verify-turnstile', { token })).toMatchObject({
      status: 200,
      json: { success: true },
    });
    expect(await post('/cloudflare/verify-turnstile', { token })).toMatchObject({ status: 403 });
  });

  it('uses up the challenge, not its spelling: thirty variants at once pass one time together', async () => {
    const token = await solvedToken();
    const payload = JSON.parse(Buffer.from(token, 'base64').toString());
    const encode = (value: unknown, space?: number) =>
      Buffer.from(JSON.stringify(value, null, space)).toString('base64');
    const variants = [
      token,
      ...Array.from({ length: 20 }, (_, index) =>
        encode({ ...payload, solution: { ...payload.solution, time: index } }),
      ),
      ...Array.from({ length: 4 }, (_, index) =>
        Buffer.from(`${JSON.stringify(payload)}${' '.repeat(index + 1)}`).toString('base64'),
      ),
      encode(payload, 2),
      encode({ solution: payload.solution, challenge: payload.challenge }),
      token.replace(/.{8}/, '$& '),
      `${token}\n`,
      token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    ];
    const answers = await Promise.all(
      variants.map((variant) => post('/cloudflare/verify-turnstile', { token: variant })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(variants.length - 1);
  });

  it('rejects a puzzle that someone made easier', async () => {
    const payload = JSON.parse(Buffer.from(await solvedToken(), 'base64').toString());
    payload.challenge.parameters.cost = 1;
    const token = Buffer.from(JSON.stringify(payload)).toString('base64');
    expect((await post('/cloudflare/verify-turnstile', { token })).status).toBe(403);
  });

  it('lets a form use a verified token once, and only while it is fresh', async () => {
    const message = { name: 'Clara', email: 'clara@post.example', message: 'Hello' };
    const token = await solvedToken();
    expect((await post('/api/contact', { ...message, bot_token: token })).status).toBe(403);
    await post('/cloudflare/verify-turnstile', { token });
    expect((await post('/api/contact', { ...message, bot_token: token })).status).toBe(201);
    expect((await post('/api/contact', { ...message, bot_token: token })).status).toBe(403);

    const late = await solvedToken();
    await post('/cloudflare/verify-turnstile', { token: late });
    await database.sql`update private.bot_checks set expires_at = now() - interval '1 second' where used_at is null`;
    expect((await post('/api/contact', { ...message, bot_token: late })).status).toBe(403);
    const messages = await database.sql`select from public.contact_messages`;
    expect(messages).toHaveLength(1);
  });

  describe('with Turnstile', () => {
    let cloudflare: Server;
    const asked: { secret: string; response: string; remoteip: string }[] = [];
    beforeAll(async () => {
      cloudflare = createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        const question = JSON.parse(body);
        asked.push(question);
        response.setHeader('content-type', 'application/json');
        const [token, hostname, action] = question.response.split('-at-');
        response.end(JSON.stringify({ success: token === 'good', 'error-codes': [], hostname, action }));
      });
      await new Promise<void>((resolve) => cloudflare.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => cloudflare.close());

    it('asks Cloudflare with the secret and the address, and believes its answer', async () => {
      const verifyUrl = `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}/siteverify`;
      const keyed = productApi({ secretKey: 'the secret', verifyUrl });
      const good = await post(
        '/cloudflare/verify-turnstile',
        { token: 'good' },
        { 'x-test-address': '10.9.9.9' },
        keyed,
      );
      expect(good.status).toBe(200);
      expect(asked.at(-1)).toEqual({ secret: 'the secret', response: 'good', remoteip: '10.9.9.9' });
      expect((await post('/cloudflare/verify-turnstile', { token: 'bad' }, {}, keyed)).status).toBe(403);
      // A solved puzzle is not accepted instead of Cloudflare's check.
      expect(
        (await post('/cloudflare/verify-turnstile', { token: await solvedToken() }, {}, keyed)).status,
      ).toBe(403);
    });

    it('rejects tokens of other sites and other widgets, and any spelling but the one that Cloudflare wrote', async () => {
      const verifyUrl = `http://127.0.0.1:${(cloudflare.address() as AddressInfo).port}/siteverify`;
      const keyed = productApi({ secretKey: 'the secret', verifyUrl });
      const verify = async (token: string) =>
        (await post('/cloudflare/verify-turnstile', { token }, {}, keyed)).status;
      expect(await verify('good-at-onda.example-at-bot-check')).toBe(200);
      expect(await verify('good-at-onda.example')).toBe(200);
      expect(await verify('good-at-onda.example')).toBe(403);
      expect(await verify('good-at-other.example-at-bot-check')).toBe(403);
      expect(await verify('good-at-onda.example-at-poll')).toBe(403);
      const before = asked.length;
      expect(await verify('go od')).toBe(403);
      expect(await verify('g\u00a0ood')).toBe(403);
      expect(asked.length).toBe(before);
    });

    it('rejects the token when Cloudflare cannot be reached', async () => {
      const keyed = productApi({ secretKey: 'the secret', verifyUrl: 'http://127.0.0.1:1/siteverify' });
      expect((await post('/cloudflare/verify-turnstile', { token: 'good' }, {}, keyed)).status).toBe(403);
    });
  });
});

describe('bad input', () => {
  it.each(['{', '"text"', '[]', 'null', ''])('answers %j with bad_json', async (body) => {
    expect(await post('/api/contact', body)).toMatchObject({ status: 400, json: { code: 'bad_json' } });
  });

  it('names every field that is wrong', async () => {
    const { status, json } = await post('/api/contact', {
      name: ' ',
      email: 'nobody',
      message: 'x'.repeat(5001),
    });
    expect(status).toBe(422);
    expect(Object.keys(json.fields)).toEqual(['name', 'email', 'message']);
  });

  it('rejects a body that is too large before reading it', async () => {
    const { status, json } = await post('/api/contact', { message: 'x'.repeat(300_000) });
    expect([status, json.code]).toEqual([413, 'too_large']);
  });

  it('stores text without NUL bytes instead of failing on them', async () => {
    const token = await solvedToken();
    await post('/cloudflare/verify-turnstile', { token });
    const message = { name: 'Cla\0ra', email: 'nul@post.example', message: 'a\0b', bot_token: token };
    expect((await post('/api/contact', message)).status).toBe(201);
    const [row] =
      await database.sql`select name, message from public.contact_messages where email = 'nul@post.example'`;
    expect(row).toEqual({ name: 'Clara', message: 'ab' });
  });

  it('says what is missing at an unknown address', async () => {
    const response = await api.request('/api/nothing-here');
    expect([response.status, (await response.json()).code]).toEqual([404, 'not_found']);
  });

  it('slows down a flood and says how long to wait', async () => {
    const flood = { 'x-test-address': '10.66.66.66' };
    let last = await post('/api/contact', {}, flood);
    for (let i = 0; i < 31 && last.status !== 429; i++) last = await post('/api/contact', {}, flood);
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
