// The backend as each visitor sees it: one client for everyone without a session, one for each request with a session,
// and the elevated one, which exists only with a service-role key and never leaves server/. Renewed tokens are
// collected as Set-Cookie lines for the answer.
import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr';
import { createClient, type User } from '@supabase/supabase-js';
import { authCookieOptions, hasAuthCookie } from '#app/backend/auth-cookie.ts';
import { followSession, removePasskeyToken } from '#app/backend/passkey-cookie.ts';
import { readCookies, withoutPasskeySession } from '#app/backend/passkey-session.ts';
import { PASSKEY_COOKIE, readPasskeyToken } from '#app/backend/passkey-token.ts';
import { isAccessToken, readClaims } from '#app/backend/session-claims.ts';
import type { Database, StudioClient } from '#contracts/studio-client.ts';
import type { Person, Visitor } from '#contracts/visitor.ts';
import { bearerOf, isIssuedToApplication } from './application-tokens.ts';
import { endWithToken, readHeldSession, sessionCookieNames } from './held-session.ts';

export interface VisitorClientOptions {
  /** Where the backend is. With our own it names requests that never leave the process. */
  url: string;
  anonKey: string;
  serviceRoleKey: string | undefined;
  cookieDomain: string | undefined;
  isHttps: boolean;
  /** Reaches the backend; `onBehalfOf` is the request that caused this one. */
  send(request: Request, onBehalfOf: Request | undefined): Promise<Response>;
  /** Reaches the backend for the shared anonymous client; defaults to `send`. */
  sendForAnyone?: typeof fetch;
}

export interface VisitorClients {
  /** What anyone may see. */
  readonly anonymous: StudioClient;
  /** Past all row policies. Null without the service-role key. */
  readonly elevated: StudioClient | null;
  /** The same on behalf of the sender of a request, so that limits in the database count them. */
  elevatedFor(request: Request): StudioClient | null;
  visit(request: Request): Visit;
}

export interface Visit {
  /** The credentials of the request. */
  readonly proof: 'bearer' | 'cookie' | 'none';
  readonly client: StudioClient;
  /** Asks the backend once, however often it is called. */
  visitor(): Promise<Visitor>;
  /** Set-Cookie lines for the response. */
  readonly setCookies: string[];
}

const guest: Visitor = { user: null, roles: [] };
const stateless = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

export function createVisitorClients(options: VisitorClientOptions): VisitorClients {
  const { url, anonKey, serviceRoleKey } = options;
  const plain: typeof fetch = (input, init) => options.send(new Request(input, init), undefined);
  const open = (key: string, send: typeof fetch) =>
    createClient<Database>(url, key, { auth: stateless, global: { fetch: send } });
  const anonymous = open(anonKey, options.sendForAnyone ?? plain);
  return {
    anonymous,
    elevated: serviceRoleKey ? open(serviceRoleKey, plain) : null,
    elevatedFor: (request) =>
      serviceRoleKey
        ? open(
            serviceRoleKey,
            fetchFor(options, request, () => null),
          )
        : null,
    visit(request) {
      const cookies = request.headers.get('cookie') ?? '';
      const bearer = bearerOf(request);
      if (bearer && (!isAccessToken(bearer) || isIssuedToApplication(bearer)))
        return anonymousVisit(anonymous);
      if (bearer) return visitByToken(options, request, bearer);
      if (hasAuthCookie(cookies) || readPasskeyToken(cookies))
        return visitByCookie(options, request, { cookies, anonymous });
      // Reads are the same for everyone; forms are counted by the sender's own address.
      const isReading = request.method === 'GET' || request.method === 'HEAD';
      if (isReading) return anonymousVisit(anonymous);
      const own = once(() =>
        open(
          anonKey,
          fetchFor(options, request, () => null),
        ),
      );
      return {
        ...anonymousVisit(anonymous),
        get client() {
          return own();
        },
      };
    },
  };
}

function anonymousVisit(anonymous: StudioClient, setCookies: string[] = []): Visit {
  return { proof: 'none', client: anonymous, visitor: async () => guest, setCookies };
}

function visitByToken(options: VisitorClientOptions, request: Request, token: string): Visit {
  const client = createClient<Database>(options.url, options.anonKey, {
    auth: stateless,
    global: { fetch: fetchFor(options, request, () => token) },
  });
  return {
    proof: 'bearer',
    client,
    visitor: once(() => identify(client, token)),
    setCookies: [],
  };
}

