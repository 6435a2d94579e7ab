// DELETE /factors/:factor_id. Without the last factor, sessions verified by it fall back to aal1.
import type { TransactionSql } from '../../database/driver/sql.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';
import { factorErrors } from './factor-errors.ts';
import { requireFactor } from './factor-row.ts';

export async function unenrollFactor(
  auth: AuthContext,
  call: Call,
  { user, session }: Bearer,
): Promise<Response> {
  const factor = await requireFactor(auth, call, user.id);
  if (factor.factor_type === 'recovery_code') throw factorErrors.notFound();
  if (factor.status === 'verified' && session?.aal !== 'aal2') throw factorErrors.unenrollNeedsAal2();
  await auth.sql.begin(async (sql) => {
    await sql`delete from auth.mfa_factors where id = ${factor.id}`;
    await settleSessions(auth, sql, user.id);
    await recordEvent(auth, sql, call, {
      action: 'factor_unenrolled',
      actor: user,
      traits: { factor_id: factor.id, factor_type: factor.factor_type, factor_status: factor.status },
    });
  });
  return Response.json({ id: factor.id });
}

/** Recovery codes need another factor, and no session may claim a factor that was removed. */
export async function settleSessions(auth: AuthContext, sql: TransactionSql, userId: string): Promise<void> {
  const [left] = await sql`
    select 1 from auth.mfa_factors
    where user_id = ${userId} and status = 'verified' and factor_type <> 'recovery_code' limit 1`;
  if (left) return;
  await sql`delete from auth.mfa_factors where user_id = ${userId} and factor_type = 'recovery_code'`;
  await sql`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = ${auth.now()}
    where user_id = ${userId} and aal <> 'aal1'`;
  await sql`
    delete from auth.mfa_amr_claims
    where authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')
      and session_id in (select id from auth.sessions where user_id = ${userId})`;
}
