// POST /otp and the older POST /magiclink: a code or a link instead of a password.
import { randomUUID } from 'node:crypto';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, errors } from '../errors.ts';
import { beforeUserCreated } from '../hooks/before-user-created.ts';
import { allowsPhone, normalizeEmail, normalizePhone, readChannel } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import type { Fields, JsonObject } from '../http/fields.ts';
import { withUniformDuration } from '../http/uniform-duration.ts';
import { requireMaySend } from '../messages/message-gaps.ts';
import { sendSmsCode } from '../messages/send-code.ts';
import { sendFlowMail } from '../messages/send-flow-mail.ts';
import { readChallenge } from '../tokens/flow-state.ts';
import { insertUnconfirmedUser } from '../users/create-user.ts';
import { disownUnproven } from '../users/disown-unproven.ts';
import { findUserByEmail, findUserByPhone, type UserRow } from '../users/user-row.ts';

export async function otp(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('send by ip', call.ip);
  const fields = await call.fields();
  const email = fields.string('email');
  const phone = fields.string('phone');
  if (email && phone) {
    throw errors.validationFailed('Only an email address or phone number should be provided');
  }
  if (!email && !phone) throw errors.validationFailed('One of email or phone must be set');
  return email ? sendLink(auth, call, fields, email) : sendText(auth, call, fields, phone);
}

export async function magicLink(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('send by ip', call.ip);
  const fields = await call.fields();
  const email = fields.string('email');
  if (!email) throw errors.validationFailed('Password recovery requires an email');
  return sendLink(auth, call, fields, email);
}

async function sendLink(auth: AuthContext, call: Call, fields: Fields, given: string): Promise<Response> {
  if (!auth.settings.email) throw errors.emailProviderDisabled('Email logins are disabled');
  const email = normalizeEmail(given);
  const challenge = readChallenge(fields.string('code_challenge'), fields.string('code_challenge_method'));
  const mayCreate = fields.boolean('create_user', true);
  const data = fields.object('data') ?? {};
  return withUniformDuration(auth, async () => {
    await requireMaySend(auth, call, { medium: 'email', to: email, purpose: 'link', isNewcomer: mayCreate });
    const user = await findOrAdd(auth, call, { kind: 'email', address: email, data, mayCreate });
    if (!user) return Response.json({});
    const isConfirmed = user.email_confirmed_at !== null;
    await recordEvent(auth, auth.sql, call, {
      action: isConfirmed ? 'user_recovery_requested' : 'user_confirmation_requested',
      actor: user,
      traits: { by: 'link' },
    });
    const mail = { user, to: email, kind: isConfirmed ? 'magiclink' : 'signup' } as const;
    await sendFlowMail(auth, call, mail, {
      challenge,
      providerType: isConfirmed ? 'magiclink' : 'email',
      method: isConfirmed ? 'magiclink' : 'email/signup',
    });
    return Response.json({});
  });
}

async function sendText(auth: AuthContext, call: Call, fields: Fields, given: string): Promise<Response> {
  const phone = normalizePhone(given);
  if (!allowsPhone(auth.settings, phone)) throw errors.phoneProviderDisabled('Unsupported phone provider');
  const channel = readChannel(fields.string('channel'));
  const mayCreate = fields.boolean('create_user', true);
  const data = fields.object('data') ?? {};
  return withUniformDuration(auth, async () => {
    await requireMaySend(auth, call, { medium: 'sms', to: phone, purpose: 'link', isNewcomer: mayCreate });
    const user = await findOrAdd(auth, call, { kind: 'phone', address: phone, data, mayCreate });
    // The id of a message that was never sent looks like any other, so it does not reveal unknown addresses.
    if (!user) return Response.json({ message_id: randomUUID() });
    await recordEvent(auth, auth.sql, call, {
      action: 'user_recovery_requested',
      actor: user,
      traits: { by: channel },
    });
    const messageId = await sendSmsCode(auth, { user, to: phone, kind: 'confirmation', channel });
    return Response.json({ message_id: messageId });
  });
}

/** The user of the address, created when allowed; undefined when there is none and the caller must not know. */
async function findOrAdd(
  auth: AuthContext,
  call: Call,
  {
    kind,
    address,
    data,
    mayCreate,
  }: { kind: 'email' | 'phone'; address: string; data: JsonObject; mayCreate: boolean },
): Promise<UserRow | undefined> {
  const find = kind === 'email' ? findUserByEmail : findUserByPhone;
  const known = await find(auth.sql, address);
  // If someone else signed up with this address before, their password is removed before the address is confirmed.
  if (known) return known.confirmed_at ? known : auth.sql.begin((sql) => disownUnproven(sql, known));
  if (auth.settings.concealAccounts && !(mayCreate && auth.settings.signup)) return undefined;
  if (!mayCreate) throw errors.otpDisabled();
  if (!auth.settings.signup) throw errors.signupDisabled();
  const id = await beforeUserCreated(auth, auth.sql, call, {
    [kind]: address,
    appMetadata: { provider: kind, providers: [kind] },
    userMetadata: data,
  });
  try {
    return await auth.sql.begin((sql) => insertUnconfirmedUser(auth, sql, { kind, address, data, id }));
  } catch (error) {
    const isRaced = error instanceof AuthError && ['email_exists', 'phone_exists'].includes(error.code);
    const winner = isRaced ? await find(auth.sql, address) : undefined;
    if (winner) return winner;
    throw error;
  }
}
