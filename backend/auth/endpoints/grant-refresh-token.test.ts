import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUpPerson } from '../testing/people.ts';
import { startAuth, type TestAuth } from '../testing/start-auth.ts';

let test: TestAuth;
beforeAll(async () => {
  test = await startAuth();
});
afterAll(() => test.close());

const refresh = (refresh_token: unknown, host = test) =>
  host.ask('POST', '/token?grant_type=refresh_token', { body: { refresh_token } });

describe('refreshing a session', () => {
  it('returns new tokens of the same session and records the use', async () => {
    const { session } = await signUpPerson(test);
    test.pass(60);
    const { status, json } = await refresh(session.refresh_token);
    expect(status).toBe(200);
    expect(json.refresh_token).not.toBe(session.refresh_token);
    expect(decodeJwt(json.access_token).session_id).toBe(decodeJwt(session.access_token).session_id);
    expect(json.user.id).toBe(session.user.id);
    const [row] = await test.sql`
      select refreshed_at > created_at at time zone 'utc' as is_later from auth.sessions
      where id = ${String(decodeJwt(json.access_token).session_id)}`;
    expect(row?.is_later).toBe(true);
  });

  it('does not change the device name and updates its address', async () => {
    const person = await signUpPerson(test);
    const begun = await test.ask('POST', '/token?grant_type=password', {
      body: person,
      headers: { 'user-agent': 'Firefox on a phone' },
      ip: '192.0.2.1',
    });
    const { json } = await test.ask('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: begun.json.refresh_token },
      headers: { 'user-agent': 'node' },
      ip: '192.0.2.2',
    });
    const list = await test.ask('GET', '/user/sessions', { token: json.access_token });
    expect(list.json).toContainEqual(
      expect.objectContaining({ user_agent: 'Firefox on a phone', ip: '192.0.2.2', is_current: true }),
    );
  });

  it('returns the same successor again to a client that lost it, however late', async () => {
    const { session } = await signUpPerson(test);
    const first = await refresh(session.refresh_token);
    test.pass(3600);
    const again = await refresh(session.refresh_token);
    expect(again.json.refresh_token).toBe(first.json.refresh_token);
  });

  it('revokes the whole family when an older token comes back', async () => {
    const { session } = await signUpPerson(test);
    const second = await refresh(session.refresh_token);
    const third = await refresh(second.json.refresh_token);
    test.pass(11);
    const replay = await refresh(session.refresh_token);
    expect([replay.status, replay.json]).toEqual([
      400,
      { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    ]);
    const owner = await refresh(third.json.refresh_token);
    expect([owner.status, owner.json.code]).toEqual([400, 'refresh_token_already_used']);
    const [entry] = await test.sql`
      select payload from auth.audit_log_entries where payload ->> 'action' = 'token_reuse_detected'
      and payload ->> 'actor_id' = ${session.user.id}`;
    expect(entry).toBeDefined();
  });

  it('tolerates an older token within the reuse interval', async () => {
    const { session } = await signUpPerson(test);
    const second = await refresh(session.refresh_token);
    const third = await refresh(second.json.refresh_token);
    const late = await refresh(session.refresh_token);
    expect([late.status, late.json.refresh_token]).toEqual([200, third.json.refresh_token]);
  });

  it('turns a hundred refreshes with one token into one active session', async () => {
    const { session } = await signUpPerson(test);
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(session.refresh_token)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.json.refresh_token)).size).toBe(1);
    const [tokens] = await test.sql`
      select count(*) filter (where not revoked)::int as alive, count(*)::int as total
      from auth.refresh_tokens where user_id = ${session.user.id}`;
    expect(tokens).toEqual({ alive: 1, total: 2 });
  });

  it('does the same when the requests meet in the database and not in memory', async () => {
    const { session } = await signUpPerson(test);
    const handle = session.refresh_token.slice(0, 16);
    const rotations = await Promise.all(
      Array.from({ length: 20 }, (_item, index) => {
        return test.sql<{ outcome: string; token: string }[]>`
          select outcome, token from auth.rotate_refresh_token(
            ${handle}, ${`successor-${index}`}, now(), '10 seconds', null, null, '127.0.0.1', '', null)`;
      }),
    );
    const outcomes = rotations.map(([rotation]) => rotation?.outcome).sort();
    expect(outcomes).toEqual([...Array(19).fill('repeated'), 'rotated']);
    expect(new Set(rotations.map(([rotation]) => rotation?.token)).size).toBe(1);
  });

  it('answers 409 when the session stays locked', async () => {
    const { session } = await signUpPerson(test);
    const id = String(decodeJwt(session.access_token).session_id);
    await test.sql.begin(async (sql) => {
      await sql`select 1 from auth.sessions where id = ${id} for update`;
      const { status, json } = await refresh(session.refresh_token);
      expect([status, json.code]).toEqual([409, 'conflict']);
    });
  });

  it('ends with the session', async () => {
    const { session, token } = await signUpPerson(test);
    await test.ask('POST', '/logout?scope=local', { token });
    const { status, json } = await refresh(session.refresh_token);
    expect([status, json.code]).toEqual([400, 'refresh_token_not_found']);
  });

  it.each([
    ['a made-up token', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['a token of another host', 'tQ3mP0sJq9xL2vBc'],
    ['a NUL', 'abc'],
  ])('does not know %s', async (_case, token) => {
    const { status, json } = await refresh(token);
    expect([status, json]).toEqual([
      400,
      { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
    ]);
  });

  it('stores nothing in the database that could be used as a token', async () => {
    const { session } = await signUpPerson(test);
    const rows = await test.sql`select * from auth.refresh_tokens where user_id = ${session.user.id}`;
    expect(JSON.stringify(rows)).not.toContain(session.refresh_token);
    const { json } = await refresh(rows[0]?.token);
    expect(json.code).toBe('refresh_token_not_found');
  });

  it('responds in OAuth form when the token is missing', async () => {
    const { status, json } = await refresh('');
    expect([status, json]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'refresh_token required' },
    ]);
  });

  it('rejects a number as token', async () => {
    const { status, json } = await refresh(42);
    expect([status, json.code]).toEqual([400, 'bad_json']);
  });

  it('rejects a banned user', async () => {
    const { session } = await signUpPerson(test);
    await test.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${session.user.id}`;
    const { status, json } = await refresh(session.refresh_token);
    expect([status, json.code]).toEqual([400, 'user_banned']);
  });

  it.each([
    ['its timebox', { sessionTimeboxS: 3600 }],
    ['inactivity', { sessionInactivityS: 3600 }],
  ])('ends by %s', async (_case, options) => {
    const host = test.withOptions(options);
    const { session } = await signUpPerson(test);
    const young = await refresh(session.refresh_token, host);
    expect(young.status).toBe(200);
    test.pass(3700);
    const { status, json } = await refresh(young.json.refresh_token, host);
    expect([status, json.code]).toEqual([400, 'session_expired']);
  });
});
