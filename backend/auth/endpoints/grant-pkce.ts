// POST /token?grant_type=pkce: exchanges a code from a link or provider and the client's verifier for a session.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { redeemCode } from '../tokens/flow-state.ts';
import { issueSession } from '../tokens/issue-session.ts';
import { reload } from '../users/create-user.ts';
import { isBanned } from '../users/user-row.ts';

export async function grantByPkce(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('token by ip', call.ip);
  const fields = await call.fields();
  const code = fields.string('auth_code');
  const verifier = fields.string('code_verifier');
  if (code === '' || verifier === '') {
    throw errors.validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const session = await auth.sql.begin(async (sql) => {
    const flow = await redeemCode(auth, sql, { code, verifier });
    const user = await reload(sql, flow.user_id);
    if (isBanned(user, auth.now())) throw errors.userBanned(403);
    const isOAuth = flow.authentication_method === 'oauth';
    await recordEvent(auth, sql, call, {
      action: 'login',
      actor: user,
      traits: { provider: flow.provider_type },
    });
    const begun = await issueSession(auth, sql, call, user, {
      method: flow.authentication_method,
      ...(isOAuth && { provider: flow.provider_type }),
    });
    const open = (sealed: string | null) => (sealed ? auth.secrets.open(sealed) : undefined);
    const provider_token = open(flow.provider_access_token);
    const provider_refresh_token = open(flow.provider_refresh_token);
    return {
      ...begun,
      ...(provider_token && { provider_token }),
      ...(provider_refresh_token && { provider_refresh_token }),
    };
  });
  return Response.json(session);
}
