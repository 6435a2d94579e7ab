import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, signUpPerson } from '../testing/people.ts';
import { jwtSecret, mintToken, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the current user', () => {
  it('returns the user', async () => {
    const person = await signUpPerson(test);
    const { status, json } = await test.ask('GET', '/user', { token: person.token });
    expect([status, json.id, json.email]).toEqual([200, person.id, person.email]);
    expect(json).not.toHaveProperty('encrypted_password');
  });

  it('requires a bearer token, whatever the apikey is', async () => {
    const { status, json, headers } = await test.ask('GET', '/user', { headers: { apikey: test.anonKey } });
    expect([status, json]).toEqual([
      401,
      { code: 'no_authorization', message: 'This endpoint requires a valid Bearer token' },
    ]);
    expect(headers.get('x-sb-error-code')).toBe('no_authorization');
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
  });

  it('uses the old error format for clients that send no version', async () => {
    const response = await test.auth.fetch(new Request('http://localhost:3000/auth/v1/user'));
    expect(await response.json()).toEqual({
      code: 401,
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    });
    expect(response.headers.get('x-supabase-api-version')).toBeNull();
  });

  it('rejects forged and foreign tokens as bad_jwt', async () => {
    const { id } = await signUpPerson(test);
    const claims = { sub: id, aud: 'authenticated', role: 'authenticated' };
    const exp = Math.floor(Date.now() / 1000) + 600;
    const forged = {
      garbage: 'not.a.jwt',
      'half a token': 'abc',
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...claims, exp })}.`,
      'alg None': `${encode({ alg: 'None', typ: 'JWT' })}.${encode({ ...claims, exp })}.`,
      'another key': await mintToken(claims, 'another-secret-with-at-least-32-characters-in-it'),
      'another audience': await mintToken({ ...claims, aud: 'someone-else' }),
      'no audience': await mintToken({ sub: id, role: 'authenticated' }),
      'another algorithm': await new SignJWT({ ...claims, exp })
        .setProtectedHeader({ alg: 'HS512' })
        .sign(new TextEncoder().encode(jwtSecret)),
      'an unknown kid': `${encode({ alg: 'RS256', kid: 'nobody' })}.${encode({ ...claims, exp })}.AAAA`,
      expired: await new SignJWT({ ...claims, exp: exp - 700 })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(jwtSecret)),
    };
    for (const [name, token] of Object.entries(forged)) {
      const { status, json } = await test.ask('GET', '/user', { token });
      expect([name, status, json.code]).toEqual([name, 403, 'bad_jwt']);
      expect(json.message).toMatch(/^invalid JWT/);
    }
  });

  it('rejects signed claims of the wrong type and assumes no missing ones', async () => {
    const { id } = await signUpPerson(test);
    const good = {
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      exp: Math.floor(Date.now() / 1000) + 600,
    };
    const odd = {
      role: [undefined, null, '', 'anon', 7, ['authenticated'], { role: 'authenticated' }],
      exp: [undefined, null, '9999999999', []],
      sub: [undefined, null, 7, [id], {}],
      aud: [undefined, null, 7, [], {}, ['authenticated', 7]],
    };
    const sign = (claims: Record<string, unknown>) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(jwtSecret));
    expect((await test.ask('GET', '/user', { token: await sign(good) })).status).toBe(200);
    for (const [name, values] of Object.entries(odd)) {
      for (const value of values) {
        const answer = await test.ask('GET', '/user', { token: await sign({ ...good, [name]: value }) });
        expect([name, value, answer.status, answer.json.code]).toEqual([name, value, 403, 'bad_jwt']);
      }
    }
  });

  it('rejects API keys, which name no user', async () => {
    for (const token of [test.anonKey, test.serviceRoleKey]) {
      const { status, json } = await test.ask('GET', '/user', { token });
      expect([status, json]).toEqual([403, { code: 'bad_jwt', message: 'invalid claim: missing sub claim' }]);
    }
  });

  it('notices that the user, the session or the permission was removed', async () => {
    const gone = await signUpPerson(test);
    await test.sql`delete from auth.users where id = ${gone.id}`;
    const away = await signUpPerson(test);
    await test.sql`delete from auth.sessions where user_id = ${away.id}`;
    const banned = await signUpPerson(test);
    await test.sql`update auth.users set banned_until = 'infinity'::timestamptz where id = ${banned.id}`;
    const codes = await Promise.all(
      [gone, away, banned].map(async ({ token }) => {
        const { status, json } = await test.ask('GET', '/user', { token });
        return [status, json.code];
      }),
    );
    expect(codes).toEqual([
      [403, 'user_not_found'],
      [403, 'session_not_found'],
      [403, 'user_banned'],
    ]);
  });
});

describe('signing out', () => {
  it.each([
    ['global', [403, 403, 403]],
    ['local', [403, 200, 200]],
    ['others', [200, 403, 403]],
  ])('scope %s', async (scope, expected) => {
    const person = await signUpPerson(test);
    const tokens = [
      person.token,
      (await signIn(test, person)).access_token,
      (await signIn(test, person)).access_token,
    ];
    const { status } = await test.ask('POST', `/logout?scope=${scope}`, { token: person.token });
    expect(status).toBe(204);
    const after = await Promise.all(tokens.map((token) => test.ask('GET', '/user', { token })));
    expect(after.map((answer) => answer.status)).toEqual(expected);
  });

  it('rejects an unknown scope', async () => {
    const { token } = await signUpPerson(test);
    const { status, json } = await test.ask('POST', '/logout?scope=everything', { token });
    expect([status, json.code]).toEqual([400, 'validation_failed']);
  });

  it('ends one session of many from the list', async () => {
    const person = await signUpPerson(test);
    const other = await signIn(test, person);
    const list = await test.ask('GET', '/user/sessions', { token: person.token });
    const sessions = list.json as unknown as { id: string; is_current: boolean }[];
    const foreign = sessions.find((session) => !session.is_current);
    const ended = await test.ask('DELETE', `/user/sessions/${foreign?.id}`, { token: person.token });
    expect(ended.status).toBe(204);
    expect((await test.ask('GET', '/user', { token: other.access_token })).status).toBe(403);
    expect((await test.ask('GET', '/user', { token: person.token })).status).toBe(200);
  });

  it("cannot end another user's session", async () => {
    const [mine, theirs] = [await signUpPerson(test), await signUpPerson(test)];
    const [row] = await test.sql`select id from auth.sessions where user_id = ${theirs.id}`;
    for (const id of [row?.id, 'nonsense']) {
      const { status } = await test.ask('DELETE', `/user/sessions/${id}`, { token: mine.token });
      expect(status).toBe(404);
    }
    expect((await test.ask('GET', '/user', { token: theirs.token })).status).toBe(200);
  });
});
