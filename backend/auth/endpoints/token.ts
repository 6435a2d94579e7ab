// POST /token?grant_type=…: every grant that issues a session.
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import type { Endpoint } from '../http/guards.ts';
import { grantByIdToken } from './grant-id-token.ts';
import { grantByPassword } from './grant-password.ts';
import { grantByPkce } from './grant-pkce.ts';
import { grantByRefreshToken } from './grant-refresh-token.ts';

const grants: Record<string, Endpoint> = {
  password: grantByPassword,
  refresh_token: grantByRefreshToken,
  pkce: grantByPkce,
  id_token: grantByIdToken,
  web3: () => {
    throw errors.web3Disabled();
  },
};

export function token(auth: AuthContext, call: Call): Promise<Response> | Response {
  const name = call.query.get('grant_type') ?? '';
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
  if (!grant) throw errors.unsupportedGrant();
  return grant(auth, call);
}
