// PUT /admin/users/:user_id: changes by an administrator, which need no confirmation.
import type { TransactionSql } from '../../database/driver/sql.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import type { JsonObject } from '../http/fields.ts';
import { requireStrongPassword } from '../passwords/check-strength.ts';
import { completeContactChange, confirmContact } from '../users/confirm-user.ts';
import { reload } from '../users/create-user.ts';
import { renderUser } from '../users/render-user.ts';
import { findUserByEmail, findUserByPhone, type UserRow } from '../users/user-row.ts';
import { requireNamedUser } from './find-user.ts';
import { readAttributes, type UserAttributes } from './user-attributes.ts';

export async function updateUserAsAdmin(auth: AuthContext, call: Call): Promise<Response> {
  const user = await requireNamedUser(auth, call);
  const fields = await call.fields();
  const password = fields.string('password');
  if (password) requireStrongPassword(password, auth.settings);
  const wanted = await readAttributes(auth, fields);
  await requireFree(auth, user, wanted);
  const changed = await auth.sql.begin(async (sql) => {
    await applyAttributes(auth, sql, user, wanted);
    await recordEvent(auth, sql, call, {
      action: wanted.bannedUntil ? 'user_banned' : 'user_modified',
      traits: { user_id: user.id, by: 'administrator', fields: Object.keys(fields.values) },
    });
    return reload(sql, user.id);
  });
  return Response.json(renderUser(changed));
}

async function requireFree(auth: AuthContext, user: UserRow, wanted: UserAttributes): Promise<void> {
  if (wanted.email && wanted.email !== user.email && (await findUserByEmail(auth.sql, wanted.email))) {
    throw errors.emailExists();
  }
  if (wanted.phone && wanted.phone !== user.phone && (await findUserByPhone(auth.sql, wanted.phone))) {
    throw errors.phoneExists();
  }
}

async function applyAttributes(
  auth: AuthContext,
  sql: TransactionSql,
  user: UserRow,
  wanted: UserAttributes,
): Promise<void> {
  for (const kind of ['email', 'phone'] as const) {
    const address = wanted[kind];
    if (address && address !== user[kind]) await completeContactChange(auth, sql, user, { kind, address });
  }
  if (wanted.isEmailConfirmed && (wanted.email ?? user.email)) await confirmContact(auth, sql, user, 'email');
  if (wanted.isPhoneConfirmed && (wanted.phone ?? user.phone)) await confirmContact(auth, sql, user, 'phone');
  const columns = {
    updated_at: auth.now(),
    ...(wanted.passwordHash && { encrypted_password: wanted.passwordHash }),
    ...(wanted.role && { role: wanted.role }),
    ...(wanted.bannedUntil !== undefined && { banned_until: wanted.bannedUntil }),
  };
  await sql`update auth.users set ${sql(columns)} where id = ${user.id}`;
  // If someone else sets a new password, the old one may be compromised.
  if (wanted.passwordHash || wanted.bannedUntil)
    await sql`delete from auth.sessions where user_id = ${user.id}`;
  if (wanted.userMetadata) await mergeMetadata(sql, user, 'raw_user_meta_data', wanted.userMetadata);
  if (wanted.appMetadata) await mergeMetadata(sql, user, 'raw_app_meta_data', wanted.appMetadata);
}

/** A null removes an entry; other values are merged. */
async function mergeMetadata(
  sql: TransactionSql,
  user: UserRow,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  data: JsonObject,
): Promise<void> {
  const removed = Object.keys(data).filter((name) => data[name] === null);
  const nonNullEntries = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
  await sql`
    update auth.users
    set ${sql(column)} = (coalesce(${sql(column)}, '{}') || ${sql.json(nonNullEntries)}) - ${removed}::text[]
    where id = ${user.id}`;
}
