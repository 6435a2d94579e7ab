// DELETE /admin/users/:user_id. A soft deletion keeps the row, so that references to it stay valid, but removes
// everything that names the user or lets them sign in.
import { createHash } from 'node:crypto';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import type { Call } from '../http/call.ts';
import type { UserRow } from '../users/user-row.ts';
import { requireNamedUser } from './find-user.ts';

export async function deleteUser(auth: AuthContext, call: Call): Promise<Response> {
  const user = await requireNamedUser(auth, call);
  const isSoft = (await call.fields({ mayBeEmpty: true })).boolean('should_soft_delete', false);
  await auth.sql.begin(async (sql) => {
    await recordEvent(auth, sql, call, {
      action: 'user_deleted',
      traits: { user_id: user.id, is_soft: isSoft, by: 'administrator' },
    });
    if (!isSoft) {
      await sql`delete from auth.users where id = ${user.id}`;
      return;
    }
    const now = auth.now();
    await sql`
      update auth.users
      set email = ${unrecognizable(user, user.email)}, phone = ${unrecognizable(user, user.phone)?.slice(0, 15) ?? null},
        encrypted_password = null, email_change = '', phone_change = '', deleted_at = ${now}, updated_at = ${now},
        raw_user_meta_data = '{}', raw_app_meta_data = '{}'
      where id = ${user.id}`;
    await sql`delete from auth.identities where user_id = ${user.id}`;
    await sql`delete from auth.sessions where user_id = ${user.id}`;
    await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
    await sql`delete from auth.mfa_factors where user_id = ${user.id}`;
    await sql`delete from auth.webauthn_credentials where user_id = ${user.id}`;
  });
  return Response.json({});
}

/** Unique as the column requires, but no longer an address. */
function unrecognizable(user: UserRow, address: string | null): string | null {
  if (!address) return null;
  return createHash('sha256').update(user.id).update(address).digest('base64url');
}
