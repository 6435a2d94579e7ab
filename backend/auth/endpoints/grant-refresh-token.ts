// POST /token?grant_type=refresh_token. The database function does the rotation under the session's lock; here,
// requests with one and the same token wait for each other in memory instead of holding a connection each.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors, OAuthError } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { writeSession } from '../tokens/issue-session.ts';
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
  const handle = readRefreshToken(auth.secrets, token);
  if (!handle) throw errors.refreshTokenNotFound();
  return inTurn(handle, () => refresh(auth, call, handle));
}

async function refresh(auth: AuthContext, call: Call, presented: string): Promise<Response> {
  const rotation = await rotate(auth, call, presented);
  switch (rotation?.outcome) {
    case undefined:
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
  if (!rotation?.handle) throw errors.refreshTokenNotFound();
  if (isBanned(rotation, auth.now())) throw errors.userBanned(400);
  if (rotation.outcome === 'rotated') {
    await recordEvent(auth, auth.sql, call, {
      action: 'token_refreshed',
      actor: rotation,
      traits: { session_id: rotation.session_id },
    });
  }
  const session = readSessionState(rotation);
  return Response.json(await writeSession(auth, { user: rotation, session, handle: rotation.handle }));
}

async function rotate(auth: AuthContext, call: Call, presented: string): Promise<Rotation | undefined> {
  const { sql, settings } = auth;
  const seconds = (value: number | undefined) => (value === undefined ? null : `${value} seconds`);
  try {
    const [row] = await sql<Rotation[]>`
      select r.outcome, r.token as handle, ${userColumns(sql)}, ${sessionColumns(sql)}
      from auth.rotate_refresh_token(
        ${presented}, ${newHandle()}, ${auth.now()}, ${seconds(settings.refreshReuseIntervalS)}::interval,
        ${seconds(settings.sessionTimeboxS)}::interval, ${seconds(settings.sessionInactivityS)}::interval,
        ${call.ip}::inet, ${call.userAgent}
      ) as r
      left join auth.sessions as s on s.id = r.session_id
      left join auth.users as u on u.id = s.user_id`;
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