function visitByCookie(
  options: VisitorClientOptions,
  request: Request,
  { cookies, anonymous }: { cookies: string; anonymous: StudioClient },
): Visit {
  const scope = { cookieDomain: options.cookieDomain ?? null, isHttps: options.isHttps };
  const attributes = authCookieOptions(scope);
  const setCookies: string[] = [];
  const held = parseCookieHeader(cookies);
  const session = readHeldSession(held);
  const hasSession = session !== undefined && !isIssuedToApplication(session.access_token);
  const jar = {
    get cookie() {
      return cookies;
    },
    set cookie(line: string) {
      setCookies.push(line);
    },
  };
  // Chunks that make no session are deleted, so that the next page may come from the cache.
  if (!hasSession) {
    const { name: _name, ...rest } = attributes;
    for (const name of sessionCookieNames(held))
      setCookies.push(serializeCookieHeader(name, '', { ...rest, maxAge: 0 }));
  }
  let passkey = readPasskeyToken(cookies);
  // A token that is over opens nothing, and its place is needed by the session that can be renewed.
  if (passkey && (!isAccessToken(passkey) || isOver(passkey) || isIssuedToApplication(passkey))) {
    if (!hasSession) removePasskeyToken(jar, scope);
    passkey = null;
  }
  if (!hasSession && !passkey) {
    return anonymousVisit(anonymous, setCookies);
  }

  const open = once(() => {
    const client = createServerClient<Database>(options.url, options.anonKey, {
      cookieOptions: attributes,
      cookies: {
        getAll: () => (hasSession ? endWithToken(held) : readCookies(`${PASSKEY_COOKIE}=${passkey ?? ''}`)),
        setAll(changed) {
          for (const { name, value, options: each } of withoutPasskeySession(changed))
            setCookies.push(serializeCookieHeader(name, value, each));
        },
      },
      global: { fetch: fetchFor(options, request, () => passkey) },
    });
    if (readPasskeyToken(cookies)) {
      client.auth.onAuthStateChange((event, session) => {
        if (event !== 'TOKEN_REFRESHED' && event !== 'SIGNED_OUT') return;
        passkey = session?.access_token ?? null;
        followSession(jar, session, scope);
      });
    }
    return client;
  });

  return {
    proof: 'cookie',
    get client() {
      return open();
    },
    visitor: once(async () => {
      const client = open();
      if (passkey) return identify(client, passkey);
      const { data, error } = await client.auth.getSession();
      // A renewal that only had no luck is no sign-out.
      if (error && !isClientError(error.status)) throw error;
      return data.session ? identify(client, data.session.access_token) : guest;
    }),
    setCookies,
  };
}

/** Adds the visitor's address, and the passkey's token or the given one as bearer token, to every request. */
function fetchFor(
  { send, anonKey }: VisitorClientOptions,
  request: Request,
  token: () => string | null,
): typeof fetch {
  const userAgent = request.headers.get('user-agent');
  const prepare = (input: RequestInfo | URL, init: RequestInit | undefined, bearer: string | null) => {
    const asked = new Request(input, init);
    if (bearer) asked.headers.set('authorization', `Bearer ${bearer}`);
    if (userAgent) asked.headers.set('user-agent', userAgent);
    return asked;
  };
  return async (input, init) => {
    const asked = prepare(input, init, token());
    const answer = await send(asked, request);
    // A page that is only looked at may call functions, too.
    const isRead = [asked.method, request.method].some((method) => method === 'GET' || method === 'HEAD');
    const isData = !new URL(asked.url).pathname.startsWith('/auth/v1');
    if (answer.status !== 401 || !isRead || !isData) return answer;
    // A token that the backend no longer accepts, for example after its keys changed, must not block public pages.
    return send(prepare(input, init, anonKey), request);
  };
}

/** The person a token belongs to, if the backend still accepts it. */
async function identify(client: StudioClient, token: string): Promise<Visitor> {
  const { data, error } = await client.auth.getUser(token);
  if (error || !data.user) {
    // Only a client error means signed out: a failing backend must not send everyone to the sign-in page.
    if (error && !isClientError(error.status)) throw error;
    return guest;
  }
  const { user } = data;
  const [profile, roles] = await Promise.all([
    client.from('profiles').select('name,language').eq('user_id', user.id).maybeSingle(),
    client.from('roles').select('role').eq('user_id', user.id),
  ]);
  if (profile.error) throw profile.error;
  if (roles.error) throw roles.error;
  return {
    user: describePerson(user, profile.data ?? { name: '', language: null }, token),
    roles: roles.data.map(({ role }) => role),
  };
}

function describePerson(user: User, profile: Pick<Person, 'name' | 'language'>, token: string): Person {
  const claims = readClaims(token);
  const aal = claims.aal === 'aal2' ? 'aal2' : 'aal1';
  const hasSecondFactor = user.factors?.some(({ status }) => status === 'verified') === true;
  return {
    id: user.id,
    email: user.email || null,
    phone: user.phone || null,
    ...profile,
    isAnonymous: user.is_anonymous === true,
    aal,
    needsSecondFactor: hasSecondFactor && aal !== 'aal2',
    sessionId: claims.session_id ?? null,
  };
}

function isClientError(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

function isOver(token: string): boolean {
  const { exp } = readClaims(token);
  return exp !== undefined && exp * 1000 <= Date.now();
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
