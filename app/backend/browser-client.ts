// The browser's client of the backend, with the public key only. Opened once per page by backend.ts, which loads this
// file on first use: visitors who never sign in never load the library.
import { createBrowserClient, serializeCookieHeader } from '@supabase/ssr';
import type { Database, StudioClient } from '#contracts/studio-client.ts';
import { authCookieOptions } from './auth-cookie.ts';
import { addPasskeyToken, measureByOwnClock, renewExpiredToken } from './backend-fetch.ts';
import { type CookieJar, followAuthEvent } from './passkey-cookie.ts';
import { isPasskeyOnly, readCookies, watchPasskeyEnd, withoutPasskeySession } from './passkey-session.ts';
import { readPasskeyToken } from './passkey-token.ts';
import { setRecoveryMargin } from './recovery-margin.ts';

const REALTIME_HEARTBEAT_MS = 30_000;

export interface BackendSettings {
  /** Empty: the page's own origin. */
  backendUrl: string;
  anonKey: string;
  cookieDomain: string | null;
}

export function openBrowserClient(
  { backendUrl, anonKey, cookieDomain }: BackendSettings,
  page: { origin: string; jar: CookieJar } = { origin: location.origin, jar: document },
): StudioClient {
  const { jar } = page;
  const isHttps = page.origin.startsWith('https:');
  const scope = { cookieDomain, isHttps };
  let isInitialised = false;

  // While the client is starting, its own requests must not wait for it to be ready.
  const renew = async () => {
    if (!isInitialised) return null;
    const { data } = await client.auth.refreshSession();
    // A passkey's token cannot be renewed: the user is asked to sign in again.
    if (!data.session && isPasskeyOnly(jar.cookie)) onSessionEnded();
    return data.session?.access_token ?? null;
  };
  const fetchWithPasskey = addPasskeyToken(
    measureByOwnClock((input, init) => fetch(input, init)),
    () => readPasskeyToken(jar.cookie),
  );
  const onSessionEnded = () => {
    if (isInitialised) void client.auth.signOut({ scope: 'local' });
  };
  const send = renewExpiredToken(fetchWithPasskey, { renew, onSessionEnded });
  setRecoveryMargin();
  const client: StudioClient = createBrowserClient<Database>(backendUrl || page.origin, anonKey, {
    cookieOptions: authCookieOptions(scope),
    cookies: {
      getAll: () => readCookies(jar.cookie),
      setAll(cookies) {
        for (const { name, value, options } of withoutPasskeySession(cookies))
          jar.cookie = serializeCookieHeader(name, value, options);
      },
    },
    global: { fetch: send },
    auth: {
      flowType: 'pkce',
      autoRefreshToken: true,
      detectSessionInUrl: true,
      persistSession: true,
      experimental: { recoveryCodes: true },
    },
    realtime: {
      heartbeatIntervalMs: REALTIME_HEARTBEAT_MS,
      accessToken: async () => {
        const { data } = await client.auth.getSession();
        return readPasskeyToken(jar.cookie) ?? data.session?.access_token ?? anonKey;
      },
    },
  });
  client.auth.onAuthStateChange((event, session) => followAuthEvent(jar, event, session, scope));
  client.auth.initialize().then(() => {
    isInitialised = true;
    watchPasskeyEnd(jar, onSessionEnded);
  });
  return client;
}
