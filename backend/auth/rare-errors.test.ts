// Rare failures outside the service: senders, the database, time limits, accounts managed elsewhere.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSql } from '../database/driver/open-sql.ts';
import { createAuth } from './create-auth.ts';
import type { CreateAuthOptions } from './options.ts';
import { newEmail, newPhone, signUpPerson } from './testing/people.ts';
import { defaultOptions, goodPassword, siteUrl, startAuth, type TestAuth } from './testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const never = () => new Promise<void>(() => undefined);
const rejected = () => Promise.reject(new Error('nobody takes it'));

/** The service on the same database, with one failing dependency. */
function amiss(parts: Partial<CreateAuthOptions>, timeLimitMs?: number) {
  const logged: { error_id?: string; message: string }[] = [];
  const record = (details: Record<string, unknown>, message: string) => logged.push({ ...details, message });
  const auth = createAuth({
    sql: test.sql,
    config: { ...defaultOptions(test), ...(timeLimitMs && { timeLimitMs }) },
    sendMail: async () => undefined,
    sendSms: async () => undefined,
    log: { info: () => undefined, warn: record, error: record },
    clientIp: () => '127.0.0.1',
    ...parts,
  });
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await auth.fetch(
      new Request(`${siteUrl}/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body), headers }),
    );
    return { response, json: (await response.json()) as Record<string, unknown> };
  };
  return { post, logged };
}

describe('a sender that fails', () => {
  it('for text messages is reported to the user', async () => {
    const { post, logged } = amiss({ sendSms: rejected });
    const { response, json } = await post('/signup', { phone: newPhone(), password: goodPassword });
    expect([response.status, json.error_code]).toEqual([422, 'sms_send_failed']);
    expect(logged).toMatchObject([{ message: 'text message could not be sent' }]);
  });

  it('for emails is an internal error with an id that is in the log', async () => {
    const { post, logged } = amiss({ sendMail: rejected });
    const { response, json } = await post('/signup', { email: newEmail(), password: goodPassword });
    expect([response.status, response.headers.get('x-sb-error-code')]).toEqual([500, 'unexpected_failure']);
    expect(json).toMatchObject({ code: 500, error_code: 'unexpected_failure', error_id: expect.any(String) });
    expect(logged.some(({ error_id }) => error_id === json.error_id)).toBe(true);
  });
});

describe('a database that fails', () => {
  it('is an internal error that does not reveal its cause', async () => {
    // Nothing listens on port 1.
    const nowhere = openSql('postgres://nobody@127.0.0.1:1/nothing', { max: 1, connect_timeout: 2 });
    const { post } = amiss({ sql: nowhere });
    const credentials = { email: newEmail(), password: goodPassword };
    const version = { 'x-supabase-api-version': '2024-01-01' };
    const { response, json } = await post('/token?grant_type=password', credentials, version);
    expect([response.status, json.code]).toEqual([500, 'unexpected_failure']);
    expect(JSON.stringify(json)).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
    await nowhere.end({ timeout: 1 });
  });
});

describe('a request that takes too long', () => {
  it('still gets a response', async () => {
    const { post } = amiss({ sendMail: never }, 300);
    const { response, json } = await post('/signup', { email: newEmail(), password: goodPassword });
    expect([response.status, json.error_code]).toEqual([504, 'request_timeout']);
  });
});

describe('an account managed by an SSO provider', () => {
  it('changes neither address nor password here', async () => {
    const person = await signUpPerson(test);
    await test.sql`update auth.users set is_sso_user = true where id = ${person.id}`;
    for (const body of [{ email: newEmail() }, { password: 'another-wave-42' }]) {
      const { status, json } = await test.ask('PUT', '/user', { token: person.token, body });
      expect([status, json.code]).toEqual([422, 'user_sso_managed']);
    }
    const { status } = await test.ask('PUT', '/user', { token: person.token, body: { data: { a: 1 } } });
    expect(status).toBe(200);
  });

  it('belongs to a provider that is not known here', async () => {
    const { status, json } = await test.ask('GET', `/admin/sso/providers/${crypto.randomUUID()}`, {
      token: test.serviceRoleKey,
    });
    expect([status, json.code]).toEqual([404, 'sso_provider_not_found']);
  });
});

describe('unlinking', () => {
  it('is rejected when the remaining address belongs to another user', async () => {
    const [person, other] = [await signUpPerson(test), await signUpPerson(test)];
    const [own] = await test.sql<{ id: string }[]>`
      select id from auth.identities where user_id = ${person.id}`;
    await test.sql`
      insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
      values (gen_random_uuid(), ${person.id}, 'google', ${other.id}, ${test.sql.json({ email: other.email })},
        now(), now())`;
    const { status, json } = await test.ask('DELETE', `/user/identities/${own?.id}`, { token: person.token });
    expect([status, json.code]).toEqual([422, 'email_conflict_identity_not_deletable']);
    const { json: user } = await test.ask('GET', '/user', { token: person.token });
    expect(user.identities).toHaveLength(2);
  });
});
