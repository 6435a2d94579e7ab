// POST /recover: resets a forgotten password. The response is the same for unknown addresses.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { normalizeEmail } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import { withUniformDuration } from '../http/uniform-duration.ts';
import { requireMaySend } from '../messages/message-gaps.ts';
import { sendFlowMail } from '../messages/send-flow-mail.ts';
import { readChallenge } from '../tokens/flow-state.ts';
import { findUserByEmail } from '../users/user-row.ts';

export async function recover(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('send by ip', call.ip);
  if (!auth.settings.email) throw errors.emailProviderDisabled('Email logins are disabled');
  const fields = await call.fields();
  if (!fields.string('email')) throw errors.validationFailed('Password recovery requires an email');
  const email = normalizeEmail(fields.string('email'));
  const challenge = readChallenge(fields.string('code_challenge'), fields.string('code_challenge_method'));
  return withUniformDuration(auth, async () => {
    await requireMaySend(auth, call, { medium: 'email', to: email, purpose: 'link' });
    const user = await findUserByEmail(auth.sql, email);
    if (!user) return Response.json({});
    await recordEvent(auth, auth.sql, call, { action: 'user_recovery_requested', actor: user });
    await sendFlowMail(
      auth,
      call,
      { user, to: email, kind: 'recovery' },
      { challenge, providerType: 'recovery', method: 'recovery' },
    );
    return Response.json({});
  });
}
