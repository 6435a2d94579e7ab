// Access guards: users with an active session, or administrators with the service key. Each wraps an endpoint.
import type { JWTPayload } from 'jose';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { SessionState } from '../tokens/issue-session.ts';
import { isSameText } from '../tokens/secrets.ts';
import { readSessionState, type SessionColumns, sessionColumns } from '../tokens/session-state.ts';
import { findUserById, hasVerifiedFactor, isBanned, type UserRow, userColumns } from '../users/user-row.ts';
import { isUuid } from './addresses.ts';
import type { Call } from './call.ts';

export type Endpoint = (auth: AuthContext, call: Call) => Promise<Response> | Response;
export type UserEndpoint = (auth: AuthContext, call: Call, bearer: Bearer) => Promise<Response> | Response;

export interface Bearer {
  user: UserRow;
  claims: JWTPayload;
  /** Tokens issued elsewhere may name no session. */
  session: (SessionState & { createdAt: Date }) | undefined;
}

const audience = 'authenticated';
const administrators = ['service_role', 'supabase_admin'];

/** For users themselves, never for an authorised application. */
export function forUser(endpoint: UserEndpoint): Endpoint {
  return async (auth, call) => endpoint(auth, call, await identifyUser(auth, call));
}

/** For users, and for applications where these act as their user. */
export function forUserOrActingApplication(endpoint: UserEndpoint): Endpoint {
  return (auth, call) =>
    (auth.settings.applicationsActAsUser ? forUserOrApplication : forUser)(endpoint)(auth, call);
}

/** For applications too: the result must depend on the scopes. */
export function forUserOrApplication(endpoint: UserEndpoint): Endpoint {
  return async (auth, call) => endpoint(auth, call, await identifyBearer(auth, call));
}

/** For users with an address or number: an anonymous account cannot be recovered. */
export function forPermanentUser(endpoint: UserEndpoint): Endpoint {
  return forUser((auth, call, bearer) => {
    if (bearer.user.is_anonymous) throw errors.anonymousNotAllowed();
    return endpoint(auth, call, bearer);
  });
}

export function forAdmin(endpoint: Endpoint): Endpoint {
  return async (auth, call) => {
    await requireAdmin(auth, call);
    return endpoint(auth, call);
  };
}

export async function requireAdmin(auth: AuthContext, call: Call): Promise<void> {
  const token = bearerToken(call.request);
  // The key may be opaque; it is compared by value, as the gateway does.
  if (isSameText(token, auth.settings.serviceRoleKey)) return;
  const { role } = await auth.keys.verify(token, auth.now());
  if (typeof role !== 'string' || !administrators.includes(role)) throw errors.notAdmin();
}

/** Rejects an application's token, also one that names no session. */
export async function identifyUser(auth: AuthContext, call: Call): Promise<Bearer> {
  const bearer = await identifyBearer(auth, call);
  if (isApplication(bearer)) throw errors.applicationNotAllowed();
  return bearer;
}

export function isApplication({ claims, session }: Pick<Bearer, 'claims' | 'session'>): boolean {
  return claims.client_id !== undefined || Boolean(session?.oauthClientId);
}

/** Users with a second factor must have verified it. */
export function requireSecondFactor({ user, session }: Bearer): void {
  if (hasVerifiedFactor(user) && session?.aal !== 'aal2') {
    throw errors.insufficientAal(
      403,
      'AAL2 session is required to let an application in when MFA is enabled.',
    );
  }
}

async function identifyBearer(auth: AuthContext, call: Call): Promise<Bearer> {
  const claims = await auth.keys.verify(bearerToken(call.request), auth.now());
  const userId = requirePersonClaims(claims);
  const found = await findBearer(auth, userId, claims.session_id);
  if (isBanned(found.user, auth.now())) throw errors.userBanned(403);
  return { ...found, claims };
}

/** Every claim must be present and of the right type: nothing is converted, and there are no defaults. */
function requirePersonClaims({ sub, aud, exp, role }: JWTPayload): string {
  if (sub === undefined || sub === '') throw errors.missingSub();
  if (typeof sub !== 'string' || !isUuid(sub)) throw errors.malformedSub();
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.every((one) => typeof one === 'string') || !audiences.includes(audience)) {
    throw errors.badJwt("token audience doesn't match request audience");
  }
  if (!Number.isFinite(exp)) throw errors.badJwt('token has invalid claims: exp is missing');
  if (typeof role !== 'string' || role === '' || role === 'anon') {
    throw errors.badJwt('token has invalid claims: role is not that of a user');
  }
  return sub;
}

async function findBearer(
  auth: AuthContext,
  userId: string,
  sessionId: unknown,
): Promise<Pick<Bearer, 'user' | 'session'>> {
  const { sql } = auth;
  if (sessionId === undefined || sessionId === '') {
    const user = await findUserById(sql, userId);
    if (!user || user.deleted_at) throw errors.userGone();
    return { user, session: undefined };
  }
  if (typeof sessionId !== 'string' || !isUuid(sessionId)) throw errors.sessionGone();
  const [row] = await sql<(UserRow & (SessionColumns | { session_id: null }))[]>`
    select ${userColumns(sql)}, ${sessionColumns(sql)}
    from auth.users as u
    left join auth.sessions as s on s.user_id = u.id and s.id = ${sessionId}
      and (s.not_after is null or s.not_after > ${auth.now()})
    where u.id = ${userId}`;
  if (!row || row.deleted_at) throw errors.userGone();
  if (row.session_id === null) throw errors.sessionGone();
  return { user: row, session: { ...readSessionState(row), createdAt: row.session_created_at } };
}

function bearerToken(request: Request): string {
  const match = /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '');
  if (!match?.[1]) throw errors.noAuthorization();
  return match[1];
}
