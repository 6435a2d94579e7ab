// POST /invite: sends an invitation by email.
import type { TransactionSql } from '../../database/driver/sql.ts';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { beforeUserCreated } from '../hooks/before-user-created.ts';
import { normalizeEmail } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { JsonObject } from '../http/fields.ts';
import { sendMailCode } from '../messages/send-code.ts';
import { insertContactIdentity, insertUser, reload } from '../users/create-user.ts';
import { disownUnproven } from '../users/disown-unproven.ts';
import { renderUser } from '../users/render-user.ts';
import { findUserByEmail, type UserRow } from '../users/user-row.ts';

export async function invite(auth: AuthContext, call: Call): Promise<Response> {
  const fields = await call.fields();
  const email = normalizeEmail(fields.string('email'));
  const data = fields.object('data') ?? {};
  const user = await auth.sql.begin(async (sql) => {
    const invited = await saveInvitedUser(auth, sql, call, { email, data });
    await recordEvent(auth, sql, call, {
      action: 'user_invited',
      traits: { user_id: invited.id, user_email: email },
    });
    return invited;
  });
  await sendMailCode(auth, { user, to: email, kind: 'invite', redirectTo: call.redirectTo });
  return Response.json(renderUser(await reload(auth.sql, user.id)));
}

/** The invited user, new or still unconfirmed; confirmed users cannot be invited. */
export async function saveInvitedUser(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  { email, data }: { email: string; data: JsonObject },
): Promise<UserRow> {
  const known = await findUserByEmail(sql, email);
  if (known?.confirmed_at) throw errors.emailExists();
  if (known) await disownUnproven(sql, known);
  const id = known?.id ?? (await addInvited(auth, sql, call, { email, data }));
  await sql`update auth.users set invited_at = ${auth.now()}, updated_at = ${auth.now()} where id = ${id}`;
  return reload(sql, id);
}

async function addInvited(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  { email, data }: { email: string; data: JsonObject },
): Promise<string> {
  const person = {
    email,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: data,
  };
  const id = await beforeUserCreated(auth, sql, call, person);
  const user = await insertUser(auth, sql, { ...person, id });
  await insertContactIdentity(auth, sql, user.id, { kind: 'email', address: email });
  return user.id;
}
