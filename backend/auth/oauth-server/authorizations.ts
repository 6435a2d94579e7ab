// GET /oauth/authorize redirects to the site's consent page; GET /oauth/authorizations/:id and POST …/consent
// are the calls of that page.
import { randomUUID } from 'node:crypto';
import type { TransactionSql } from '../../database/driver/sql.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { type Bearer, requireSecondFactor } from '../http/guards.ts';
import { redirect, withQuery } from '../http/redirects.ts';
import { readChallenge } from '../tokens/flow-state.ts';
import { randomToken } from '../tokens/secrets.ts';
import { type ClientRow, findClient, renderApplicant } from './client-row.ts';
import { findUnknownScope, isWithin, readScopes } from './scopes.ts';

const defaultScope = 'email';
const lifeS = 600;

interface AuthorizationRow {
  id: string;
  authorization_id: string;
  client_id: string;
  user_id: string | null;
  redirect_uri: string;
  scope: string;
  state: string | null;
  status: 'pending' | 'approved' | 'denied' | 'expired';
  expires_at: Date;
}

type PendingRow = AuthorizationRow & Pick<ClientRow, 'client_name' | 'client_uri' | 'logo_uri'>;

export async function authorizeClient(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('oauth by ip', call.ip);
  const ask = (name: string) => call.query.get(name) ?? '';
  // No redirect until client and redirect address are known to belong together.
  const client = await findClient(auth.sql, ask('client_id'));
  if (!client) throw new AuthError(400, 'oauth_client_not_found', 'invalid client_id');
  if (!client.redirect_uris.split(',').includes(ask('redirect_uri'))) {
    throw errors.validationFailed('invalid redirect_uri');
  }
  try {
    return redirect(await begin(auth, client, ask), 302);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return redirect(errorRedirect(ask('redirect_uri'), ask('state'), 'invalid_request', error.message), 302);
  }
}

async function begin(auth: AuthContext, client: ClientRow, ask: (name: string) => string): Promise<string> {
  if (ask('response_type') && ask('response_type') !== 'code') {
    throw errors.validationFailed('Only response_type=code is supported');
  }
  const challenge = readChallenge(ask('code_challenge'), ask('code_challenge_method'));
  if (!challenge)
    throw errors.validationFailed('PKCE is required: send code_challenge and code_challenge_method');
  const scopes = readScopes(ask('scope') || defaultScope);
  const unknown = findUnknownScope(scopes);
  if (unknown) throw errors.validationFailed(`Unsupported scope "${unknown}"`);
  for (const [name, limit] of [
    ['state', 4096],
    ['nonce', 255],
    ['resource', 2048],
  ] as const) {
    if (ask(name).length > limit) throw errors.validationFailed(`${name} is too long`);
  }
  const authorizationId = randomToken(24);
  const now = auth.now();
  await auth.sql`
    insert into auth.oauth_authorizations ${auth.sql({
      id: randomUUID(),
      authorization_id: authorizationId,
      client_id: client.id,
      redirect_uri: ask('redirect_uri'),
      scope: scopes.join(' '),
      state: ask('state') || null,
      resource: ask('resource') || null,
      nonce: ask('nonce') || null,
      code_challenge: challenge.challenge,
      code_challenge_method: challenge.method,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeS * 1000),
    })}`;
  const page = `${auth.settings.siteUrl}${auth.settings.oauthServer.authorizationPath}`;
  return withQuery(page, { authorization_id: authorizationId });
}

export async function getAuthorization(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  const { user } = bearer;
  // Also when consent was given before: this issues the code.
  requireSecondFactor(bearer);
  return auth.sql.begin(async (sql) => {
    const row = await claim(auth, sql, call, user.id);
    const [consent] = await sql<{ scopes: string }[]>`
      select scopes from auth.oauth_consents
      where user_id = ${user.id} and client_id = ${row.client_id} and revoked_at is null`;
    if (consent && isWithin(row.scope, consent.scopes)) {
      return Response.json({ redirect_url: await approve(auth, sql, row) });
    }
    return Response.json({
      authorization_id: row.authorization_id,
      redirect_uri: row.redirect_uri,
      client: renderApplicant({ ...row, id: row.client_id }),
      user: { id: user.id, email: user.email ?? '' },
      scope: row.scope,
    });
  });
}

export async function consent(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  const { user } = bearer;
  requireSecondFactor(bearer);
  const action = (await call.fields()).string('action');
  if (action !== 'approve' && action !== 'deny') {
    throw errors.validationFailed("action must be 'approve' or 'deny'");
  }
  return auth.sql.begin(async (sql) => {
    const row = await claim(auth, sql, call, user.id);
    if (action === 'deny') {
      await sql`update auth.oauth_authorizations set status = 'denied' where id = ${row.id}`;
      return Response.json({
        redirect_url: errorRedirect(
          row.redirect_uri,
          row.state ?? '',
          'access_denied',
          'User denied the request',
        ),
      });
    }
    const [before] = await sql<{ scopes: string }[]>`
      select scopes from auth.oauth_consents
      where user_id = ${user.id} and client_id = ${row.client_id} and revoked_at is null for update`;
    // Sessions of an earlier consent remain, so the granted scopes must show everything.
    const granted = readScopes(`${before?.scopes ?? ''} ${row.scope}`).join(' ');
    await sql`
      insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at)
      values (${randomUUID()}, ${user.id}, ${row.client_id}, ${granted}, ${auth.now()})
      on conflict (user_id, client_id) do update
      set scopes = excluded.scopes, granted_at = excluded.granted_at, revoked_at = null`;
    await recordEvent(auth, sql, call, {
      action: 'oauth_consent_granted',
      actor: user,
      traits: { client_id: row.client_id, scope: row.scope },
    });
    return Response.json({ redirect_url: await approve(auth, sql, row) });
  });
}

/** The pending request, now bound to this user; another user's request is treated as missing. */
async function claim(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  userId: string,
): Promise<PendingRow> {
  const notFound = new AuthError(404, 'oauth_authorization_not_found', 'authorization not found');
  const [row] = await sql<PendingRow[]>`
    select a.*, c.client_name, c.client_uri, c.logo_uri
    from auth.oauth_authorizations as a join auth.oauth_clients as c on c.id = a.client_id and c.deleted_at is null
    where a.authorization_id = ${call.params.authorization_id ?? ''} for update of a`;
  if (!row || row.expires_at < auth.now() || (row.user_id && row.user_id !== userId)) throw notFound;
  if (row.status !== 'pending') throw errors.validationFailed('authorization request cannot be processed');
  if (!row.user_id) await sql`update auth.oauth_authorizations set user_id = ${userId} where id = ${row.id}`;
  return { ...row, user_id: userId };
}

async function approve(auth: AuthContext, sql: TransactionSql, row: AuthorizationRow): Promise<string> {
  const code = randomToken(32);
  await sql`
    update auth.oauth_authorizations
    set status = 'approved', approved_at = ${auth.now()}, authorization_code = ${auth.secrets.keyedHash(code)}
    where id = ${row.id}`;
  return withQuery(row.redirect_uri, { code, ...(row.state && { state: row.state }) });
}

function errorRedirect(to: string, state: string, error: string, description: string): string {
  return withQuery(to, { error, error_description: description, ...(state && { state }) });
}
