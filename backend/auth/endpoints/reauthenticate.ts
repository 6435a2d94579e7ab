// GET /reauthenticate: sends the code that PUT /user requires before a password change in an old session.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import type { Bearer } from '../http/guards.ts';
import { endGuesses, takeGuess } from '../http/guess-limits.ts';
import { requireMaySend } from '../messages/message-gaps.ts';
import { consumeCode } from '../messages/one-time-tokens.ts';
import { sendMailCode, sendSmsCode } from '../messages/send-code.ts';
import type { UserRow } from '../users/user-row.ts';

export async function reauthenticate(auth: AuthContext, call: Call, { user }: Bearer): Promise<Response> {
  if (!user.email && !user.phone) {
    throw errors.validationFailed('Reauthentication requires the user to have an email or a phone number');
  }
  if (user.email && !user.email_confirmed_at) {
    throw errors.validationFailed('Please verify your email first.');
  }
  if (!user.email && !user.phone_confirmed_at) {
    throw errors.validationFailed('Please verify your phone first.');
  }
  const medium = user.email ? 'email' : 'sms';
  await requireMaySend(auth, call, {
    medium,
    to: user.id,
    purpose: 'reauthentication',
    account: user.id,
    recipients: [user.email || user.phone || ''],
  });
  await recordEvent(auth, auth.sql, call, { action: 'user_reauthenticate_requested', actor: user });
  if (user.email) {
    await sendMailCode(auth, {
      user,
      to: user.email,
      kind: 'reauthentication',
      redirectTo: auth.settings.siteUrl,
    });
    return Response.json({});
  }
  const message_id = await sendSmsCode(auth, {
    user,
    to: user.phone ?? '',
    kind: 'reauthentication',
    channel: 'sms',
  });
  return Response.json({ message_id });
}

/** Consumes the code that was sent; rejects a wrong one. */
export async function requireReauthentication(
  auth: AuthContext,
  call: Call,
  user: UserRow,
  nonce: string,
): Promise<void> {
  await takeGuess(auth, call, { kind: 'code', account: user.id });
  const used = await consumeCode(auth, auth.sql, {
    relatesTo: user.email || user.phone || '',
    code: nonce,
    types: ['reauthentication_token'],
  });
  if (used?.userId !== user.id) throw errors.reauthenticationNotValid();
  await endGuesses(auth, auth.sql, { kind: 'code', account: user.id });
}
