// POST /oauth/token: applications exchange codes and refresh tokens. Errors are in OAuth form.
import type { TransactionSql } from '../../database/driver/sql.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { refreshSession } from '../endpoints/grant-refresh-token.ts';
import { AuthError, OAuthError } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { readFields, readText, requireStorableText } from '../http/fields.ts';
import { isRightVerifier } from '../tokens/flow-state.ts';
import { issueSession, type SessionResponse } from '../tokens/issue-session.ts';
import { isSameText } from '../tokens/secrets.ts';
import { reload } from '../users/create-user.ts';
import { isBanned, type UserRow } from '../users/user-row.ts';
import { type ClientRow, findClient, hashClientSecret } from './client-row.ts';
import { profileClaims } from './profile-claims.ts';
import { readScopes } from './scopes.ts';

interface ApprovedRow {
  id: string;
  client_id: string;
  user_id: string;
  redirect_uri: string;
  scope: string;
  nonce: string | null;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  approved_at: Date;
}

type TokenRequest = (name: string) => string;
type Grant = (auth: AuthContext, call: Call, client: ClientRow, request: TokenRequest) => Promise<Response>;

const codeLifeS = 300;

export async function oauthToken(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('oauth by ip', call.ip);
  const tokenRequest = await readRequest(call);
  const client = await authenticateClient(auth, call, tokenRequest);
  const grant = tokenRequest('grant_type');
  if (grant === '') throw new OAuthError('invalid_request', 'grant_type is required');
  if (!client.grant_types.split(',').includes(grant)) {
    throw new OAuthError('unsupported_grant_type', `Client is not allowed to use grant type: ${grant}`);
  }
  return grant === 'refresh_token'
    ? refreshGrant(auth, call, client, tokenRequest)
    : codeGrant(auth, call, client, tokenRequest);
}

/** Form fields, as OAuth requires, or JSON. */
async function readRequest(call: Call): Promise<TokenRequest> {
  if (call.request.headers.get('content-type')?.includes('application/json')) {
    const fields = await readFields(call.request);
    return (name) => fields.string(name);
  }
  const form = new URLSearchParams(await readText(call.request));
  for (const value of form.values()) requireStorableText(value);
  return (name) => form.get(name) ?? '';
}

async function authenticateClient(
  auth: AuthContext,
  call: Call,
  tokenRequest: TokenRequest,
): Promise<ClientRow> {
  const basic = /^basic\s+(\S+)$/i.exec(call.request.headers.get('authorization') ?? '')?.[1];
  const [basicId = '', ...rest] = basic ? Buffer.from(basic, 'base64').toString('utf8').split(':') : [];
  const id = basic ? decode(basicId) : tokenRequest('client_id');
  const secret = basic ? decode(rest.join(':')) : tokenRequest('client_secret');
  const oauthFailure = new OAuthError('invalid_client', 'Client authentication failed', 401);
  const client = await findClient(auth.sql, id);
  if (!client) throw oauthFailure;
  if (client.client_type === 'public') {
    if (secret) throw oauthFailure;
    return client;
  }
  if (!secret || !isSameText(hashClientSecret(secret), client.client_secret_hash ?? '')) throw oauthFailure;
  return client;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const codeGrant: Grant = async (auth, call, client, tokenRequest) => {
  if (tokenRequest('code') === '')
    throw new OAuthError('invalid_request', 'code is required for authorization_code grant');
  const answer = await auth.sql.begin(async (sql) => {
    const approved = await redeem(auth, sql, client, tokenRequest);
    const user = await reload(sql, approved.user_id);
    if (isBanned(user, auth.now())) throw new OAuthError('invalid_grant', 'User is banned');
    await recordEvent(auth, sql, call, {
      action: 'login',
      actor: user,
      traits: { provider: 'oauth_server', client_id: client.id },
    });
    const session = await issueSession(auth, sql, call, user, {
      method: 'oauth_provider/authorization_code',
      oauthClientId: client.id,
      scopes: approved.scope,
    });
    return write(auth, session, { client, user, scope: approved.scope, nonce: approved.nonce });
  });
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
};

async function redeem(
  auth: AuthContext,
  sql: TransactionSql,
  client: ClientRow,
  tokenRequest: TokenRequest,
): Promise<ApprovedRow> {
  const [row] = await sql<ApprovedRow[]>`
    select * from auth.oauth_authorizations
    where authorization_code = ${auth.secrets.keyedHash(tokenRequest('code'))} and status = 'approved' for update`;
  if (!row || row.client_id !== client.id)
    throw new OAuthError('invalid_grant', 'Invalid authorization code');
  if (row.approved_at.getTime() + codeLifeS * 1000 < auth.now().getTime()) {
    throw new OAuthError('invalid_grant', 'Authorization code has expired');
  }
  if (tokenRequest('redirect_uri') && tokenRequest('redirect_uri') !== row.redirect_uri) {
    throw new OAuthError('invalid_grant', 'Redirect URI mismatch');
  }
  if (!isRightVerifier(row, tokenRequest('code_verifier')))
    throw new OAuthError('invalid_grant', 'Invalid code verifier');
  await sql`delete from auth.oauth_authorizations where id = ${row.id}`;
  return row;
}

const refreshGrant: Grant = async (auth, call, client, tokenRequest) => {
  if (tokenRequest('refresh_token') === '')
    throw new OAuthError('invalid_request', 'refresh_token is required');
  try {
    const { response, user, session } = await refreshSession(auth, call, tokenRequest('refresh_token'), {
      oauthClientId: client.id,
      narrowTo: readScopes(tokenRequest('scope')).join(' ') || undefined,
    });
    const answer = write(auth, response, { client, user, scope: session.scopes ?? '', nonce: null });
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    if (error instanceof AuthError && error.status === 400)
      throw new OAuthError('invalid_grant', error.message);
    throw error;
  }
};

function write(
  auth: AuthContext,
  session: SessionResponse,
  { client, user, scope, nonce }: { client: ClientRow; user: UserRow; scope: string; nonce: string | null },
): Record<string, unknown> {
  const { access_token, token_type, expires_in, refresh_token } = session;
  const isOpenId = scope.split(' ').includes('openid');
  const issuedAt = Math.floor(auth.now().getTime() / 1000);
  const id_token =
    isOpenId &&
    auth.keys.sign({
      iss: auth.settings.issuer,
      aud: client.id,
      iat: issuedAt,
      exp: issuedAt + auth.settings.jwtLifeS,
      ...(nonce && { nonce }),
      ...profileClaims(user, scope),
    });
  return { access_token, token_type, expires_in, refresh_token, scope, ...(id_token && { id_token }) };
}
