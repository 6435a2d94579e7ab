// POST /signup without an address: a session for an anonymous user, who may add an address later.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { beforeUserCreated } from '../hooks/before-user-created.ts';
import type { Call } from '../http/call.ts';
import { issueSession } from '../tokens/issue-session.ts';
import { insertUser } from '../users/create-user.ts';

export async function signUpAnonymously(auth: AuthContext, call: Call): Promise<Response> {
  if (!auth.settings.anonymous) throw errors.anonymousDisabled();
  if (!auth.settings.signup) throw errors.signupDisabled();
  auth.limits.require('anonymous by ip', call.ip);
  auth.limits.require('anonymous in all', '');
  const userMetadata = (await call.fields()).object('data') ?? {};
  const person = { isAnonymous: true, userMetadata };
  const id = await beforeUserCreated(auth, auth.sql, call, person);
  const session = await auth.sql.begin(async (sql) => {
    const user = await insertUser(auth, sql, { ...person, id });
    await recordEvent(auth, sql, call, {
      action: 'user_signedup',
      actor: user,
      traits: { provider: 'anonymous' },
    });
    return issueSession(auth, sql, call, user, { method: 'anonymous' });
  });
  return Response.json(session);
}
