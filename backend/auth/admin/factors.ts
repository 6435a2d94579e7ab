// /admin/users/:user_id/factors: an administrator lists a user's factors and removes a lost one.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { factorErrors } from '../factors/factor-errors.ts';
import { requireFactor } from '../factors/factor-row.ts';
import { settleSessions } from '../factors/unenroll-factor.ts';
import type { Call } from '../http/call.ts';
import { renderFactor } from '../users/render-user.ts';
import type { UserRow } from '../users/user-row.ts';
import { requireNamedUser } from './find-user.ts';

export async function listUserFactors(auth: AuthContext, call: Call): Promise<Response> {
  const user = await requireNamedUser(auth, call);
  return Response.json(user.factors.map(renderFactor));
}

export async function updateUserFactor(auth: AuthContext, call: Call): Promise<Response> {
  const user = await requireNamedUser(auth, call);
  const factor = await requireFactor(auth, call, user.id);
  const name = (await call.fields()).string('friendly_name');
  if (name.trim() && user.factors.some((other) => other.id !== factor.id && other.friendly_name === name)) {
    throw factorErrors.nameConflict(name);
  }
  await auth.sql`
    update auth.mfa_factors set friendly_name = ${name}, updated_at = ${auth.now()} where id = ${factor.id}`;
  await recordEvent(auth, auth.sql, call, {
    action: 'factor_updated',
    traits: { user_id: user.id, factor_id: factor.id },
  });
  return Response.json(
    render(
      {
        ...user,
        factors: user.factors.map((one) => (one.id === factor.id ? { ...one, friendly_name: name } : one)),
      },
      factor.id,
    ),
  );
}

export async function deleteUserFactor(auth: AuthContext, call: Call): Promise<Response> {
  const user = await requireNamedUser(auth, call);
  const factor = await requireFactor(auth, call, user.id);
  await auth.sql.begin(async (sql) => {
    await sql`delete from auth.mfa_factors where id = ${factor.id}`;
    await settleSessions(auth, sql, user.id);
    await recordEvent(auth, sql, call, {
      action: 'factor_deleted',
      traits: { user_id: user.id, factor_id: factor.id, factor_type: factor.factor_type },
    });
  });
  return Response.json(render(user, factor.id));
}

function render(user: UserRow, factorId: string): Record<string, unknown> {
  const factor = user.factors.find((one) => one.id === factorId);
  if (!factor) throw factorErrors.notFound();
  return renderFactor(factor);
}
