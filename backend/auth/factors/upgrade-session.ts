// Raises a session to aal2 after a factor was verified: same session, new tokens, other weaker sessions ended.
import { randomUUID } from 'node:crypto';
import type { TransactionSql } from '../../database/driver/sql.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Bearer } from '../http/guards.ts';
import { type AuthenticationMethod, type SessionResponse, writeSession } from '../tokens/issue-session.ts';
import { newHandle } from '../tokens/refresh-token.ts';
import { readSessionState, type SessionColumns, sessionColumns } from '../tokens/session-state.ts';
import { reload } from '../users/create-user.ts';

export async function upgradeSession(
  auth: AuthContext,
  sql: TransactionSql,
  { user, session }: Bearer,
  { method, factorId }: { method: AuthenticationMethod; factorId: string },
): Promise<SessionResponse> {
  if (!session) throw errors.sessionGone();
  const now = auth.now();
  const handle = newHandle();
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = ${now} where id = ${session.id}`;
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${session.id}, ${now}, ${now}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`;
  const revoked = await sql<{ token: string }[]>`
    update auth.refresh_tokens set revoked = true, updated_at = ${now}
    where session_id = ${session.id} and not revoked returning token`;
  await sql`
    insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (${handle}, ${user.id}, false, ${now}, ${now}, ${revoked[0]?.token ?? null}, ${session.id})`;
  await sql`delete from auth.sessions where user_id = ${user.id} and aal < 'aal2'`;
  const [row] = await sql<SessionColumns[]>`
    select ${sessionColumns(sql)} from auth.sessions as s where s.id = ${session.id}`;
  if (!row) throw errors.sessionGone();
  return writeSession(auth, sql, {
    method,
    user: await reload(sql, user.id),
    session: readSessionState(row),
    handle,
  });
}
