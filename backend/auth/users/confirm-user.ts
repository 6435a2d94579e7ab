// What changes when a user's address is confirmed.
import type { AuthContext, Db } from '../context.ts';
import {
  type ContactKind,
  explainConflict,
  insertContactIdentity,
  listProviders,
  reload,
} from './create-user.ts';
import type { UserRow } from './user-row.ts';

const changeTokens = {
  email: ['email_change_token_new', 'email_change_token_current'],
  phone: ['phone_change_token'],
};

export async function confirmContact(
  auth: AuthContext,
  sql: Db,
  user: UserRow,
  kind: ContactKind,
): Promise<UserRow> {
  const now = auth.now();
  const confirmedAt = sql(`${kind}_confirmed_at`);
  const proof = sql.json({ [`${kind}_verified`]: true });
  await sql`
    update auth.users
    set ${confirmedAt} = coalesce(${confirmedAt}, ${now}), updated_at = ${now},
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${proof}
    where id = ${user.id}`;
  await sql`
    update auth.identities set identity_data = identity_data || ${proof}, updated_at = ${now}
    where user_id = ${user.id} and provider = ${kind}`;
  return reload(sql, user.id);
}

/** Replaces the address with the confirmed new one; an anonymous user becomes permanent. */
export async function completeContactChange(
  auth: AuthContext,
  sql: Db,
  user: UserRow,
  { kind, address }: { kind: ContactKind; address: string },
): Promise<UserRow> {
  const now = auth.now();
  const proof = { [`${kind}_verified`]: true };
  const contact = { sub: user.id, [kind]: address, ...proof };
  try {
    await sql`
      update auth.users
      set ${sql(kind)} = ${address}, ${sql(`${kind}_confirmed_at`)} = ${now}, ${sql(`${kind}_change`)} = '',
        ${kind === 'email' ? sql`email_change_confirm_status = 0,` : sql``} is_anonymous = false, updated_at = ${now},
        raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${sql.json(kind === 'email' ? contact : proof)}
      where id = ${user.id}`;
  } catch (error) {
    throw explainConflict(error);
  }
  await sql`
    delete from auth.one_time_tokens where user_id = ${user.id} and token_type in ${sql(changeTokens[kind])}`;
  const changed = await sql`
    update auth.identities set identity_data = identity_data || ${sql.json(contact)}, updated_at = ${now}
    where user_id = ${user.id} and provider = ${kind}`;
  if (changed.count > 0) await listProviders(sql, user.id);
  else await insertContactIdentity(auth, sql, user.id, { kind, address, isVerified: true });
  return reload(sql, user.id);
}
