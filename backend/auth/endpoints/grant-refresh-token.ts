// POST /token?grant_type=refresh_token. The database function does the rotation under the session's lock; here,
// requests with one and the same token wait for each other in memory instead of holding a connection each.
import { type AuditAction, recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors, OAuthError } from '../errors.ts';
import type { Call } from '../http/call.ts';
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
const inFlight = new Map<string, Promise<unknown>>();

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

/** Refreshes a session of the named application, or of nobody's: a token is of no use at the other's door. */
export async function refreshSession(
  auth: AuthContext,
  call: Call,
  token: string,
  { oauthClientId }: { oauthClientId: string | null },
): Promise<RefreshedSession> {
  const presented = readRefreshToken(auth.secrets, token);
  if (!presented) throw errors.refreshTokenNotFound();
  return inTurn(presented, async () => {
    const rotation = await rotate(auth, call, presented, oauthClientId);
    const user = await requireRotated(auth, call, rotation);
    const session = readSessionState(rotation);
    const handle = rotation.handle ?? '';
    return { user, session, response: await writeSession(auth, { user, session, handle }) };
  });
}

async function requireRotated(auth: AuthContext, call: Call, rotation: Rotation): Promise<UserRow> {
  const record = (action: AuditAction) =>
    recordEvent(auth, auth.sql, call, {
      action,
      actor: rotation,
      traits: { session_id: rotation.session_id },
    });
  switch (rotation.outcome) {
    case 'not_found':
      throw errors.refreshTokenNotFound();
    case 'session_gone':
      throw errors.refreshSessionGone();
    case 'expired':
      throw errors.sessionExpired();
    case 'already_used':
      await record('token_reuse_detected');
      throw errors.refreshTokenUsed();
    case 'repeated':
      break;
    case 'rotated':
      await record('token_refreshed');
  }
  if (isBanned(rotation, auth.now())) throw errors.userBanned(400);
  return rotation;
}

async function rotate(
  auth: AuthContext,
  call: Call,
  presented: string,
  oauthClientId: string | null,
): Promise<Rotation> {
  const { sql, settings } = auth;
  const seconds = (value: number | undefined) => (value === undefined ? null : `${value} seconds`);
  try {
    const [row] = await sql<Rotation[]>`
      select r.outcome, r.token as handle, ${userColumns(sql)}, ${sessionColumns(sql)}
      from auth.rotate_refresh_token(
        ${presented}, ${newHandle()}, ${auth.now()}, ${seconds(settings.refreshReuseIntervalS)}::interval,
        ${seconds(settings.sessionTimeboxS)}::interval, ${seconds(settings.sessionInactivityS)}::interval,
        ${call.ip}::inet, ${call.userAgent}, ${oauthClientId}::uuid
      ) as r
      left join auth.sessions as s on s.id = r.session_id
      left join auth.users as u on u.id = s.user_id`;
    if (!row) throw errors.refreshTokenNotFound();
    return row;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) throw errors.conflict();
    throw error;
  }
}

async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = inFlight.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  inFlight.set(key, settled);
  try {
    return await mine;
  } finally {
    if (inFlight.get(key) === settled) inFlight.delete(key);
  }
}
