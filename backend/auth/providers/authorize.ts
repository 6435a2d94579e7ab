// GET /authorize and GET /user/identities/authorize: redirects to a provider and stores the flow state.
import { createHash, randomUUID } from 'node:crypto';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';
import { redirect } from '../http/redirects.ts';
import { readChallenge, startFlow } from '../tokens/flow-state.ts';
import { randomToken } from '../tokens/secrets.ts';
import { requireProvider } from './find-provider.ts';

const ours = [
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'skip_http_redirect',
  'invite_token',
  'apikey',
];

export async function authorize(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('authorize by ip', call.ip);
  return sendToProvider(auth, call);
}

export async function authorizeLink(auth: AuthContext, call: Call, { user }: Bearer): Promise<Response> {
  if (!auth.settings.manualLinking) throw errors.manualLinkingDisabled();
  auth.limits.require('authorize by ip', call.ip);
  return sendToProvider(auth, call, { linkingTargetId: user.id });
}

async function sendToProvider(
  auth: AuthContext,
  call: Call,
  { linkingTargetId }: { linkingTargetId?: string } = {},
): Promise<Response> {
  const { query } = call;
  const provider = await requireProvider(auth, query.get('provider') ?? '');
  const challenge = readChallenge(
    query.get('code_challenge') ?? '',
    query.get('code_challenge_method') ?? '',
  );
  const codeVerifier = randomToken(48);
  const state = await auth.sql.begin(async (sql) => {
    const clientStateId = randomUUID();
    await sql`
      insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
      values (${clientStateId}, ${provider.name}, ${auth.secrets.seal(codeVerifier)}, ${auth.now()})`;
    return startFlow(auth, sql, {
      challenge,
      providerType: provider.name,
      method: 'oauth',
      referrer: call.redirectTo,
      clientStateId,
      linkingTargetId,
    });
  });
  const url = provider.authorizeUrl({
    state,
    redirectUri: callbackAddress(auth),
    scopes: (query.get('scopes') ?? '').split(/[\s,]+/).filter(Boolean),
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    extra: Object.fromEntries([...query].filter(([name]) => !ours.includes(name))),
  });
  return query.get('skip_http_redirect') === 'true' ? Response.json({ url }) : redirect(url, 302);
}

export function callbackAddress(auth: AuthContext): string {
  return `${auth.settings.issuer}/callback`;
}
