// GET and POST /callback: the return from a provider. Always ends in a redirect.
import type { TransactionSql } from '../../database/driver/sql.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { sessionAddress } from '../endpoints/verify-link.ts';
import { AuthError, errors, OAuthError } from '../errors.ts';
import { isUuid } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import { readText } from '../http/fields.ts';
import { errorRedirect, redirect, withFragment, withQuery } from '../http/redirects.ts';
import { sendMailCode } from '../messages/send-code.ts';
import { type FlowRow, issueCode } from '../tokens/flow-state.ts';
import { issueSession } from '../tokens/issue-session.ts';
import type { UserRow } from '../users/user-row.ts';
import { admitIdentity, linkIdentity } from './admit-identity.ts';
import { callbackAddress } from './authorize.ts';
import { requireProvider } from './find-provider.ts';
import type { Provider, ProviderProfile, ProviderTokens } from './provider.ts';

const stateLifeS = 600;

export async function callback(auth: AuthContext, call: Call): Promise<Response> {
  if (call.request.method === 'HEAD') return new Response(null);
  auth.limits.require('authorize by ip', call.ip);
  const answer =
    call.request.method === 'POST' ? new URLSearchParams(await readText(call.request)) : call.query;
  let flow: FlowRow | undefined;
  try {
    const taken = await takeFlow(auth, answer.get('state') ?? '');
    flow = taken;
    return redirect(await comeBack(auth, call, taken, answer), 302);
  } catch (error) {
    return redirect(explain(auth, flow, error), 302);
  }
}

/** A state works once: it is deleted here. */
async function takeFlow(auth: AuthContext, state: string): Promise<FlowRow & { codeVerifier: string }> {
  if (!isUuid(state)) throw errors.badOAuthState('OAuth state parameter is invalid');
  const [row] = await auth.sql<(FlowRow & { code_verifier: string })[]>`
    with taken as (
      delete from auth.oauth_client_states as c using auth.flow_state as f
      where f.id = ${state} and c.id = f.oauth_client_state_id returning c.code_verifier
    )
    select f.*, taken.code_verifier from auth.flow_state as f, taken where f.id = ${state}`;
  if (!row) throw errors.badOAuthState('OAuth state not found or already used');
  if (row.created_at.getTime() + stateLifeS * 1000 < auth.now().getTime()) {
    throw errors.badOAuthState('OAuth state has expired');
  }
  return { ...row, codeVerifier: auth.secrets.open(row.code_verifier) };
}

async function comeBack(
  auth: AuthContext,
  call: Call,
  flow: FlowRow & { codeVerifier: string },
  answer: URLSearchParams,
): Promise<string> {
  const to = flow.referrer ?? auth.settings.siteUrl;
  if (answer.get('error')) return passOn(to, flow, answer);
  const code = answer.get('code') ?? '';
  if (code === '') throw errors.badOAuthCallback('OAuth callback with missing authorization code missing');
  const provider = await requireProvider(auth, flow.provider_type);
  const tokens = await provider.exchange({
    code,
    redirectUri: callbackAddress(auth),
    codeVerifier: flow.codeVerifier,
  });
  const profile = await provider.profile(tokens);
  const outcome = await auth.sql.begin(async (sql) =>
    admit(auth, sql, call, { flow, provider, profile, tokens, to }),
  );
  if (typeof outcome === 'string') return outcome;
  await sendMailCode(auth, { user: outcome, to: outcome.email ?? '', kind: 'signup', redirectTo: to });
  throw errors.providerEmailUnverified(provider.name);
}

/** The address to return to; or the person, when a mail must prove their address first. */
async function admit(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  came: { flow: FlowRow; provider: Provider; profile: ProviderProfile; tokens: ProviderTokens; to: string },
): Promise<string | UserRow> {
  const { flow, provider, profile, tokens, to } = came;
  let user: UserRow;
  if (flow.linking_target_id) {
    user = await linkIdentity(auth, sql, call, { userId: flow.linking_target_id, provider, profile });
  } else {
    const admission = await admitIdentity(auth, sql, call, provider, profile);
    if (admission.needsConfirmation) return admission.user;
    user = admission.user;
  }
  if (flow.code_challenge) {
    const code = await issueCode(auth, sql, flow.id, {
      userId: user.id,
      providerToken: tokens.accessToken,
      providerRefreshToken: tokens.refreshToken,
    });
    return withQuery(to, { code });
  }
  await sql`delete from auth.flow_state where id = ${flow.id}`;
  await recordEvent(auth, sql, call, { action: 'login', actor: user, traits: { provider: provider.name } });
  const session = await issueSession(auth, sql, call, user, { method: 'oauth', provider: provider.name });
  return sessionAddress(
    to,
    { ...session, provider_token: tokens.accessToken, provider_refresh_token: tokens.refreshToken },
    {},
  );
}

/** An error from the provider itself, e.g. because the user declined. */
function passOn(to: string, flow: FlowRow, answer: URLSearchParams): string {
  const values = {
    error: answer.get('error') ?? '',
    error_code: 'bad_oauth_callback',
    error_description: answer.get('error_description') ?? '',
  };
  return withFragment(flow.code_challenge ? withQuery(to, values) : to, values);
}

function explain(auth: AuthContext, flow: FlowRow | undefined, error: unknown): string {
  const to = flow?.referrer ?? auth.settings.siteUrl;
  const isPkce = Boolean(flow?.code_challenge);
  if (error instanceof AuthError) {
    if (error.cause) auth.log.warn({ err: error.cause, provider: flow?.provider_type }, error.message);
    return errorRedirect(to, error, { isPkce });
  }
  if (error instanceof OAuthError) {
    return errorRedirect(to, errors.badOAuthCallback(error.message), { isPkce });
  }
  throw error;
}
