// POST /resend: sends the last confirmation again. Unknown and already confirmed users get the same empty response.
import { randomUUID } from 'node:crypto';
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { allowsPhone, normalizeEmail, normalizePhone } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import { withUniformDuration } from '../http/uniform-duration.ts';
import { requireMaySend } from '../messages/message-gaps.ts';
import { sendSmsCode } from '../messages/send-code.ts';
import { sendFlowMail } from '../messages/send-flow-mail.ts';
import { readChallenge } from '../tokens/flow-state.ts';
import { findUserByEmail, findUserByPhone } from '../users/user-row.ts';
import { sendEmailChangeMails } from './update-user.ts';

const types = ['signup', 'email_change', 'sms', 'phone_change'];

export async function resend(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('send by ip', call.ip);
  const fields = await call.fields();
  const type = fields.string('type');
  if (!types.includes(type)) {
    throw errors.validationFailed(`Missing one of these types: ${types.join(', ')}`);
  }
  const email = fields.string('email');
  const phone = fields.string('phone');
  const challenge = readChallenge(fields.string('code_challenge'), fields.string('code_challenge_method'));
  if (email && phone)
    throw errors.validationFailed('Only an email address or phone number should be provided.');
  if (type === 'signup' || type === 'email_change') {
    if (!email) throw errors.validationFailed('Type provided requires an email address');
    const to = normalizeEmail(email);
    return withUniformDuration(auth, () => resendMail(auth, call, { type, to, challenge }));
  }
  if (!phone) throw errors.validationFailed('Type provided requires a phone number');
  const to = normalizePhone(phone);
  if (!allowsPhone(auth.settings, to)) throw errors.phoneProviderDisabled('Unsupported phone provider');
  return withUniformDuration(auth, () => resendText(auth, call, { type, to }));
}

async function resendMail(
  auth: AuthContext,
  call: Call,
  {
    type,
    to,
    challenge,
  }: { type: 'signup' | 'email_change'; to: string; challenge: ReturnType<typeof readChallenge> },
): Promise<Response> {
  const purpose = type === 'signup' ? 'confirmation' : 'email_change';
  await requireMaySend(auth, call, { medium: 'email', to, purpose });
  const user = await findUserByEmail(auth.sql, to);
  if (!user) return Response.json({});
  if (type === 'email_change') {
    if (user.email_change) await sendEmailChangeMails(auth, call, user, user.email_change, challenge);
    return Response.json({});
  }
  if (user.email_confirmed_at) return Response.json({});
  await recordEvent(auth, auth.sql, call, { action: 'user_confirmation_requested', actor: user });
  await sendFlowMail(
    auth,
    call,
    { user, to, kind: 'signup' },
    { challenge, providerType: 'email', method: 'email/signup' },
  );
  return Response.json({});
}

async function resendText(
  auth: AuthContext,
  call: Call,
  { type, to }: { type: string; to: string },
): Promise<Response> {
  const isChange = type === 'phone_change';
  await requireMaySend(auth, call, {
    medium: 'sms',
    to,
    purpose: isChange ? 'phone_change' : 'confirmation',
  });
  const user = isChange ? await findByWantedPhone(auth, to) : await findUserByPhone(auth.sql, to);
  // The id of a message that was never sent looks like any other, so it does not reveal unknown addresses.
  if (!user || (!isChange && user.phone_confirmed_at)) return Response.json({ message_id: randomUUID() });
  await recordEvent(auth, auth.sql, call, {
    action: isChange ? 'phone_change_requested' : 'user_confirmation_requested',
    actor: user,
  });
  const messageId = await sendSmsCode(auth, {
    user,
    to,
    kind: isChange ? 'phone_change' : 'confirmation',
    channel: 'sms',
  });
  return Response.json({ message_id: messageId });
}

async function findByWantedPhone(auth: AuthContext, phone: string) {
  const [user] = await auth.sql<
    {
      id: string;
      email: string | null;
      phone: string | null;
      is_sso_user: boolean;
      phone_confirmed_at: Date | null;
    }[]
  >`
    select id, email, phone, is_sso_user, phone_confirmed_at from auth.users
    where phone_change = ${phone} and deleted_at is null`;
  return user;
}
