// What changes when a user's address is confirmed.
import type { AuthContext, Db } from '../context.ts';
import type { JsonObject } from '../http/fields.ts';
import {
  explainConflict,
  insertEmailIdentity,
  insertPhoneIdentity,
  listProviders,
  reload,
} from './create-user.ts';
import type { UserRow } from './user-row.ts';

export async function confirmEmail(auth: AuthContext, sql: Db, user: UserRow): Promise<UserRow> {
  const now = auth.now();
  await sql`
    update auth.users
    set email_confirmed_at = coalesce(email_confirmed_at, ${now}), updated_at = ${now},
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
    where id = ${user.id}`;
  await sql`
    update auth.identities
    set identity_data = identity_data || '{"email_verified": true}', updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`;
  return reload(sql, user.id);
}

export async function confirmPhone(auth: AuthContext, sql: Db, user: UserRow): Promise<UserRow> {
  const now = auth.now();
  await sql`
    update auth.users
    set phone_confirmed_at = coalesce(phone_confirmed_at, ${now}), updated_at = ${now},
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"phone_verified": true}'
    where id = ${user.id}`;
  await sql`
    update auth.identities
    set identity_data = identity_data || '{"phone_verified": true}', updated_at = ${now}
    where user_id = ${user.id} and provider = 'phone'`;
  return reload(sql, user.id);
}

/** Replaces the address with the confirmed new one; an anonymous user becomes permanent. */
export async function completeEmailChange(
  auth: AuthContext,
  sql: Db,
  user: UserRow,
  email: string,
): Promise<UserRow> {
  const now = auth.now();
  try {
    await sql`
      update auth.users
      set email = ${email}, email_confirmed_at = ${now}, email_change = '', email_change_confirm_status = 0,
        is_anonymous = false, updated_at = ${now},
        raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${sql.json(contact(user.id, { email }))}
      where id = ${user.id}`;
  } catch (error) {
    throw explainConflict(error);
  }
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type in ('email_change_token_new', 'email_change_token_current')`;
  const changed = await sql`
    update auth.identities
    set identity_data = identity_data || ${sql.json(contact(user.id, { email }))}, updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`;
  if (changed.count === 0) await insertEmailIdentity(auth, sql, user, email, { isVerified: true });
  else await listProviders(sql, user.id);
  return reload(sql, user.id);
}

export async function completePhoneChange(
  auth: AuthContext,
  sql: Db,
  user: UserRow,
  phone: string,
): Promise<UserRow> {
  const now = auth.now();
  const data: JsonObject = { sub: user.id, phone, phone_verified: true };
  try {
    await sql`
      update auth.users
      set phone = ${phone}, phone_confirmed_at = ${now}, phone_change = '', is_anonymous = false, updated_at = ${now},
        raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"phone_verified": true}'
      where id = ${user.id}`;
  } catch (error) {
    throw explainConflict(error);
  }
  await sql`delete from auth.one_time_tokens where user_id = ${user.id} and token_type = 'phone_change_token'`;
  const changed = await sql`
    update auth.identities
    set identity_data = identity_data || ${sql.json(data)}, updated_at = ${now}
    where user_id = ${user.id} and provider = 'phone'`;
  if (changed.count === 0) await insertPhoneIdentity(auth, sql, user, phone, { isVerified: true });
  else await listProviders(sql, user.id);
  return reload(sql, user.id);
}

function contact(id: string, { email }: { email: string }): JsonObject {
  return { sub: id, email, email_verified: true };
}
