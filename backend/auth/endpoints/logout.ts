// POST /logout?scope=global|local|others.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';

export async function logout(auth: AuthContext, call: Call, { user, session }: Bearer): Promise<Response> {
  const asked = call.query.get('scope') || 'global';
  if (!['global', 'local', 'others'].includes(asked)) {
    throw errors.validationFailed(`Unsupported logout scope "${asked}"`);
  }
  // An application may end its own session, but not the user's other sessions.
  const scope = session?.oauthClientId ? 'local' : asked;
  const { sql } = auth;
  // A token without a session cannot say which one is meant; ending all of them is the safe choice.
  if (scope === 'global' || !session) await sql`delete from auth.sessions where user_id = ${user.id}`;
  else if (scope === 'local') await sql`delete from auth.sessions where id = ${session.id}`;
  else await sql`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id}`;
  await recordEvent(auth, sql, call, { action: 'logout', actor: user, traits: { scope } });
  return new Response(null, { status: 204 });
}
