import type { Session } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { readClaims } from '#app/backend/session-claims.ts';
import { mintToken } from '../testing/mint-key.ts';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { goodPassword, signUp, type TestPerson } from './testing/people.ts';
import { createVisitorClients } from './visitor-client.ts';

let studio: StudioApp;
let person: TestPerson;

beforeAll(async () => {
  studio = await startStudioApp();
  person = await signUp(studio, 'teacher');
});
afterAll(() => studio?.close());

const nowS = () => Math.floor(Date.now() / 1000);
const visit = (cookie: string, headers: Record<string, string> = {}) =>
  studio.clients.visit(
    new Request(`${studio.siteUrl}/`, { headers: { ...(cookie && { cookie }), ...headers } }),
  );

async function newSession(): Promise<Session> {
  const { data, error } = await studio
    .newClient()
    .auth.signInWithPassword({ email: person.email, password: goodPassword });
  if (error) throw error;
  return data.session;
}

function authCookie(session: object): string {
  return `${AUTH_COOKIE}=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`;
}

/** The cookies that a browser would hold after these Set-Cookie lines. */
function cookiesOf(lines: string[]): string {
  return lines
    .filter((line) => !/max-age=0/i.test(line))
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ');
}

describe('a visitor without a session', () => {
  it('shares one client with all others and is asked about nowhere', async () => {
    const one = visit('theme=dark');
    expect(one.proof).toBe('none');
    expect(one.client).toBe(visit('').client);
    expect(await one.visitor()).toEqual({ user: null, roles: [] });
    expect(one.setCookies).toEqual([]);
  });

  it('who sends a form asks in their own name, also through the elevated client: limits count their address', async () => {
    const askedBy: (Request | undefined)[] = [];
    const clients = createVisitorClients({
      url: studio.siteUrl,
      anonKey: studio.secrets.anonKey,
      serviceRoleKey: studio.secrets.serviceRoleKey,
      cookieDomain: undefined,
      isHttps: false,
      send(request, onBehalfOf) {
        askedBy.push(onBehalfOf);
        return studio.fetch(request);
      },
    });
    const form = new Request(`${studio.siteUrl}/newsletter`, { method: 'POST' });
    expect((await clients.visit(form).client.from('offerings').select('id').limit(1)).error).toBeNull();
    expect((await clients.elevatedFor(form)?.from('offerings').select('id').limit(1))?.error).toBeNull();
    expect(askedBy).toEqual([form, form]);
  });

  it('is not signed in by the cookie of an unfinished sign-in', async () => {
    expect(visit(`${AUTH_COOKIE}-code-verifier=base64-abc`).proof).toBe('none');
  });
});

