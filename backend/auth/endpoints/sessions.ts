// GET /user/sessions and DELETE /user/sessions/:id: lists where a user is signed in and ends single sessions.
// The official client has no call for this; the security page uses fetch.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { isUuid } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';

interface SessionRow {
  id: string;
  created_at: Date;
  last_used_at: Date;
  user_agent: string | null;
  ip: string | null;
  aal: string;
  methods: string[] | null;
}

export async function listSessions(
  auth: AuthContext,
  _call: Call,
  { user, session }: Bearer,
): Promise<Response> {
  const now = auth.now();
  const sessions = await auth.sql<SessionRow[]>`
    select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at) as last_used_at,
      s.user_agent, host(s.ip) as ip, s.aal,
      (select array_agg(c.authentication_method order by c.created_at) from auth.mfa_amr_claims as c
        where c.session_id = s.id) as methods
    from auth.sessions as s
    where s.user_id = ${user.id} and (s.not_after is null or s.not_after > ${now})
      -- A session whose tokens are all revoked cannot be used any more.
      and exists (select from auth.refresh_tokens as t where t.session_id = s.id and not t.revoked)
    order by last_used_at desc`;
  return Response.json(
    sessions.map((row) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      user_agent: row.user_agent ?? '',
      ip: row.ip ?? '',
      aal: row.aal,
      methods: row.methods ?? [],
      is_current: row.id === session?.id,
    })),
  );
}

export async function endSession(auth: AuthContext, call: Call, { user }: Bearer): Promise<Response> {
  const id = call.params.session_id ?? '';
  const ended = isUuid(id)
    ? await auth.sql`delete from auth.sessions where id = ${id} and user_id = ${user.id}`
    : { count: 0 };
  if (ended.count === 0) throw new AuthError(404, 'session_not_found', 'Session not found');
  await recordEvent(auth, auth.sql, call, {
    action: 'session_revoked',
    actor: user,
    traits: { session_id: id },
  });
  return new Response(null, { status: 204 });
}
