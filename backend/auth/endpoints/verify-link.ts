// GET /verify: the link itself, as other hosts send it. Always ends in a redirect.
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { errorRedirect, redirect, withFragment, withQuery } from '../http/redirects.ts';
import { consumeLinkToken, pkcePrefix } from '../messages/one-time-tokens.ts';
import { issueCodeForMail } from '../tokens/flow-state.ts';
import { type AuthenticationMethod, issueSession, type SessionResponse } from '../tokens/issue-session.ts';
import { applyVerification, halfwayMessage, mailTypes } from './apply-verification.ts';

const flowMethods: Record<string, AuthenticationMethod> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
};

export async function verifyLink(auth: AuthContext, call: Call): Promise<Response> {
  // Link scanners often send HEAD before the person opens the link.
  if (call.request.method === 'HEAD') return new Response(null);
  auth.limits.require('verify by ip', call.ip);
  const token = call.query.get('token') ?? call.query.get('token_hash') ?? '';
  const type = call.query.get('type') ?? '';
  const to = call.redirectTo;
  if (token === '') throw errors.validationFailed('Verify requires a token or a token hash');
  if (type === '') throw errors.validationFailed('Verify requires a verification type');
  const isPkce = token.startsWith(pkcePrefix);
  try {
    return redirect(await follow(auth, call, { token, type, to, isPkce }));
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return redirect(errorRedirect(to, error, { isPkce }));
  }
}

async function follow(
  auth: AuthContext,
  call: Call,
  { token, type, to, isPkce }: { token: string; type: string; to: string; isPkce: boolean },
): Promise<string> {
  const types = Object.hasOwn(mailTypes, type) ? mailTypes[type] : undefined;
  if (!types) throw errors.validationFailed('Unsupported verification type');
  return auth.sql.begin(async (sql) => {
    const used = await consumeLinkToken(auth, sql, token, types);
    if (!used) throw errors.linkExpired();
    const user = await applyVerification(auth, sql, call, used);
    if (user === 'halfway') {
      const address = isPkce ? withQuery(to, { message: halfwayMessage }) : to;
      return withFragment(address, { message: halfwayMessage });
    }
    if (isPkce) {
      const method = flowMethods[type] ?? 'otp';
      return withQuery(to, { code: await issueCodeForMail(auth, sql, { userId: user.id, method }) });
    }
    return sessionAddress(to, await issueSession(auth, sql, call, user, { method: 'otp' }), { type });
  });
}

/** The session goes into the fragment, where implicit-flow clients read it and no server log records it. */
export function sessionAddress(to: string, session: SessionResponse, extra: Record<string, string>): string {
  return withFragment(to, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...(session.provider_token && { provider_token: session.provider_token }),
    ...(session.provider_refresh_token && { provider_refresh_token: session.provider_refresh_token }),
    ...extra,
  });
}
