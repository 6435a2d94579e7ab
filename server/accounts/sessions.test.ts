import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { nameDevice, readDevice } from './name-device.ts';
import { ask, goodPassword, signUp, type TestPerson } from './testing/people.ts';

let studio: StudioApp;
let person: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  person = await signUp(studio);
});
afterAll(() => studio?.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Listed {
  id: string;
  device: string;
  ip: string;
  is_current: boolean;
  last_used_at: string;
}
const sessionsOf = async (as: { token: string }) =>
  (await ask(studio, 'GET /api/account/sessions', { as })).json.sessions as Listed[];

async function signInFrom(
  address: string,
  userAgent: string,
): Promise<{ token: string; refreshToken: string }> {
  const response = await studio.fetch(
    new Request(`${studio.siteUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: {
        apikey: studio.secrets.anonKey,
        'content-type': 'application/json',
        'user-agent': userAgent,
      },
      body: JSON.stringify({ email: person.email, password: goodPassword }),
    }),
    { address },
  );
  const { access_token, refresh_token } = await response.json();
  return { token: access_token, refreshToken: refresh_token };
}

describe('the list of sessions', () => {
  it('names device, address and last use, this one first', async () => {
    const laptop = await signInFrom('198.51.100.4', firefox);
    const sessions = await sessionsOf(laptop);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({
      device: 'Firefox on Linux',
      browser: 'Firefox',
      system: 'Linux',
      ip: '198.51.100.4',
      is_current: true,
    });
    expect(sessions[1]?.is_current).toBe(false);
    expect(Date.now() - Date.parse(sessions[0]?.last_used_at ?? '')).toBeLessThan(60_000);
  });

  it('lists only the user’s own', async () => {
    const other = await signUp(studio);
    expect(await sessionsOf(other)).toHaveLength(1);
  });
});

describe('ending a session', () => {
  it('signs that device out and no other', async () => {
    const phone = await signInFrom('198.51.100.5', firefox);
    const laptop = await signInFrom('198.51.100.6', firefox);
    const [current] = await sessionsOf(phone);
    const { status } = await ask(studio, `DELETE /api/account/sessions/${current?.id}`, { as: laptop });
    expect(status).toBe(200);
    expect((await ask(studio, 'GET /api/account/sessions', { as: phone })).status).toBe(401);
    const { error } = await studio.newClient().auth.refreshSession({ refresh_token: phone.refreshToken });
    expect(error).not.toBeNull();
    expect((await ask(studio, 'GET /api/account/sessions', { as: laptop })).status).toBe(200);
    const again = await ask(studio, `DELETE /api/account/sessions/${current?.id}`, { as: laptop });
    expect([again.status, again.json.code]).toEqual([404, 'session_not_found']);
  });

  it('is not for others to do', async () => {
    const other = await signUp(studio);
    const [theirs] = await sessionsOf(other);
    for (const id of [theirs?.id, 'nonsense', '%00']) {
      const { status } = await ask(studio, `DELETE /api/account/sessions/${id}`, { as: person });
      expect(status).toBe(404);
    }
    expect(await sessionsOf(other)).toHaveLength(1);
  });

  it('is rejected to who is not signed in', async () => {
    const { status, json } = await ask(studio, 'DELETE /api/account/sessions/x');
    expect([status, json.code]).toEqual([401, 'not_signed_in']);
  });
});

describe('what a cookie vouches for', () => {
  const cookieOf = async () => {
    const { data } = await studio
      .newClient()
      .auth.signInWithPassword({ email: person.email, password: goodPassword });
    return `${AUTH_COOKIE}=base64-${Buffer.from(JSON.stringify(data.session)).toString('base64url')}`;
  };
  const endCurrent = async (headers: Record<string, string>) => {
    const cookie = await cookieOf();
    const { json } = await ask(studio, 'GET /api/account/sessions', { headers: { cookie } });
    const [current] = json.sessions as Listed[];
    return ask(studio, `DELETE /api/account/sessions/${current?.id}`, { headers: { cookie, ...headers } });
  };

  it.each([[{ 'sec-fetch-site': 'same-origin' }], [{ origin: 'http://studio.test' }]])(
    'is done when asked by a page of ours (%j)',
    async (headers) => {
      expect((await endCurrent(headers)).status).toBe(200);
    },
  );

  it.each([
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://studio.test' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'http://studio.test.evil.example' }],
    [{ origin: 'null' }],
    [{}],
  ])('is rejected when it comes from elsewhere (%j)', async (headers: Record<string, string>) => {
    const { status, json } = await endCurrent(headers);
    expect([status, json.code]).toEqual([403, 'cross_origin']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain; a=application/json', ''])(
    'is rejected in a form that another site could send (%s)',
    async (type) => {
      const cookie = await cookieOf();
      const { status, json } = await ask(studio, 'POST /api/account/people/x/ban', {
        body: { banned: true },
        headers: { cookie, origin: 'http://studio.test', 'content-type': type },
      });
      expect([status, json.code]).toEqual([415, 'not_json_type']);
    },
  );

  it('asks nothing of the sort of a bearer token, which no other site has', async () => {
    const session = await signInFrom('198.51.100.8', firefox);
    const [current] = await sessionsOf(session);
    const { status } = await ask(studio, `DELETE /api/account/sessions/${current?.id}`, {
      as: session,
      headers: { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(status).toBe(200);
  });
});

it.each([
  [firefox, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['node', 'A program'],
  ['', 'Unknown device'],
])('calls %j %s', (userAgent, name) => {
  expect(nameDevice(readDevice(userAgent))).toBe(name);
});

describe('what happened', () => {
  interface Happened {
    action: string;
    about: string | null;
    ip: string;
    is_own: boolean;
  }
  const eventsOf = async (as: { token: string }) =>
    (await ask(studio, 'GET /api/account/events', { as })).json.events as Happened[];

  it('is shown to the account’s owner, newest first, with failed attempts from elsewhere', async () => {
    const someone = await signUp(studio);
    await studio.fetch(
      new Request(`${studio.siteUrl}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: studio.secrets.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: someone.email, password: 'not-the-password' }),
      }),
      { address: '203.0.113.9' },
    );
    await someone.client.auth.updateUser({ password: 'harbour-wave-42', current_password: goodPassword });
    const [last, failed] = await eventsOf(someone);
    expect(last).toMatchObject({ action: 'user_updated_password', is_own: true });
    expect(failed).toMatchObject({ action: 'login_failed', about: 'email', ip: '203.0.113.9' });
  });

  it('is visible only to the user, and names what the studio did', async () => {
    const someone = await signUp(studio);
    const owner = await signUp(studio, 'owner');
    expect((await ask(studio, 'GET /api/account/events')).status).toBe(401);
    await ask(studio, `POST /api/account/people/${someone.id}/reset-factors`, { as: owner, body: {} });
    const { data } = await someone.client.auth.signInWithPassword({
      email: someone.email,
      password: goodPassword,
    });
    const [last, before] = await eventsOf({ token: data.session?.access_token ?? '' });
    expect(last).toMatchObject({ action: 'login', is_own: true });
    expect(before).toMatchObject({ action: 'factors_reset', is_own: false });
    expect((await eventsOf(owner)).every(({ is_own }) => is_own)).toBe(true);
  });
});
