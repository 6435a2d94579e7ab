// POST /token?grant_type=refresh_token. The database function rotates the token under the session's lock;
// requests with the same token share one rotation instead of holding a connection each.
import { randomUUID } from 'node:crypto';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors, OAuthError } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { isWithin } from '../oauth-server/scopes.ts';
import { type SessionResponse, type SessionState, writeSession } from '../tokens/issue-session.ts';
import { newHandle, readRefreshToken } from '../tokens/refresh-token.ts';
import { readSessionState, type SessionColumns, sessionColumns } from '../tokens/session-state.ts';
import { isBanned, type UserRow, userColumns } from '../users/user-row.ts';

type Rotation = UserRow &
  SessionColumns & {
    outcome: 'not_found' | 'session_gone' | 'expired' | 'rotated' | 'repeated' | 'already_used';
    handle: string | null;
  };

const lockNotAvailable = '55P03';
const inFlight = new WeakMap<AuthContext, Map<string, Promise<RefreshedSession>>>();

export async function grantByRefreshToken(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('refresh by ip', call.ip);
  const token = (await call.fields()).string('refresh_token');
  if (token === '') throw new OAuthError('invalid_request', 'refresh_token required');
  const { response } = await refreshSession(auth, call, token, { oauthClientId: null });
  return Response.json(response);
}

export interface RefreshedSession {
  user: UserRow;
  session: SessionState;
  response: SessionResponse;
}

/**
 * Refreshes a session of the named application, or one of no application: tokens are not interchangeable. An
 * application may permanently drop scopes while refreshing; it never gets more than it had.
 */
export async function refreshSession(
  auth: AuthContext,
  call: Call,
  token: string,
  { oauthClientId, narrowTo }: { oauthClientId: string | null; narrowTo?: string },
): Promise<RefreshedSession> {
  const presented = readRefreshToken(auth.secrets, token);
  if (!presented) throw errors.refreshTokenNotFound();
  return shared(auth, `${presented} ${oauthClientId} ${narrowTo ?? ''}`, async () => {
    const rotation = await rotate(auth, call, presented, oauthClientId);
    const user = await requireRotated(auth, call, rotation);
    const session = await narrow(auth, readSessionState(rotation), narrowTo);
    const handle = rotation.handle ?? '';
    const method = 'token_refresh';
    return { user, session, response: await writeSession(auth, auth.sql, { user, session, handle, method }) };
  });
}

async function narrow(
  auth: AuthContext,
  session: SessionState,
  scopes: string | undefined,
): Promise<SessionState> {
  if (scopes === undefined) return session;
  if (!isWithin(scopes, session.scopes ?? '')) {
    throw new OAuthError('invalid_scope', 'The scope asked for is more than what was granted');
  }
  await auth.sql`update auth.sessions set scopes = ${scopes} where id = ${session.id}`;
  return { ...session, scopes };
}

async function requireRotated(auth: AuthContext, call: Call, rotation: Rotation): Promise<UserRow> {
  switch (rotation.outcome) {
    case 'not_found':
      throw errors.refreshTokenNotFound();
    case 'session_gone':
      throw errors.refreshSessionGone();
    case 'expired':
      throw errors.sessionExpired();
    case 'already_used':
      await recordEvent(auth, auth.sql, call, {
        action: 'token_reuse_detected',
        actor: rotation,
        traits: { session_id: rotation.session_id },
      });
      throw errors.refreshTokenUsed();
  }
  if (isBanned(rotation, auth.now())) throw errors.userBanned(400);
  return rotation;
}

/** Rotation, audit entry, user and session in one round trip: every open tab comes here every hour. */
async function rotate(
  auth: AuthContext,
  call: Call,
  presented: string,
  oauthClientId: string | null,
): Promise<Rotation> {
  const { sql, settings } = auth;
  const now = auth.now();
  const seconds = (value: number | undefined) => (value === undefined ? null : `${value} seconds`);
  try {
    const [row] = await sql<Rotation[]>`
      with r as materialized (
        select * from auth.rotate_refresh_token(
          ${presented}, ${newHandle()}, ${now}, ${seconds(settings.refreshReuseIntervalS)}::interval,
          ${seconds(settings.sessionTimeboxS)}::interval, ${seconds(settings.sessionInactivityS)}::interval,
          ${call.ip}::inet, ${call.userAgent}, ${oauthClientId}::uuid
        )
      ), recorded as (
        insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
        select '00000000-0000-0000-0000-000000000000', ${randomUUID()}::uuid, json_build_object(
            'action', 'token_refreshed', 'log_type', 'token', 'actor_id', u.id,
            'actor_username', coalesce(nullif(u.email, ''), u.phone, ''), 'actor_via_sso', u.is_sso_user,
            'traits', json_build_object('session_id', s.id)
          ), ${now}, ${call.ip}
        from r join auth.sessions as s on s.id = r.session_id join auth.users as u on u.id = s.user_id
        where r.outcome = 'rotated'
      )
      select r.outcome, r.token as handle, ${userColumns(sql)}, ${sessionColumns(sql)}
      from r
      left join auth.sessions as s on s.id = r.session_id
      left join auth.users as u on u.id = s.user_id`;
    if (!row) throw errors.refreshTokenNotFound();
    return row;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) throw errors.conflict();
    throw error;
  }
}

/** Concurrent requests for the same key share one result. */
async function shared(
  auth: AuthContext,
  key: string,
  work: () => Promise<RefreshedSession>,
): Promise<RefreshedSession> {
  const running = inFlight.get(auth) ?? new Map<string, Promise<RefreshedSession>>();
  inFlight.set(auth, running);
  const known = running.get(key);
  if (known) return known;
  const mine = work().finally(() => running.delete(key));
  running.set(key, mine);
  return mine;
}
