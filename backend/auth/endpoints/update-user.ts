// PUT /user: users change their own address, number, password or data. A new address counts only once confirmed.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { allowsPhone, normalizeEmail, normalizePhone, readChannel } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { JsonObject } from '../http/fields.ts';
import type { Bearer } from '../http/guards.ts';
import { takeGuess } from '../http/guess-limits.ts';
import { withUniformDuration } from '../http/uniform-duration.ts';
import { requireMaySend } from '../messages/message-gaps.ts';
import { sendAddressInUse, sendMailCodes, sendSmsCode } from '../messages/send-code.ts';
import type { AuthSms } from '../options.ts';
import { requireStrongPassword } from '../passwords/check-strength.ts';
import { checkPassword, hashPassword } from '../passwords/hash-password.ts';
import { type Challenge, readChallenge, startMailFlow } from '../tokens/flow-state.ts';
import { completeContactChange } from '../users/confirm-user.ts';
import { reload } from '../users/create-user.ts';
import { renderUser } from '../users/render-user.ts';
import { findUserByEmail, findUserByPhone, hasVerifiedFactor, type UserRow } from '../users/user-row.ts';
import { requireReauthentication } from './reauthenticate.ts';

interface UserChanges {
  email: string | undefined;
  phone: string | undefined;
  password: string | undefined;
  currentPassword: string | undefined;
  nonce: string;
  data: JsonObject | undefined;
  channel: AuthSms['channel'];
  challenge: Challenge | undefined;
}

const recentSessionMs = 24 * 3600 * 1000;

export async function updateUser(auth: AuthContext, call: Call, bearer: Bearer): Promise<Response> {
  const { user } = bearer;
  auth.limits.require('update by user', user.id);
  const userChanges = await readChanges(auth, call, user);
  requireAllowed(bearer, userChanges);
  const change = () => applyChanges(auth, call, bearer, userChanges);
  const isAddressChange = userChanges.email !== undefined || userChanges.phone !== undefined;
  return isAddressChange ? withUniformDuration(auth, change) : change();
}

async function applyChanges(
  auth: AuthContext,
  call: Call,
  bearer: Bearer,
  userChanges: UserChanges,
): Promise<Response> {
  const { user } = bearer;
  await requireFree(auth, userChanges);
  // Checked before anything is written: waiting for the email must not leave half of the changes behind.
  await requireMayWrite(auth, call, user, userChanges);
  if (userChanges.password !== undefined)
    await changePassword(auth, call, bearer, userChanges.password, userChanges);
  if (userChanges.data) await mergeData(auth, user, userChanges.data);
  if (userChanges.email) await changeEmail(auth, call, user, userChanges.email, userChanges.challenge);
  if (userChanges.phone) await changePhone(auth, call, user, userChanges.phone, userChanges.channel);
  await recordEvent(auth, auth.sql, call, {
    action: 'user_modified',
    actor: user,
    traits: {
      fields: Object.keys((await call.fields()).values).filter((name) => name !== 'gotrue_meta_security'),
    },
  });
  return Response.json(renderUser(await reload(auth.sql, user.id)));
}

async function readChanges(auth: AuthContext, call: Call, user: UserRow): Promise<UserChanges> {
  const fields = await call.fields();
  if (fields.has('app_metadata')) throw errors.notAdmin();
  const email = fields.string('email') ? normalizeEmail(fields.string('email')) : undefined;
  const phone = fields.string('phone') ? normalizePhone(fields.string('phone')) : undefined;
  const password = fields.optionalString('password');
  if (password !== undefined) requireStrongPassword(password, auth.settings);
  return {
    email: email === user.email ? undefined : email,
    phone: phone === user.phone ? undefined : phone,
    password,
    currentPassword: fields.optionalString('current_password'),
    nonce: fields.string('nonce'),
    data: fields.object('data'),
    channel: readChannel(fields.string('channel')),
    challenge: readChallenge(fields.string('code_challenge'), fields.string('code_challenge_method')),
  };
}

function requireAllowed({ user, session }: Bearer, userChanges: UserChanges): void {
  const isSensitive = Boolean(userChanges.email || userChanges.phone || userChanges.password !== undefined);
  if (!isSensitive) return;
  if (hasVerifiedFactor(user) && session?.aal !== 'aal2') {
    throw errors.insufficientAal(
      401,
      'AAL2 session is required to update email or password when MFA is enabled.',
    );
  }
  if (user.is_sso_user) throw errors.ssoManaged();
  if (user.is_anonymous && userChanges.password !== undefined && !userChanges.email && !userChanges.phone) {
    throw errors.anonymousPassword();
  }
}

/** Where a new address must be confirmed anyway, only its owner learns that it is taken; see sendEmailChangeMails. */
async function requireFree(auth: AuthContext, userChanges: UserChanges): Promise<void> {
  if (auth.settings.concealAccounts && !auth.settings.autoconfirm) return;
  if (userChanges.email && (await findUserByEmail(auth.sql, userChanges.email))) throw errors.emailExists();
  if (userChanges.phone && (await findUserByPhone(auth.sql, userChanges.phone))) throw errors.phoneExists();
}

