// Creates sessions and builds the client's response: access token, refresh token, user.
import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { AuthContext, Db } from '../context.ts';
import { customizeClaims } from '../hooks/access-token-hook.ts';
import type { Call } from '../http/call.ts';
import type { Weakness } from '../passwords/check-strength.ts';
import { renderUser } from '../users/render-user.ts';
import type { UserRow } from '../users/user-row.ts';
import { newHandle, writeRefreshToken } from './refresh-token.ts';

export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery_code'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'anonymous'
  | 'passkey'
  | 'oauth_provider/authorization_code';

/** Not a database role: services that only read the role of a token admit no application. */
const applicationRole = 'application';

export interface Proof {
  method: string;
  timestamp: number;
  provider?: string;
}

export interface SessionState {
  id: string;
  aal: 'aal1' | 'aal2' | 'aal3';
  /** How the session was authenticated, newest first. */
  amr: Proof[];
  oauthClientId?: string | null;
  scopes?: string | null;
}

export interface Grant {
  method: AuthenticationMethod;
  provider?: string;
  oauthClientId?: string;
  scopes?: string;
}

export interface SessionResponse {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
  weak_password?: Weakness;
  provider_token?: string;
  provider_refresh_token?: string;
}

export async function issueSession(
  auth: AuthContext,
  sql: Db,
  call: Call,
  user: UserRow,
  grant: Grant,
): Promise<SessionResponse> {
  const now = auth.now();
  const id = randomUUID();
  const handle = newHandle();
  await sql`
    with begun as (
      insert into auth.sessions (
        id, user_id, created_at, updated_at, aal, user_agent, ip, oauth_client_id, scopes
      ) values (
        ${id}, ${user.id}, ${now}, ${now}, 'aal1', ${call.userAgent}, ${call.ip},
        ${grant.oauthClientId ?? null}, ${grant.scopes ?? null}
      )
    ), proven as (
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method, provider)
      values (${randomUUID()}, ${id}, ${now}, ${now}, ${grant.method}, ${grant.provider ?? null})
    ), refresh_token as (
      insert into auth.refresh_tokens (
        instance_id, token, user_id, revoked, created_at, updated_at, session_id
      ) values (
        '00000000-0000-0000-0000-000000000000', ${handle}, ${user.id}, false, ${now}, ${now}, ${id}
      )
    )
    update auth.users set last_sign_in_at = ${now}, updated_at = ${now} where id = ${user.id}`;
  const timestamp = Math.floor(now.getTime() / 1000);
  return writeSession(auth, sql, {
    method: grant.method,
    user: { ...user, last_sign_in_at: now, updated_at: now },
    session: {
      id,
      aal: 'aal1',
      amr: [{ method: grant.method, timestamp, ...(grant.provider && { provider: grant.provider }) }],
      oauthClientId: grant.oauthClientId,
      scopes: grant.scopes,
    },
    handle,
  });
}

/** The token's claims about its user. Applications that do not act as the user read them at /oauth/userinfo. */
function personClaims(auth: AuthContext, user: UserRow, session: SessionState): JWTPayload {
  if (session.oauthClientId && !auth.settings.applicationsActAsUser) return { role: applicationRole };
  return {
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
  };
}

export interface WrittenSession {
  user: UserRow;
  session: SessionState;
  handle: string;
  /** What led to this token, for the hook that may change its claims. */
  method: AuthenticationMethod | 'token_refresh';
}

export async function writeSession(
  auth: AuthContext,
  sql: Db,
  { user, session, handle, method }: WrittenSession,
): Promise<SessionResponse> {
  const issuedAt = Math.floor(auth.now().getTime() / 1000);
  const expiresAt = issuedAt + auth.settings.jwtLifeS;
  const claims: JWTPayload = {
    iss: auth.settings.issuer,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    ...personClaims(auth, user, session),
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    ...(session.oauthClientId && { client_id: session.oauthClientId }),
    ...(session.scopes && { scope: session.scopes }),
  };
  // An application that does not act as the user gets no claims about them, and none that a hook could add.
  const mayCustomize = !session.oauthClientId || auth.settings.applicationsActAsUser;
  const signed = mayCustomize
    ? await customizeClaims(auth, sql, { claims, userId: user.id, method })
    : claims;
  const access_token = auth.keys.sign(signed);
  return {
    access_token,
    token_type: 'bearer',
    expires_in: auth.settings.jwtLifeS,
    expires_at: expiresAt,
    refresh_token: writeRefreshToken(auth.secrets, handle),
    user: renderUser(user),
  };
}
