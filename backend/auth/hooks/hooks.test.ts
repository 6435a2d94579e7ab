// Hooks of a project: functions of the database and addresses on the web that decide about accounts.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEmail, newPhone, signIn, signUpPerson } from '../testing/people.ts';
import { goodPassword, startAuth, type TestAuth } from '../testing/start-auth.ts';
import { findFaults } from './access-token-hook.ts';
import { type HookName, type Hooks, readHook } from './hook-settings.ts';

const secret = `v1,whsec_${Buffer.from('a secret of 32 bytes, or longer.').toString('base64')}`;
const olderSecret = `v1,whsec_${Buffer.from('the secret that was used before.').toString('base64')}`;

interface Payload {
  user: Record<string, unknown>;
  email_data: Record<string, string>;
  sms: Record<string, string>;
}

interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: Payload;
}

let test: TestAuth;
let server: Server;
let received: Received[] = [];
let answer: (request: Received) => {
  status?: number;
  type?: string | null;
  body?: unknown;
  headers?: object;
};
beforeAll(async () => {
  test = await startAuth({ autoconfirm: true });
  const roleScript = new URL('../schema/0012_hook_role.sql', import.meta.url);
  await test.sql.unsafe(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then create role supabase_auth_admin nologin noinherit; end if;
    exception when duplicate_object or unique_violation then null; end $$;
    ${readFileSync(roleScript, 'utf8')}
    create table public.attempts (user_id uuid, valid boolean, seen_by text);
    grant all on public.attempts to supabase_auth_admin;
    create table public.hidden (n int);
    create function public.add_claims(event jsonb) returns jsonb language plpgsql as $$
    begin
      return jsonb_build_object('claims', event -> 'claims' || jsonb_build_object(
        'plan', 'gold', 'by', current_user, 'method', event ->> 'authentication_method',
        'known', (select email from auth.users where id = (event ->> 'user_id')::uuid)));
    end $$;
    create function public.drop_claims(event json) returns json language sql as $$ select json_build_object('claims', json_build_object('sub', 7)) $$;
    create function public.too_slow(event jsonb) returns jsonb language sql as $$ select to_jsonb(pg_sleep(30)::text) $$;
    create function public.too_curious(event jsonb) returns jsonb language sql as $$ select to_jsonb(n) from public.hidden $$;
    create function public.note_attempt(event jsonb) returns jsonb language plpgsql as $$
    begin
      insert into public.attempts values ((event ->> 'user_id')::uuid, (event ->> 'valid')::boolean, current_user);
      if (select count(*) from public.attempts where user_id = (event ->> 'user_id')::uuid and not valid) > 1
      then return '{"decision": "reject", "message": "Come back tomorrow.", "should_logout_user": true}'; end if;
      return '{"decision": "continue"}';
    end $$;
    create function public.quote_input(event jsonb) returns jsonb language plpgsql as $$
    begin raise exception 'cannot send %', event; end $$;`);
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const one = { headers: request.headers, text, body: JSON.parse(text) };
      received.push(one);
      const { status = 200, type = 'application/json', body = {}, headers = {} } = answer(one);
      response.writeHead(status, { ...(type && { 'content-type': type }), ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  received = [];
  answer = () => ({});
});
afterAll(async () => {
  server.close();
  expect(JSON.stringify(test.logged)).not.toContain('whsec');
  // Hooks that fail are errors of the project, reported as such; anything else fails the file.
  const expected = test.logged.filter(({ message, path }) => message === 'a request failed' && path);
  for (const entry of expected) test.logged.splice(test.logged.indexOf(entry), 1);
  await test.close();
});

const inDatabase = (name: string) => readHook(`pg-functions://postgres/public/${name}`, undefined);
const onTheWeb = (secrets = secret) =>
  readHook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, secrets);
const withHook = (name: HookName, hook: Hooks[HookName]) => test.withOptions({ hooks: { [name]: hook } });
function lastPayload(): Payload {
  const last = received.at(-1);
  if (!last) throw new Error('the hook was not called');
  return last.body;
}
const signUp = (host: TestAuth, body: object) =>
  host.ask('POST', '/signup', { body: { password: goodPassword, ...body } });

describe('the access token', () => {
  it('gets the claims of a function, which sees the new user and runs as supabase_auth_admin', async () => {
    const host = withHook('custom_access_token', inDatabase('add_claims'));
    const email = newEmail();
    const { json } = await signUp(host, { email });
    expect(decodeJwt(json.access_token)).toMatchObject({
      plan: 'gold',
      by: 'supabase_auth_admin',
      method: 'password',
      known: email,
      role: 'authenticated',
    });
    const refreshed = await host.ask('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: json.refresh_token },
    });
    expect(decodeJwt(refreshed.json.access_token)).toMatchObject({ plan: 'gold', method: 'token_refresh' });
    const about = await host.ask('GET', '/user', { token: refreshed.json.access_token });
    expect(about.json.email).toBe(email);
  });

  it('is rejected when a claim is missing or of the wrong kind, and nobody is created', async () => {
    const email = newEmail();
    const { status, json } = await signUp(withHook('custom_access_token', inDatabase('drop_claims')), {
      email,
    });
    expect([status, json.code]).toEqual([500, 'unexpected_failure']);
    expect(json.message).toContain(
      'output claims do not conform to the expected schema: \n- (root): aud is required',
    );
    expect(json.message).toContain('- sub: Invalid type. Expected: string, given: integer');
    expect(await test.sql`select from auth.users where email = ${email}`).toHaveLength(0);
    expect(
      findFaults({
        aud: ['a'],
        exp: 1,
        iat: 1,
        sub: '',
        email: '',
        phone: '',
        role: 'r',
        aal: 'aal1',
        session_id: '',
        is_anonymous: true,
        own: null,
      }),
    ).toEqual([]);
  });

  it('waits two seconds for a function, and shows nothing of a function that lacks a right', async () => {
    const person = await signUpPerson(test);
    const body = { email: person.email, password: person.password };
    const slow = await withHook('custom_access_token', inDatabase('too_slow')).ask(
      'POST',
      '/token?grant_type=password',
      { body },
    );
    expect([slow.status, slow.json]).toEqual([
      422,
      { code: 'hook_timeout', message: 'Failed to reach hook within maximum time of 2.000000 seconds' },
    ]);
    const curious = withHook('custom_access_token', inDatabase('too_curious'));
    const { status, json } = await curious.ask('POST', '/token?grant_type=password', { body });
    expect([status, json.message]).toEqual([500, 'Error running the function of the hook']);
    expect(test.logged.at(-2)).toMatchObject({ hook: 'custom_access_token', code: '42501' });
  });
});

describe('a hook on the web', () => {
  it('gets a signature of every secret, and its error is what the client reads', async () => {
    answer = () => ({ body: { error: { http_code: 403, message: 'Only for our school.' } } });
    const host = withHook('before_user_created', onTheWeb(`${secret}|${olderSecret}`));
    const email = newEmail();
    const rejected = await signUp(host, { email, data: { name: 'Ana' } });
    expect([rejected.status, rejected.json]).toEqual([
      403,
      { code: 'unknown', message: 'Only for our school.' },
    ]);
    const [request] = received;
    expect(request?.body).toMatchObject({
      metadata: { name: 'before-user-created', ip_address: '127.0.0.1', uuid: expect.any(String) },
      user: {
        email,
        user_metadata: { name: 'Ana' },
        app_metadata: { provider: 'email' },
        is_anonymous: false,
      },
    });
    const sign = (one: string) =>
      createHmac('sha256', Buffer.from(one.slice('v1,whsec_'.length), 'base64'))
        .update(`${request?.headers['webhook-id']}.${request?.headers['webhook-timestamp']}.${request?.text}`)
        .digest('base64');
    expect(request?.headers['webhook-signature']).toBe(`v1,${sign(secret)} v1,${sign(olderSecret)}`);
    expect(await test.sql`select from auth.users where email = ${email}`).toHaveLength(0);
  });

  it('is asked about every way to become a user, once, with the id that the user gets', async () => {
    const host = withHook('before_user_created', onTheWeb());
    const email = newEmail();
    const made = await signUp(host, { email });
    expect(received[0]?.body.user.id).toBe(made.json.user.id);
    await signUp(host, { email });
    expect(received).toHaveLength(1);
    answer = () => ({ body: { error: { http_code: 400, message: 'no' } } });
    const ways: [string, object, string?][] = [
      ['/signup', {}],
      ['/otp', { email: newEmail() }],
      ['/otp', { phone: newPhone() }],
      ['/invite', { email: newEmail() }, test.serviceRoleKey],
      ['/admin/generate_link', { type: 'magiclink', email: newEmail() }, test.serviceRoleKey],
      ['/admin/generate_link', { type: 'invite', email: newEmail() }, test.serviceRoleKey],
    ];
    for (const [path, body, token] of ways) {
      const { status, json } = await host.ask('POST', path, { body, ...(token && { token }) });
      expect([path, status, json.message]).toEqual([path, 400, 'no']);
    }
    expect(received).toHaveLength(1 + ways.length);
  });

  it.each([
    ['text', { type: 'text/plain', body: 'ok' }, 400, 'hook_payload_invalid_content_type'],
    ['no type', { type: null, body: '' }, 400, 'hook_payload_invalid_content_type'],
    ['half of an object', { body: '{' }, 500, 'unexpected_failure'],
    ['too much', { body: { long: 'x'.repeat(210_000) } }, 422, 'hook_payload_over_size_limit'],
    ['401', { status: 401 }, 500, 'unexpected_failure'],
    ['503', { status: 503 }, 500, 'unexpected_failure'],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 500, 'unexpected_failure'],
  ])('that answers with %s is an error of the hook', async (_what, given, status, code) => {
    answer = () => given;
    const { json, ...rest } = await signUp(withHook('before_user_created', onTheWeb()), {
      email: newEmail(),
    });
    expect([rest.status, json.code]).toEqual([status, code]);
    expect(received).toHaveLength(1);
  });

  it('may ask to be tried again, and may answer nothing', async () => {
    answer = () =>
      received.length < 3
        ? { status: 429, headers: { 'retry-after': 'true' } }
        : { status: 204, type: null, body: '' };
    const { status } = await signUp(withHook('before_user_created', onTheWeb()), { email: newEmail() });
    expect([status, received.length]).toEqual([200, 3]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });
});

describe('messages', () => {
  it('go to the hook with code and hash, and not to the host', async () => {
    const host = withHook('send_email', onTheWeb()).withOptions({ autoconfirm: false });
    const email = newEmail();
    const sentBefore = test.mails.length;
    await signUp(host, { email });
    const { user, email_data: data } = lastPayload();
    expect([user.email, data.email_action_type, data.site_url]).toEqual([
      email,
      'signup',
      'http://localhost:3000/auth/v1',
    ]);
    const verified = await host.ask('POST', '/verify', { body: { type: 'email', email, token: data.token } });
    expect(verified.status).toBe(200);
    const changed = newEmail();
    await host.ask('PUT', '/user', { token: verified.json.access_token, body: { email: changed } });
    expect(received).toHaveLength(2);
    const { email_data: change } = lastPayload();
    expect(change.email_action_type).toBe('email_change');
    // The hash without "new" belongs to the new address: as in Supabase, for old clients.
    for (const [address, token] of [
      [email, change.token],
      [changed, change.token_new],
    ]) {
      const step = await host.ask('POST', '/verify', {
        body: { type: 'email_change', email: address, token },
      });
      expect(step.status).toBe(200);
    }
    expect(test.mails).toHaveLength(sentBefore);
  });

  it('to phones too, with the hook’s own error, and no code reaches the log', async () => {
    const host = withHook('send_sms', onTheWeb()).withOptions({ autoconfirm: false });
    const phone = newPhone();
    await host.ask('POST', '/otp', { body: { phone } });
    const { sms } = lastPayload();
    expect(sms.phone).toBe(phone);
    const session = await host.ask('POST', '/verify', { body: { type: 'sms', phone, token: sms.otp } });
    expect(session.status).toBe(200);
    answer = () => ({ body: { error: { http_code: 429, message: 'Out of credit' } } });
    const failed = await host.ask('POST', '/otp', { body: { phone: newPhone() } });
    expect([failed.status, failed.json.message]).toEqual([429, 'Out of credit']);
    const quoting = withHook('send_sms', inDatabase('quote_input')).withOptions({ autoconfirm: false });
    const quoted = await quoting.ask('POST', '/otp', { body: { phone: newPhone() } });
    expect([quoted.status, quoted.json.message]).toEqual([500, 'Error running the function of the hook']);
    expect(JSON.stringify(test.logged, errorsToo)).not.toContain('"otp"');
  });
});

describe('attempts', () => {
  it('at a password are seen right or wrong; a rejection may end all sessions', async () => {
    const person = await signUpPerson(test);
    const host = withHook('password_verification_attempt', inDatabase('note_attempt'));
    const attempt = (password: string) =>
      host.ask('POST', '/token?grant_type=password', { body: { email: person.email, password } });
    expect((await attempt(person.password)).status).toBe(200);
    expect((await attempt('wrong-wave-41')).json.message).toBe('Invalid login credentials');
    const rejected = await attempt('wrong-wave-42');
    expect([rejected.status, rejected.json]).toEqual([
      400,
      { code: 'invalid_credentials', message: 'Come back tomorrow.' },
    ]);
    expect((await attempt(person.password)).json.message).toBe('Come back tomorrow.');
    const noted = await test.sql`select valid, seen_by from public.attempts where user_id = ${person.id}`;
    expect(noted.map(({ valid }) => valid)).toEqual([true, false, false, true]);
    expect(new Set(noted.map((row) => row.seen_by))).toEqual(new Set(['supabase_auth_admin']));
    expect(await test.sql`select from auth.sessions where user_id = ${person.id}`).toHaveLength(0);
    await attempt('of nobody');
    const unknown = await host.ask('POST', '/token?grant_type=password', {
      body: { email: newEmail(), password: 'x' },
    });
    expect(unknown.json.message).toBe('Invalid login credentials');
  });

  it('at a second factor too; what the hook wrote stays when it rejects', async () => {
    const person = await signUpPerson(test);
    const { access_token: token } = await signIn(test, person);
    const factor = await test.ask('POST', '/factors', { token, body: { factor_type: 'totp' } });
    const host = withHook('mfa_verification_attempt', inDatabase('note_attempt'));
    const attempt = async () => {
      const challenge = await test.ask('POST', `/factors/${factor.json.id}/challenge`, { token });
      return host.ask('POST', `/factors/${factor.json.id}/verify`, {
        token,
        body: { challenge_id: challenge.json.id, code: '000000' },
      });
    };
    expect((await attempt()).json.code).toBe('mfa_verification_failed');
    const rejected = await attempt();
    expect([rejected.status, rejected.json]).toEqual([
      403,
      { code: 'mfa_verification_rejected', message: 'Come back tomorrow.' },
    ]);
    expect(await test.sql`select from public.attempts where user_id = ${person.id}`).toHaveLength(2);
    expect(await test.sql`select from auth.sessions where user_id = ${person.id}`).toHaveLength(0);
  });
});

it.each([
  ['http://example.com/hook', secret, 'uri'],
  ['https://user:password@example.com/hook', secret, 'uri'],
  ['pg-functions://postgres/public', undefined, 'uri'],
  ['pg-functions://postgres/public/a"b', undefined, 'uri'],
  ['ftp://example.com', secret, 'uri'],
  ['https://example.com/hook', undefined, 'secrets'],
  ['https://example.com/hook', `${secret}|whsec_short`, 'secrets'],
])('the setting %s with %s is rejected for its %s', (uri, secrets, setting) => {
  expect(() => readHook(uri, secrets)).toThrow(expect.objectContaining({ setting }));
});

function errorsToo(_name: string, value: unknown): unknown {
  return value instanceof Error ? { message: value.message, cause: value.cause, stack: value.stack } : value;
}
