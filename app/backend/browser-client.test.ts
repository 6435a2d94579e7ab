import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUTH_COOKIE } from './auth-cookie.ts';
import { type BackendSettings, openBrowserClient } from './browser-client.ts';
import { watchPasskeyEnd } from './passkey-session.ts';
import { readPasskeyToken } from './passkey-token.ts';
import { type AuthServer, newSession, person, startAuthServer } from './testing/auth-server.ts';
import { createJar, type TestJar, unsignedToken } from './testing/cookie-jar.ts';

let server: AuthServer;
let jar: TestJar;
beforeEach(async () => {
  server = await startAuthServer();
  jar = createJar();
});
afterEach(() => server.close());

const settings: BackendSettings = { backendUrl: '', anonKey: 'anon', cookieDomain: null };
const open = (patch: Partial<BackendSettings> = {}, origin = server.origin) =>
  openBrowserClient({ ...settings, ...patch }, { origin, jar });
const saveSession = (session: ReturnType<typeof newSession>) => {
  jar.cookie = `${AUTH_COOKIE}=base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}; path=/`;
};

/** Opens a client on what the jar holds and collects what it says until it is ready. */
async function recover(): Promise<[AuthChangeEvent, string | undefined][]> {
  const events: [AuthChangeEvent, string | undefined][] = [];
  const client = open();
  client.auth.onAuthStateChange((event, session: Session | null) => {
    events.push([event, session?.access_token]);
  });
  await client.auth.initialize();
  return events;
}

describe('recovering a session', () => {
  it('counts a session as alive until ten seconds before its expiry', async () => {
    const session = newSession({ lifeS: 12 });
    saveSession(session);
    expect((await recover())[0]).toEqual(['SIGNED_IN', session.access_token]);
  });

  it('counts a session as expired from ten seconds before its expiry', async () => {
    const session = newSession({ lifeS: 9 });
    saveSession(session);
    const [first] = await recover();
    expect(first?.[0]).toBe('TOKEN_REFRESHED');
    expect(first?.[1]).not.toBe(session.access_token);
    expect(server.asked.filter(({ url }) => url.includes('grant_type=refresh_token'))).toHaveLength(1);
  });

  it('leaves a long session alone and sends no request', async () => {
    const session = newSession();
    saveSession(session);
    expect((await recover())[0]).toEqual(['SIGNED_IN', session.access_token]);
    expect(server.asked).toEqual([]);
  });

  it('retries a refresh that fails for the moment, first after 200 ms, then doubling', async () => {
    saveSession(newSession({ lifeS: 5 }));
    server.failNext.times = 2;
    const startedAt = performance.now();
    const [first] = await recover();
    const tookMs = performance.now() - startedAt;
    expect(first?.[0]).toBe('TOKEN_REFRESHED');
    expect(server.asked.filter(({ url }) => url.includes('/token'))).toHaveLength(3);
    expect(tookMs).toBeGreaterThan(200 + 400 - 20);
  });

  it('ticks every 30 s, refreshes at three ticks and retries within 30 s, as the installed library does', () => {
    const library = createRequire(import.meta.url);
    const folder = join(dirname(library.resolve('@supabase/auth-js')));
    const constants = library(join(folder, 'lib', 'constants.js')) as Record<string, number>;
    expect(constants.AUTO_REFRESH_TICK_DURATION_MS).toBe(30_000);
    expect(constants.AUTO_REFRESH_TICK_THRESHOLD).toBe(3);
    const source = readFileSync(join(folder, 'GoTrueClient.js'), 'utf8');
    expect(source).toMatch(/sleep\)\(200 \* Math\.pow\(2, attempt - 1\)\)/);
    expect(source).toMatch(/nextBackOffInterval - startedAt < constants_1\.AUTO_REFRESH_TICK_DURATION_MS/);
  });
});

describe('the auth cookie', () => {
  const signIn = async (patch: Partial<BackendSettings> = {}, origin?: string) => {
    const client = open(patch, origin);
    await client.auth.setSession(newSession());
    return jar.written.filter((line) => line.startsWith(AUTH_COOKIE));
  };

  it('is set for the root path, lax, readable by scripts, for 400 days', async () => {
    const [line = ''] = await signIn();
    expect(line).toContain('Max-Age=34560000');
    expect(line).toContain('Path=/');
    expect(line).toContain('SameSite=Lax');
    expect(line).not.toMatch(/httponly|secure|domain/i);
  });

  it('is shared in the domain the studio chose, and only sent encrypted where the site is', async () => {
    const { origin } = server;
    const [line = ''] = await signIn(
      { cookieDomain: 'onda.example', backendUrl: origin },
      'https://www.onda.example',
    );
    expect(line).toContain('Domain=onda.example');
    expect(line).toContain('Secure');
  });

  it('is split into chunks of 3180 characters', async () => {
    const client = open();
    const session = newSession();
    const large = { ...session, user: { ...session.user, user_metadata: { about: 'a'.repeat(6000) } } };
    saveSession(large as ReturnType<typeof newSession>);
    jar.cookie = `${AUTH_COOKIE}=; Max-Age=0`;
    await client.auth.setSession(session);
    await (client.auth as unknown as { _saveSession(session: object): Promise<void> })._saveSession(large);
    const chunks = jar.cookie.split('; ').filter((pair) => pair.startsWith(`${AUTH_COOKIE}.`));
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks.slice(0, -1)) {
      expect(chunk.slice(chunk.indexOf('=') + 1)).toHaveLength(3180);
    }
  });
});

