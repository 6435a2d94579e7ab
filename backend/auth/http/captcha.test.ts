import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuth } from '../create-auth.ts';
import { newEmail, signUpPerson } from '../testing/people.ts';
import { defaultOptions, goodPassword, startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
let guarded: ReturnType<typeof createAuth>;
beforeAll(async () => {
  test = await startAuth();
  guarded = createAuth({
    sql: test.sql,
    config: { ...defaultOptions(test), autoconfirm: true },
    sendMail: async () => undefined,
    sendSms: async () => undefined,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    clientIp: () => '127.0.0.1',
    verifyCaptcha: async (token, ip) => token === 'human' && ip === '127.0.0.1',
  });
});
afterAll(() => test.close());

async function ask(path: string, body: unknown, key?: string): Promise<{ status: number; code: unknown }> {
  const response = await guarded.fetch(
    new Request(`http://localhost:3000/auth/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'x-supabase-api-version': '2024-01-01',
        ...(key && { authorization: `Bearer ${key}` }),
      },
    }),
  );
  return { status: response.status, code: ((await response.json()) as { code?: unknown }).code };
}

describe('a bot check', () => {
  it.each(['/signup', '/otp', '/recover', '/resend', '/magiclink'])('protects %s', async (path) => {
    const body = { email: newEmail(), password: goodPassword };
    expect(await ask(path, body)).toEqual({ status: 400, code: 'captcha_failed' });
    const wrong = { ...body, gotrue_meta_security: { captcha_token: 'robot' } };
    expect((await ask(path, wrong)).code).toBe('captcha_failed');
  });

  it('lets verified people through', async () => {
    const body = {
      email: newEmail(),
      password: goodPassword,
      gotrue_meta_security: { captcha_token: 'human' },
    };
    expect((await ask('/signup', body)).status).toBe(200);
  });

  it('does not apply to password sign-in and refresh', async () => {
    const { session, email } = await signUpPerson(test);
    const refreshed = await ask('/token?grant_type=refresh_token', { refresh_token: session.refresh_token });
    expect(refreshed.status).toBe(200);
    const signedIn = await ask('/token?grant_type=password', { email, password: goodPassword });
    expect(signedIn.status).toBe(200);
  });

  it('is skipped with the service key', async () => {
    const body = { email: newEmail(), password: goodPassword };
    expect((await ask('/signup', body, test.anonKey)).code).toBe('captcha_failed');
    expect((await ask('/signup', body, test.serviceRoleKey)).status).toBe(200);
  });
});
