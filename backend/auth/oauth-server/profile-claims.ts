// The claims an application receives about a user, by granted scopes; and GET /oauth/userinfo, which returns them.
import { oauthScopes } from '#contracts/oauth-scopes.ts';
import type { AuthContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import { type Bearer, isApplication } from '../http/guards.ts';
import type { UserRow } from '../users/user-row.ts';
import { readScopes } from './scopes.ts';

export function profileClaims(user: UserRow, scope: string): Record<string, unknown> & { sub: string } {
  const scopes = scope.split(' ');
  const metadata = user.raw_user_meta_data ?? {};
  const text = (name: string) => (typeof metadata[name] === 'string' ? metadata[name] : undefined);
  return {
    sub: user.id,
    ...(scopes.includes('email') && {
      email: user.email ?? '',
      email_verified: user.email_confirmed_at !== null,
    }),
    ...(scopes.includes('phone') && {
      phone_number: user.phone ?? '',
      phone_number_verified: user.phone_confirmed_at !== null,
    }),
    ...(scopes.includes('profile') && {
      name: text('full_name') ?? text('name'),
      preferred_username: text('preferred_username') ?? text('user_name'),
      picture: text('avatar_url') ?? text('picture'),
      updated_at: user.updated_at ? Math.floor(user.updated_at.getTime() / 1000) : undefined,
    }),
  };
}

/** An application gets what its token allows, and never more than its session was granted. */
export function userInfo(_auth: AuthContext, _call: Call, bearer: Bearer): Response {
  const { user, claims, session } = bearer;
  if (!isApplication(bearer)) return Response.json(profileClaims(user, oauthScopes.join(' ')));
  const asked = typeof claims.scope === 'string' ? claims.scope : '';
  const given = readScopes(session?.scopes ?? '');
  const scope = readScopes(asked).filter((one) => given.includes(one));
  return Response.json(profileClaims(user, scope.join(' ')));
}