describe('requests to the backend', () => {
  it('send the passkey token as Bearer while its cookie exists', async () => {
    jar.cookie = 'passkey-token=from-a-passkey; path=/';
    const client = open();
    await client.from('profiles').select();
    jar.cookie = 'passkey-token=; max-age=0';
    await client.from('profiles').select();
    expect(server.asked.map(({ authorization }) => authorization)).toEqual([
      'Bearer from-a-passkey',
      'Bearer anon',
    ]);
  });

  it('renew a token that the server calls expired and are sent again', async () => {
    const session = newSession();
    saveSession(session);
    const client = open();
    await client.auth.initialize();
    server.expired.add(session.access_token);
    const { data, error } = await client.auth.getUser();
    expect(error).toBeNull();
    expect(data.user?.email).toBe('ana@onda.example');
    expect(server.asked.map(({ url }) => url.replace(/^\/auth\/v1/, ''))).toEqual([
      '/user',
      '/token?grant_type=refresh_token',
      '/user',
    ]);
  });

  it('notify the page when the session was ended elsewhere', async () => {
    const session = newSession();
    saveSession(session);
    const client = open();
    await client.auth.initialize();
    const isOver = new Promise<void>((resolve) => {
      client.auth.onAuthStateChange((event) => event === 'SIGNED_OUT' && resolve());
    });
    server.ended.add(session.access_token);
    const { error } = await client.auth.updateUser({ data: { name: 'Ana' } });
    expect(error).not.toBeNull();
    await isOver;
    expect(jar.cookie).toBe('');
  });

  it('renew a token that the storage service calls expired', async () => {
    const session = newSession();
    saveSession(session);
    const client = open();
    await client.auth.initialize();
    server.expired.add(session.access_token);
    const { error } = await client.storage.from('media').upload('a.txt', new Blob(['a']));
    expect(error).toBeNull();
    expect(server.asked.map(({ url }) => url.split('?')[0])).toEqual([
      '/storage/v1/object/media/a.txt',
      '/auth/v1/token',
      '/storage/v1/object/media/a.txt',
    ]);
  });

  it.each([-180, 180])('measure a session by a clock that is %i minutes off', async (minutes) => {
    saveSession(newSession({ lifeS: -60 }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
    server.clockDifferenceS = minutes * -60;
    const client = open();
    await client.auth.refreshSession();
    for (let call = 0; call < 3; call++) await client.from('profiles').select();
    const { data } = await client.auth.getSession();
    const leftS = (data.session?.expires_at ?? 0) - Date.now() / 1000;
    vi.useRealTimers();
    expect(leftS).toBeGreaterThan(3500);
    expect(leftS).toBeLessThan(3700);
    const renewals = server.asked.filter(({ url }) => url.includes('grant_type=refresh_token'));
    expect(renewals.length).toBeLessThan(3);
  });

  it('do not request a new token without a session', async () => {
    server.expired.add('anon');
    const client = open();
    await client.auth.initialize();
    const { error } = await client.from('profiles').select();
    expect(error?.code).toBe('bad_jwt');
    expect(server.asked).toHaveLength(1);
  });
});

describe('the passkey cookie', () => {
  it('is left by a session that a passkey opened, and renewed with its token', async () => {
    await server.close();
    server = await startAuthServer({ methods: ['passkey'] });
    const session = newSession({ methods: ['passkey'] });
    saveSession(session);
    const client = open();
    await client.auth.initialize();
    expect(readPasskeyToken(jar.cookie)).toBe(session.access_token);
    const { data } = await client.auth.refreshSession();
    expect(readPasskeyToken(jar.cookie)).toBe(data.session?.access_token);
    expect(jar.written.findLast((line) => line.startsWith('passkey-token='))).toMatch(
      /; path=\/; max-age=3(600|59\d); samesite=lax$/,
    );
  });

  it('goes when its person signs out', async () => {
    const session = newSession({ methods: ['passkey'] });
    saveSession(session);
    const client = open();
    await client.auth.initialize();
    await client.auth.signOut();
    expect(jar.cookie).toBe('');
  });

  it('is not left by other ways of signing in', async () => {
    saveSession(newSession({ methods: ['password'] }));
    await open().auth.initialize();
    expect(readPasskeyToken(jar.cookie)).toBeNull();
  });

  it('of another user is removed when someone signs in in another way', async () => {
    jar.cookie = `passkey-token=${unsignedToken({ sub: 'someone-else', exp: 4e9 })}; path=/`;
    saveSession(newSession({ methods: ['password'] }));
    await open().auth.initialize();
    expect(readPasskeyToken(jar.cookie)).toBeNull();
  });

  it('is renewed by any refresh while it is there', async () => {
    jar.cookie = 'passkey-token=set-elsewhere; path=/';
    saveSession(newSession({ methods: ['password'] }));
    const client = open();
    await client.auth.initialize();
    expect(readPasskeyToken(jar.cookie)).toBe('set-elsewhere');
    const { data } = await client.auth.refreshSession();
    expect(readPasskeyToken(jar.cookie)).toBe(data.session?.access_token);
  });

  it('stays when a page opens without a session of its own', async () => {
    jar.cookie = 'passkey-token=set-elsewhere; path=/';
    await open().auth.initialize();
    expect(readPasskeyToken(jar.cookie)).toBe('set-elsewhere');
  });
});

describe('a visitor whom only the passkey cookie knows', () => {
  const tokenFor = (lifeS: number) =>
    unsignedToken({
      sub: person.id,
      exp: Math.floor(Date.now() / 1000) + lifeS,
      email: person.email,
      amr: [{ method: 'passkey', timestamp: 1 }],
    });
  const enter = async (token: string) => {
    jar.cookie = `passkey-token=${token}; path=/`;
    const client = open();
    await client.auth.initialize();
    return client;
  };

  it('is known to sockets, files, functions and tables', async () => {
    const token = tokenFor(600);
    const client = await enter(token);
    expect(await client.realtime.accessToken?.()).toBe(token);
    await client.from('profiles').select();
    await client.storage.from('media').upload('a.txt', new Blob(['a']));
    await client.functions.invoke('calendar');
    await client.auth.getUser();
    expect(server.asked.map(({ url, authorization }) => [url.split('?')[0], authorization])).toEqual(
      ['/rest/v1/profiles', '/storage/v1/object/media/a.txt', '/functions/v1/calendar', '/auth/v1/user'].map(
        (path) => [path, `Bearer ${token}`],
      ),
    );
  });

  it('can change the account, and nothing is written down that could not be renewed', async () => {
    const client = await enter(tokenFor(600));
    const { data, error } = await client.auth.updateUser({ data: { name: 'Ana' } });
    expect([error, data.user?.id]).toEqual([null, person.id]);
    expect(jar.written.filter((line) => line.startsWith(AUTH_COOKIE))).toEqual([]);
  });

  it('is signed out on the server and here', async () => {
    const token = tokenFor(600);
    const client = await enter(token);
    const { error } = await client.auth.signOut({ scope: 'local' });
    expect(error).toBeNull();
    expect(server.asked).toEqual([
      { method: 'POST', url: '/auth/v1/logout?scope=local', authorization: `Bearer ${token}` },
    ]);
    expect(jar.cookie).toBe('');
  });

  it('stays signed in to the last second, without asking for what cannot be renewed', async () => {
    const token = tokenFor(5);
    const client = await enter(token);
    const { data } = await client.auth.getSession();
    expect(data.session?.access_token).toBe(token);
    expect(server.asked).toEqual([]);
  });

  it('is notified when the server calls the token expired or its session ended', async () => {
    for (const list of ['expired', 'ended'] as const) {
      const token = tokenFor(600 + list.length);
      const client = await enter(token);
      const isOver = new Promise<void>((resolve) => {
        client.auth.onAuthStateChange((event) => event === 'SIGNED_OUT' && resolve());
      });
      server[list].add(token);
      expect((await client.from('profiles').select()).error).not.toBeNull();
      await isOver;
      expect(jar.cookie).toBe('');
    }
    expect(server.asked.some(({ url }) => url.includes('/token'))).toBe(false);
  });

  it('is notified when the token has expired', async () => {
    vi.useFakeTimers();
    jar.cookie = `passkey-token=${tokenFor(90)}; path=/`;
    const onGone = vi.fn();
    watchPasskeyEnd(jar, onGone);
    vi.advanceTimersByTime(90_000);
    expect(onGone).not.toHaveBeenCalled();
    jar.cookie = 'passkey-token=; max-age=0';
    vi.advanceTimersByTime(1000);
    expect(onGone).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('is replaced as soon as another session begins', async () => {
    const client = await enter(tokenFor(600));
    const session = newSession();
    saveSession(session);
    const { data } = await client.auth.getSession();
    expect(data.session?.access_token).toBe(session.access_token);
  });
});

describe('the realtime connection', () => {
  it('beats every 30 s, waits 10 s and reconnects after 1, 2, 5, then 10 s', () => {
    const { realtime } = open();
    expect(realtime.heartbeatIntervalMs).toBe(30_000);
    expect(realtime.timeout).toBe(10_000);
    expect([1, 2, 3, 4, 5].map((tries) => realtime.reconnectAfterMs(tries))).toEqual([
      1000, 2000, 5000, 10_000, 10_000,
    ]);
  });
});
