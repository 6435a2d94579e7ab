import { describe, expect, it } from 'vitest';
import type { Backend } from '#backend/create-backend.ts';
import { hideSecrets } from './hide-secrets.ts';
import type { StorageOrigin } from './http/storage-origin.ts';
import type { ApiCors } from './http-kit/api-cors.ts';
import { createLogger } from './logger.ts';
import { createRouter } from './route-request.ts';

const TOKEN = '0f3a9c1b2d4e5f60718293a4b5c6d7e8f9';

describe('a line of the log', () => {
  it.each([
    'postgres://onda:hunter22@db.example/onda',
    'postgres://onda:a/hunter22?b#c@db.example/onda',
    'authorization: Bearer abcdefgh12345678',
    'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2lnbmF0dXJl',
    '{"password":"hunter22","token":"abcdefgh12345678"}',
    '{"said":"{\\"access_token\\":\\"abcdefgh12345678\\"}"}',
    'GET /setup?token=abcdefgh12345678&x=1',
    'GET http://127.0.0.1:3000/auth/v1/verify?token=abcdefgh12345678&type=signup failed',
    'fetch https://hooks.example/sms?account=abcdefgh12345678',
    `No route matches URL "/bookings/${TOKEN}"`,
    `studio.example/booking/${TOKEN} was not found`,
    `Error: (/offer/${TOKEN})`,
    '{"err":{"detail":"Key (token)=(abcdefgh12345678) already exists."}}',
    '{"err":{"detail":"Failing row contains (1, hunter22, (a), abcdefgh12345678)."},"msg":"x"}',
    'sb_secret_abcdefgh12345678',
    'sk_live_abcdefgh12345678',
  ])('%s shows no secret', (text) => {
    const written = hideSecrets(text);
    expect(written).not.toMatch(/hunter22|abcdefgh12345678|eyJhbG|0f3a9c/);
    if (text.startsWith('{')) expect(() => JSON.parse(written)).not.toThrow();
  });

  it.each([
    '{"level":50,"err":{"code":"ECONNREFUSED","stack":"Error: x\\n    at a (file:///srv/onda/server/main.ts:12:3)"}}',
    '{"path":"/classes/morning-body","requestId":"b1a7c9d2-0000-4000-8000-123456789abc","ms":1.2}',
    '{"requestId":"0123456789abcdef0123456789abcdef","path":"/visit"}',
    'relation "public.orders" does not exist and/or is not visible',
  ])('%s stays as it is', (text) => {
    expect(hideSecrets(text)).toBe(text);
  });

  it('is valid JSON whatever it says', () => {
    for (const value of [123456, '', TOKEN, '"/booking/x"', 'a\\', { token: 1 }, [1], true, null])
      expect(() =>
        JSON.parse(hideSecrets(JSON.stringify({ token: value, otp: value, msg: value }))),
      ).not.toThrow();
  });

  it.each([
    'x',
    '/',
    'a.',
    '://a:',
    'eyJ',
    'eyJaaaaaaaaa.',
    'Key (',
    'token',
    'token=',
    'bearer ',
    '"a_',
    'a',
    '/booking/',
    '%25',
  ])('is looked through at once, though a visitor fills it with %j', (part) => {
    // A slow pattern takes minutes for these, and the test ends before.
    const text = part.repeat(240_000 / part.length);
    expect(hideSecrets(text).length).toBeGreaterThan(0);
  });

  it('names a request by the pattern of its path, answered or failed', async () => {
    const lines: string[] = [];
    const log = createLogger(
      'info',
      { add: (line) => void lines.push(line), read: () => [] },
      () => undefined,
    );
    const answer = async (request: Request) => {
      if (request.url.includes('fail')) throw new Error(`cannot answer ${request.url}`);
      return new Response('');
    };
    const fetch = createRouter({
      backend: { fetch: answer } as unknown as Backend,
      productApi: { fetch: answer },
      site: { fetch: answer },
      closedSections: { known: [] },
      storageOrigin: { isStorageHost: () => false, redirectFor: () => undefined } as unknown as StorageOrigin,
      cors: {
        preflight: () => undefined,
        allow: (_request: Request, response: Response) => response,
      } as unknown as ApiCors,
      alive: () => new Response(''),
      ready: async () => new Response(''),
      databaseWatch: { guard: async (work) => work() },
      security: { plain: [], common: [], file: [], forPage: () => [] },
      log,
    });
    const addresses = [
      `/booking/${TOKEN}`,
      `/booking/${TOKEN}.data?_routes=x`,
      `/Offer/${TOKEN}?fail=1`,
      `/setup?token=${TOKEN}&fail=1`,
      `/api/payments/checkout/${TOKEN}`,
      `/auth/v1/verify?token=${TOKEN}&fail=1`,
      `/storage/v1/object/sign/media/a.png?token=${TOKEN}&fail=1`,
      `/functions/v1/podcast?secret=${TOKEN}&fail=1`,
      `/realtime/v1/websocket?apikey=${TOKEN}&fail=1`,
    ];
    for (const address of addresses) await fetch(new Request(`https://studio.example${address}`));
    expect(lines.join('')).not.toContain(TOKEN);
    const paths = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(paths.map(({ path }) => path).slice(0, 4)).toEqual([
      '/booking/:token',
      '/booking/:token',
      '/offer/:token',
      '/setup',
    ]);
  });

  it('is written by the logger without secrets, in the message, the fields and the errors', () => {
    const lines: string[] = [];
    const log = createLogger(
      'info',
      { add: (line) => void lines.push(line), read: () => [] },
      () => undefined,
    );
    const error = Object.assign(new Error(`GET /preview/${TOKEN} failed`), { url: `/calendar/${TOKEN}.ics` });
    log.error({ err: error, path: `/booking/${TOKEN}` }, `no answer from /offer/${TOKEN}?x=1`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain(TOKEN);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      path: '/booking/:token',
      msg: 'no answer from /offer/:token?[hidden]',
      err: { message: 'GET /preview/:token failed', url: '/calendar/:token' },
    });
  });
});