async function requireMayWrite(
  auth: AuthContext,
  call: Call,
  user: UserRow,
  userChanges: UserChanges,
): Promise<void> {
  if (auth.settings.autoconfirm) return;
  if (userChanges.phone && !allowsPhone(auth.settings, userChanges.phone))
    throw errors.phoneProviderDisabled('Unsupported phone provider');
  if (userChanges.email) {
    await requireMaySend(auth, call, {
      medium: 'email',
      to: user.email ?? user.id,
      purpose: 'email_change',
      codesTo: [userChanges.email, ...(user.email ? [user.email] : [])],
      account: user.id,
    });
  }
  if (userChanges.phone) {
    await requireMaySend(auth, call, {
      medium: 'sms',
      to: userChanges.phone,
      purpose: 'phone_change',
      account: user.id,
    });
  }
}

async function changePassword(
  auth: AuthContext,
  call: Call,
  { user, session }: Bearer,
  password: string,
  { nonce, currentPassword }: UserChanges,
): Promise<void> {
  const isRecent = session && auth.now().getTime() - session.createdAt.getTime() < recentSessionMs;
  if (currentPassword !== undefined) {
    const account = user.email ?? user.phone ?? user.id;
    if (auth.settings.rateLimits) await takeGuess(auth, call, { kind: 'password', account });
    const { isRight } = await checkPassword(currentPassword, user.encrypted_password);
    if (!isRight) throw errors.invalidCredentials();
  } else if (nonce) await requireReauthentication(auth, call, user, nonce);
  else if (auth.settings.reauthenticateForPassword && !isRecent) throw errors.reauthenticationNeeded();

  if (user.encrypted_password && (await checkPassword(password, user.encrypted_password)).isRight) {
    throw errors.samePassword();
  }
  const passwordHash = await hashPassword(password);
  await auth.sql.begin(async (sql) => {
    await sql`
      update auth.users set encrypted_password = ${passwordHash}, updated_at = ${auth.now()} where id = ${user.id}`;
    // Ends all other sessions, in case the old password was known to someone else.
    await sql`
      delete from auth.sessions where user_id = ${user.id} and id is distinct from ${session?.id ?? null}`;
    await sql`
      delete from auth.one_time_tokens
      where user_id = ${user.id} and token_type in ('recovery_token', 'reauthentication_token')`;
    await recordEvent(auth, sql, call, { action: 'user_updated_password', actor: user });
  });
}

/** A null removes an entry; other values are merged. */
async function mergeData(auth: AuthContext, user: UserRow, data: JsonObject): Promise<void> {
  const { sql } = auth;
  const removed = Object.keys(data).filter((name) => data[name] === null);
  const nonNullEntries = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
  await sql`
    update auth.users
    set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || ${sql.json(nonNullEntries)}) - ${removed}::text[],
      updated_at = ${auth.now()}
    where id = ${user.id}`;
}

async function changeEmail(
  auth: AuthContext,
  call: Call,
  user: UserRow,
  email: string,
  challenge: Challenge | undefined,
): Promise<void> {
  if (auth.settings.autoconfirm) {
    await auth.sql.begin((sql) => completeContactChange(auth, sql, user, { kind: 'email', address: email }));
    return;
  }
  await auth.sql`
    update auth.users
    set email_change = ${email}, email_change_confirm_status = 0, email_change_sent_at = ${auth.now()},
      updated_at = ${auth.now()}
    where id = ${user.id}`;
  await recordEvent(auth, auth.sql, call, { action: 'email_change_requested', actor: user });
  await sendEmailChangeMails(auth, call, user, email, challenge);
}

export async function sendEmailChangeMails(
  auth: AuthContext,
  call: Call,
  user: UserRow,
  newEmail: string,
  challenge: Challenge | undefined,
): Promise<void> {
  await startMailFlow(auth, user.id, challenge, { providerType: 'email_change', method: 'email_change' });
  // New codes for both mailboxes: a confirmation of the old code must not count for the other mailbox.
  await auth.sql`update auth.users set email_change_confirm_status = 0 where id = ${user.id}`;
  const common = { user, redirectTo: call.redirectTo, isPkce: challenge !== undefined, newEmail };
  const owner = await findUserByEmail(auth.sql, newEmail);
  await sendMailCodes(auth, [
    ...(auth.settings.secureEmailChange && user.email
      ? [{ ...common, to: user.email, kind: 'email_change_current' } as const]
      : []),
    ...(owner?.confirmed_at ? [] : [{ ...common, to: newEmail, kind: 'email_change_new' } as const]),
  ]);
  if (owner?.confirmed_at) await sendAddressInUse(auth, owner);
}

async function changePhone(
  auth: AuthContext,
  call: Call,
  user: UserRow,
  phone: string,
  channel: AuthSms['channel'],
): Promise<void> {
  if (auth.settings.autoconfirm) {
    await auth.sql.begin((sql) => completeContactChange(auth, sql, user, { kind: 'phone', address: phone }));
    return;
  }
  await auth.sql`
    update auth.users
    set phone_change = ${phone}, phone_change_sent_at = ${auth.now()}, updated_at = ${auth.now()}
    where id = ${user.id}`;
  await recordEvent(auth, auth.sql, call, { action: 'phone_change_requested', actor: user });
  const owner = await findUserByPhone(auth.sql, phone);
  if (owner?.confirmed_at) await sendAddressInUse(auth, owner);
  else await sendSmsCode(auth, { user, to: phone, kind: 'phone_change', channel });
}
