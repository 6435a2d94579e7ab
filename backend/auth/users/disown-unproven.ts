// Removes everything its creator left on an account with an unconfirmed address. A person who confirms the address later
// must not share the account with someone who registered it first and still knows its password.
import type { Db } from '../context.ts';
import { reload } from './create-user.ts';
import type { UserRow } from './user-row.ts';

export async function disownUnproven(sql: Db, user: UserRow): Promise<UserRow> {
  const metadata = {
    sub: user.id,
    ...(user.email && { email: user.email }),
    email_verified: false,
    phone_verified: false,
  };
  await sql`
    update auth.users set encrypted_password = null, raw_user_meta_data = ${sql.json(metadata)}
    where id = ${user.id} and confirmed_at is null`;
  await sql`delete from auth.identities where user_id = ${user.id} and provider not in ('email', 'phone')`;
  await sql`delete from auth.sessions where user_id = ${user.id}`;
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  return reload(sql, user.id);
}