describe('a visitor with the auth cookie', () => {
  it('is the person that the backend says, with their roles and their own rows', async () => {
    const session = await newSession();
    const { visitor, client, setCookies } = visit(authCookie(session));
    expect(await visitor()).toEqual({
      user: {
        id: person.id,
        email: person.email,
        phone: null,
        name: `Person ${person.email}`,
        isAnonymous: false,
        aal: 'aal1',
        needsSecondFactor: false,
        sessionId: readClaims(session.access_token).session_id,
        language: null,
      },
      roles: expect.arrayContaining(['member', 'teacher']),
    });
    const { data } = await client.from('profiles').select('user_id');
    expect(data).toEqual([{ user_id: person.id }]);
    expect(setCookies).toEqual([]);
  });

  it('gets a fresh token when theirs is over, and cookies to keep it', async () => {
    const session = await newSession();
    const over = { ...session, expires_at: nowS() - 60 };
    const first = visit(authCookie(over));
    expect((await first.visitor()).user?.id).toBe(person.id);
    const [line = ''] = first.setCookies;
    expect(line).toMatch(/^sb-onda-auth-token=base64-/);
    expect(line).toContain('Max-Age=34560000');
    expect(line).toContain('Path=/');
    expect(line).toContain('SameSite=Lax');
    expect(line).not.toMatch(/httponly|secure|domain/i);

    const second = visit(cookiesOf(first.setCookies));
    expect((await second.visitor()).user?.id).toBe(person.id);
    expect(second.setCookies).toEqual([]);
  });

  it('stays signed in when many requests find the token over at the same moment', async () => {
    const cookie = authCookie({ ...(await newSession()), expires_at: nowS() - 60 });
    const visits = Array.from({ length: 20 }, () => visit(cookie));
    const visitors = await Promise.all(visits.map(({ visitor }) => visitor()));
    for (const { user } of visitors) expect(user?.id).toBe(person.id);
    const last = visit(cookiesOf(visits.at(-1)?.setCookies ?? []));
    expect((await last.visitor()).user?.id).toBe(person.id);
  });

  it('is anonymous once the session was ended elsewhere, and loses the cookie', async () => {
    const session = await newSession();
    await studio.sql`delete from auth.sessions where id = ${readClaims(session.access_token).session_id ?? ''}`;
    const { visitor, setCookies } = visit(authCookie(session));
    expect((await visitor()).user).toBeNull();
    expect(setCookies).toEqual([expect.stringMatching(/^sb-onda-auth-token=;.*Max-Age=0/)]);
  });

  it('is anonymous when the refresh token is not known, and loses the cookie', async () => {
    const session = { ...(await newSession()), expires_at: nowS() - 60, refresh_token: 'not-one-of-ours' };
    const { visitor, setCookies } = visit(authCookie(session));
    expect((await visitor()).user).toBeNull();
    expect(setCookies.join()).toMatch(/Max-Age=0/);
  });

  it('still sees public pages when the backend does not know the key of their token any more', async () => {
    const session = await newSession();
    const claims = readClaims(session.access_token);
    const forged = {
      ...session,
      access_token: mintToken({ ...claims }, 'another secret of another time, long enough'),
    };
    const { visitor, client } = visit(authCookie(forged));
    expect((await client.from('studio').select('name').single()).data?.name).toBe('onda');
    expect((await client.from('profiles').select('user_id')).data ?? []).toEqual([]);
    expect((await visitor()).user).toBeNull();
  });

  it.each(['base64-###', 'base64-', '%E0%A4%A', `base64-${Buffer.from('{"a":').toString('base64url')}`, 'x'])(
    'that contains %j is anonymous',
    async (value) => {
      const { visitor, client, setCookies } = visit(`${AUTH_COOKIE}=${value}`);
      expect((await visitor()).user).toBeNull();
      expect(setCookies).toEqual([expect.stringMatching(/^sb-onda-auth-token=; Max-Age=0; Path=\//)]);
      expect((await client.from('studio').select('name').single()).error).toBeNull();
    },
  );

  it('gets a fresh token when theirs is over, however far ahead their clock runs', async () => {
    const session = await newSession();
    const over = mintToken({ ...readClaims(session.access_token), exp: nowS() - 60 });
    const { visitor, setCookies } = visit(
      authCookie({ ...session, access_token: over, expires_at: nowS() + 9000 }),
    );
    expect((await visitor()).user?.id).toBe(person.id);
    expect(setCookies.join()).toMatch(/^sb-onda-auth-token=base64-/);
  });

  it.each([502, 503, 504])('stays signed in when the renewal is answered with %i', async (status) => {
    const session = { ...(await newSession()), expires_at: nowS() - 60 };
    const clients = createVisitorClients({
      url: studio.siteUrl,
      anonKey: studio.secrets.anonKey,
      serviceRoleKey: undefined,
      cookieDomain: undefined,
      isHttps: false,
      send: async () => new Response('not now', { status }),
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    const { visitor, setCookies } = clients.visit(
      new Request(studio.siteUrl, { headers: { cookie: authCookie(session) } }),
    );
    const asked = visitor().then(
      () => 'answered',
      (error: { status: number }) => error.status,
    );
    await vi.advanceTimersByTimeAsync(40_000);
    vi.useRealTimers();
    expect(await asked).toBe(status);
    expect(setCookies).toEqual([]);
  });

  it.each([
    ['letters that no header takes', { access_token: '\ud800👋', refresh_token: 'x' }],
    ['a NUL', { access_token: 'a.b.c\0', refresh_token: 'x' }],
    ['no token', { access_token: 'x', refresh_token: 'x' }],
    ['a renewal that no header takes', { access_token: 'a.b.c', refresh_token: 'é'.repeat(3) }],
    ['numbers', { access_token: 1, refresh_token: {} }],
  ])('is anonymous at once when the session holds %s', async (_what, broken) => {
    const { proof, visitor, setCookies } = visit(
      authCookie({ ...broken, expires_at: nowS() + 999, user: {} }),
    );
    expect(proof).toBe('none');
    expect((await visitor()).user).toBeNull();
    expect(setCookies.join()).toMatch(/max-age=0/i);
    expect(visit('passkey-token=base64-%%%').proof).toBe('none');
    expect(visit('', { authorization: 'Bearer nonsense' }).proof).toBe('none');
  });

  it('may look at a page that calls functions, although the token is not known any more', async () => {
    const forged = mintToken({ sub: person.id, role: 'authenticated', aud: 'authenticated' }, 'x'.repeat(40));
    const { client } = visit(`passkey-token=${forged}`);
    const { status } = await client.rpc('hold_status', { hold_token: 'nothing' });
    expect(status).toBe(404);
  });

  it('is joined from chunks, and absent when one of them is missing', async () => {
    const session = { ...(await newSession()), about: 'a'.repeat(7000) };
    const value = authCookie(session).slice(AUTH_COOKIE.length + 1);
    const chunks = (value.match(/.{1,3180}/g) ?? []).map(
      (chunk, index) => `${AUTH_COOKIE}.${index}=${chunk}`,
    );
    expect(chunks.length).toBeGreaterThan(2);
    expect((await visit(chunks.join('; ')).visitor()).user?.id).toBe(person.id);
    const broken = visit(chunks.toSpliced(1, 1).join('; '));
    expect((await broken.visitor()).user).toBeNull();
    expect(broken.setCookies).toHaveLength(chunks.length - 1);
  });

  it('renews from the address and the browser of the visitor, not from our own', async () => {
    const session = await newSession();
    const request = new Request(`${studio.siteUrl}/api/account/sessions`, {
      headers: {
        cookie: authCookie({ ...session, expires_at: nowS() - 60 }),
        'user-agent': 'Mozilla Firefox/140',
      },
    });
    const response = await studio.fetch(request, { address: '198.51.100.23' });
    expect(response.headers.getSetCookie().join()).toContain(AUTH_COOKIE);
    const [entry] = await studio.sql`
      select ip_address from auth.audit_log_entries
      where payload ->> 'action' = 'token_refreshed' order by created_at desc limit 1`;
    expect(entry?.ip_address).toBe('198.51.100.23');
  });
});

describe('a visitor with the passkey cookie', () => {
  it('is known by its token alone', async () => {
    const { access_token } = await newSession();
    const { visitor, client } = visit(`passkey-token=${access_token}`);
    expect((await visitor()).user?.id).toBe(person.id);
    expect((await client.from('profiles').select('user_id')).data).toEqual([{ user_id: person.id }]);
  });

  it('can do all that the library does for someone with a session', async () => {
    const { access_token } = await newSession();
    const { client, setCookies } = visit(`passkey-token=${access_token}`);
    expect((await client.auth.passkey.list()).error).toBeNull();
    const { data, error } = await client.auth.updateUser({ data: { about: 'by passkey' } });
    expect([error, data.user?.id]).toEqual([null, person.id]);
    expect(setCookies).toEqual([]);
    expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await visit(`passkey-token=${access_token}`).visitor()).user).toBeNull();
  });

  it('is the person of the passkey, whatever the auth cookie says', async () => {
    const other = await signUp(studio);
    const { access_token } = await newSession();
    const { data } = await other.client.auth.getSession();
    const { visitor, client } = visit(`${authCookie(data.session ?? {})}; passkey-token=${access_token}`);
    expect((await visitor()).user?.id).toBe(person.id);
    expect((await client.from('profiles').select('user_id')).data).toEqual([{ user_id: person.id }]);
  });

  it('gets both cookies renewed when both are over', async () => {
    const session = await newSession();
    const over = mintToken({ ...readClaims(session.access_token), exp: nowS() - 60 });
    const cookie = `${authCookie({ ...session, access_token: over, expires_at: nowS() - 60 })}; passkey-token=${over}`;
    const { visitor, setCookies } = visit(cookie);
    expect((await visitor()).user?.id).toBe(person.id);
    const renewed = setCookies.find((line) => line.startsWith('passkey-token='));
    expect(renewed).toMatch(/; path=\/; max-age=3\d{3}; samesite=lax$/);
    expect((await visit(cookiesOf(setCookies)).visitor()).user?.id).toBe(person.id);
  });

  it('is anonymous when its token is over, and loses the cookie', async () => {
    const { access_token } = await newSession();
    const over = mintToken({ ...readClaims(access_token), exp: nowS() - 60 });
    const { visitor, setCookies, client } = visit(`passkey-token=${over}`);
    expect((await visitor()).user).toBeNull();
    expect((await client.from('studio').select('name').single()).data?.name).toBe('onda');
    expect(setCookies).toEqual([expect.stringMatching(/^passkey-token=;.*max-age=0/)]);
  });
});

describe('the elevated client', () => {
  const build = (serviceRoleKey: string | undefined) =>
    createVisitorClients({
      url: studio.siteUrl,
      anonKey: studio.secrets.anonKey,
      serviceRoleKey,
      cookieDomain: undefined,
      isHttps: false,
      send: (request) => studio.fetch(request),
    });

  it('exists only where the service-role key does', () => {
    expect(build(undefined).elevated).toBeNull();
    expect(build(studio.secrets.serviceRoleKey).elevated).not.toBeNull();
  });

  it('sees past row policies, which no other client does', async () => {
    const { elevated, anonymous } = build(studio.secrets.serviceRoleKey);
    expect((await elevated?.from('profiles').select('user_id'))?.data?.length).toBeGreaterThan(0);
    expect((await anonymous.from('profiles').select('user_id')).data ?? []).toEqual([]);
  });
});
