// POST /token?grant_type=id_token: an ID token that an app received from a provider.
import { createHash } from 'node:crypto';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors, OAuthError } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { identifyUser } from '../http/guards.ts';
import { sendMailCode } from '../messages/send-code.ts';
import { admitIdentity, linkIdentity } from '../providers/admit-identity.ts';
import { findProvider } from '../providers/find-provider.ts';
import type { Provider, VerifiedIdToken } from '../providers/provider.ts';
import { issueSession } from '../tokens/issue-session.ts';
import { isSameText } from '../tokens/secrets.ts';

const issuers: Record<string, string> = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  kakao: 'https://kauth.kakao.com',
  azure: 'https://login.microsoftonline.com',
};

export async function grantByIdToken(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('token by ip', call.ip);
  const fields = await call.fields();
  const idToken = fields.string('id_token');
  const name = fields.string('provider').toLowerCase() || providerOf(fields.string('issuer'));
  const nonce = fields.string('nonce');
  const accessToken = fields.string('access_token');
  if (idToken === '') throw new OAuthError('invalid request', 'id_token required');
  if (name === '') throw new OAuthError('invalid request', 'provider or client_id and issuer required');
  // Checked before the token is read: permission to link is decided first.
  const bearer = fields.boolean('link_identity', false) ? await identifyUser(auth, call) : undefined;
  if (bearer && !auth.settings.manualLinking) throw errors.manualLinkingDisabled();

  const provider = await findProvider(auth, name);
  if (!provider?.verifyIdToken)
    throw errors.idTokenProviderDisabled(issuers[name] ?? fields.string('issuer'));
  const verified = await provider.verifyIdToken(idToken);
  requireNonce(verified, nonce);
  requireAccessToken(verified, accessToken);
  return bearer
    ? linkTo(auth, call, bearer.user.id, provider, verified)
    : signIn(auth, call, provider, verified);
}

async function linkTo(
  auth: AuthContext,
  call: Call,
  userId: string,
  provider: Provider,
  { profile }: VerifiedIdToken,
): Promise<Response> {
  const session = await auth.sql.begin(async (sql) => {
    const user = await linkIdentity(auth, sql, call, { userId, provider, profile });
    return issueSession(auth, sql, call, user, { method: 'oauth', provider: provider.name });
  });
  return Response.json(session);
}

async function signIn(
  auth: AuthContext,
  call: Call,
  provider: Provider,
  { profile }: VerifiedIdToken,
): Promise<Response> {
  const admitted = await auth.sql.begin(async (sql) => {
    const { user, needsConfirmation } = await admitIdentity(auth, sql, call, provider, profile);
    if (needsConfirmation) return { user };
    await recordEvent(auth, sql, call, { action: 'login', actor: user, traits: { provider: provider.name } });
    return {
      session: await issueSession(auth, sql, call, user, { method: 'oauth', provider: provider.name }),
    };
  });
  if ('session' in admitted) return Response.json(admitted.session);
  const { user } = admitted;
  await sendMailCode(auth, { user, to: user.email ?? '', kind: 'signup', redirectTo: auth.settings.siteUrl });
  throw errors.providerEmailUnverified(provider.name);
}

/** The app sends the plain nonce and the token contains its hash, so a token stolen from a log is useless. */
function requireNonce(verified: VerifiedIdToken, nonce: string): void {
  if ((verified.nonce === undefined) !== (nonce === '')) {
    throw new OAuthError(
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    );
  }
  if (verified.nonce === undefined) return;
  const digest = createHash('sha256').update(nonce).digest('hex');
  if (!isSameText(digest, verified.nonce)) throw new OAuthError('invalid nonce', 'Nonces mismatch');
}

function requireAccessToken(verified: VerifiedIdToken, accessToken: string): void {
  if (verified.accessTokenHash === undefined || accessToken === '') return;
  const digest = createHash('sha256').update(accessToken).digest();
  const half = digest.subarray(0, digest.length / 2).toString('base64url');
  if (!isSameText(half, verified.accessTokenHash)) {
    throw new OAuthError('invalid request', 'access_token does not match the at_hash of id_token');
  }
}

function providerOf(issuer: string): string {
  return Object.keys(issuers).find((name) => issuers[name] === issuer) ?? (issuer ? 'unknown' : '');
}
