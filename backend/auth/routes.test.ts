// What holds for every endpoint: no request causes an internal error.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from './routes.ts';
import { signUpPerson } from './testing/people.ts';
import { type AskOptions, startAuth, type TestAuth } from './testing/start-auth.ts';

let test: TestAuth;
let userToken: string;
beforeAll(async () => {
  test = await startAuth();
  userToken = (await signUpPerson(test)).token;
});
afterAll(() => test.close());

const deep = `${'{"data":'.repeat(5000)}1${'}'.repeat(5000)}`;
const wrongTypes = {
  email: 1,
  phone: {},
  password: [],
  type: 7,
  token: true,
  token_hash: 1,
  refresh_token: {},
  auth_code: 1,
  code_verifier: [],
  id_token: 1,
  provider: {},
  data: 'text',
  user_metadata: 1,
  app_metadata: [],
  factor_type: 1,
  friendly_name: {},
  challenge_id: 1,
  code: [],
  credential: 5,
  webauthn: 'x',
  action: 1,
  redirect_uris: 'x',
  identifier: 1,
  email_confirm: 'yes',
  should_soft_delete: 'no',
  ban_duration: 5,
  nonce: 1,
  create_user: 'x',
  grant_type: 1,
};
const nul = 'a\u0000b';
const poison = {
  email: nul,
  phone: nul,
  password: `${nul}-long-enough`,
  type: 'signup',
  token: nul,
  token_hash: nul,
  refresh_token: nul,
  auth_code: nul,
  code_verifier: nul,
  id_token: nul,
  provider: nul,
  data: { [nul]: nul },
  friendly_name: nul,
  code: nul,
  factor_type: 'totp',
  challenge_id: nul,
  identifier: nul,
  action: nul,
  client_name: nul,
  redirect_uris: [nul],
};
const bodies: [string, AskOptions][] = [
  ['no body', {}],
  ['bad JSON', { rawBody: '{"email": ' }],
  ['a list', { rawBody: '[]' }],
  ['null', { rawBody: 'null' }],
  ['2 MB', { rawBody: JSON.stringify({ email: 'x'.repeat(2_000_000) }) }],
  ['bytes that are no text', { rawBody: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) }],
  ['deep nesting', { rawBody: deep }],
  ['wrong types', { body: wrongTypes }],
  ['NUL bytes', { body: poison }],
  [
    'lone surrogates',
    { rawBody: '{"email":"\\ud800@example.com","password":"\\udfff","data":{"a":"\\ud800"}}' },
  ],
  ['nothing useful', { body: { __proto__: 1, constructor: {}, toString: null } }],
];

describe.each(routes.map(([method, path]) => [method, path] as const))('%s %s', (method, path) => {
  it('rejects invalid input without an internal error', async () => {
    const filled = path.replace(/:\w+/g, 'nonsense%27%22%3B');
    for (const [name, request] of bodies) {
      for (const token of [undefined, 'rubbish', userToken, test.serviceRoleKey]) {
        const { status, json } = await test.ask(method, filled, {
          ...(method === 'GET' ? {} : request),
          token,
        });
        expect([name, status < 500 ? 'rejected' : json]).toEqual([name, 'rejected']);
      }
    }
  });

  it('handles NUL bytes and odd characters in the path', async () => {
    const filled = path.replace(/:\w+/g, 'a%00b');
    const query =
      '?grant_type=%00&type=%00&token=%00&redirect_to=%00&page=%00&provider=%00&state=%00&code=%00';
    for (const token of [userToken, test.serviceRoleKey]) {
      const { status } = await test.ask(method, filled + query, {
        token,
        ...(method === 'GET' ? {} : { body: {} }),
      });
      expect(status).toBeLessThan(500);
    }
  });
});

describe('every address', () => {
  it('that takes a body rejects invalid and oversized JSON with the documented errors', async () => {
    for (const path of ['/signup', '/token?grant_type=password', '/otp', '/verify', '/recover', '/resend']) {
      const bad = await test.ask('POST', path, { rawBody: '{"a":' });
      expect([path, bad.status, bad.json.code]).toEqual([path, 400, 'bad_json']);
      const big = await test.ask('POST', path, { rawBody: `{"a":"${'x'.repeat(2_000_000)}"}` });
      expect([path, big.status, big.json.code]).toEqual([path, 413, 'validation_failed']);
    }
  });

  it('counts the bytes of a body that does not announce its size', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(64_000));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 1000) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const response = await test.auth.fetch(
      new Request('http://localhost:3000/auth/v1/signup', {
        method: 'POST',
        body,
        duplex: 'half',
      } as RequestInit),
    );
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(100);
  });

  it('that does not exist answers 404 in the same form', async () => {
    const { status, json } = await test.ask('GET', '/nothing/here');
    expect([status, json.code]).toEqual([404, 'not_found']);
  });

  it('is safe from link scanners', async () => {
    const email = 'scanned@example.com';
    await test.ask('POST', '/signup', { body: { email, password: 'harbour-wave-41' } });
    const { tokenHash } = test.mailTo(email);
    const head = await test.ask('HEAD', `/verify?type=signup&token=${tokenHash}`);
    expect(head.status).toBe(200);
    const { status } = await test.ask('POST', '/verify', { body: { type: 'signup', token_hash: tokenHash } });
    expect(status).toBe(200);
  });
});

describe('service information', () => {
  it('is healthy', async () => {
    const { json } = await test.ask('GET', '/health');
    expect(json).toMatchObject({
      name: 'GoTrue',
      version: expect.any(String),
      description: expect.any(String),
    });
  });

  it('names its settings', async () => {
    const { json } = await test.ask('GET', '/settings');
    expect(json).toMatchObject({
      external: {
        email: true,
        phone: true,
        anonymous_users: true,
        google: false,
        github: false,
        apple: false,
      },
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      saml_enabled: false,
      passkeys_enabled: true,
    });
  });

  it('says that SAML is off', async () => {
    const answers = [
      await test.ask('POST', '/sso', { body: { domain: 'example.com' } }),
      await test.ask('GET', '/sso/saml/metadata'),
      await test.ask('POST', '/sso/saml/acs', { rawBody: 'SAMLResponse=x' }),
    ];
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([
        404,
        { code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
      ]);
    }
    const providers = await test.ask('GET', '/admin/sso/providers', { token: test.serviceRoleKey });
    expect(providers.json).toEqual({ items: [] });
  });
});
