// POST /admin/users: an administrator creates a user, confirmed or not, with or without a password.
import { randomUUID } from 'node:crypto';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { isUuid } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import { confirmContact } from '../users/confirm-user.ts';
import { insertContactIdentity, insertUser, reload } from '../users/create-user.ts';
import { renderUser } from '../users/render-user.ts';
import { findUserByEmail, findUserByPhone } from '../users/user-row.ts';
import { readAttributes } from './user-attributes.ts';

export async function createUser(auth: AuthContext, call: Call): Promise<Response> {
  const fields = await call.fields();
  const id = fields.string('id') || randomUUID();
  if (!isUuid(id)) throw errors.validationFailed('ID must conform to the uuid v4 format');
  const wanted = await readAttributes(auth, fields);
  const { email, phone } = wanted;
  if (!email && !phone) {
    throw errors.validationFailed('Cannot create a user without either an email or phone');
  }
  if (email && (await findUserByEmail(auth.sql, email))) throw errors.emailExists();
  if (phone && (await findUserByPhone(auth.sql, phone))) throw errors.phoneExists();
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])];
  const user = await auth.sql.begin(async (sql) => {
    await insertUser(auth, sql, {
      id,
      email,
      phone,
      passwordHash: wanted.passwordHash,
      role: wanted.role,
      bannedUntil: wanted.bannedUntil,
      appMetadata: { provider: providers[0] ?? 'email', providers, ...wanted.appMetadata },
      userMetadata: wanted.userMetadata ?? {},
    });
    let made = await reload(sql, id);
    for (const { kind, address, isVerified } of [
      { kind: 'email', address: email, isVerified: wanted.isEmailConfirmed },
      { kind: 'phone', address: phone, isVerified: wanted.isPhoneConfirmed },
    ] as const) {
      if (!address) continue;
      await insertContactIdentity(auth, sql, id, { kind, address, isVerified });
      made = isVerified ? await confirmContact(auth, sql, made, kind) : await reload(sql, id);
    }
    await recordEvent(auth, sql, call, {
      action: 'user_signedup',
      traits: { user_id: id, by: 'administrator', provider: providers[0] ?? 'email' },
    });
    return made;
  });
  return Response.json(renderUser(user));
}
