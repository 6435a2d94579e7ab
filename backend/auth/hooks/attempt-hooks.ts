// Hooks that see every attempt at a password or a second factor, right or wrong, and may end it.
import type { AuthContext, Db } from '../context.ts';
import type { Call } from '../http/call.ts';
import type { JsonObject } from '../http/fields.ts';
import { callHook } from './call-hook.ts';
import { hookErrors } from './hook-errors.ts';

export async function reportPasswordAttempt(
  auth: AuthContext,
  call: Call,
  { userId, isValid }: { userId: string; isValid: boolean },
): Promise<void> {
  const output = await callHook(auth, auth.sql, 'password_verification_attempt', {
    ip: call.ip,
    input: { user_id: userId, valid: isValid },
  });
  if (output?.decision !== 'reject') return;
  if (output.should_logout_user === true) await endSessions(auth, userId);
  throw hookErrors.passwordRejected(
    messageOf(output, 'Further password verification attempts will be rejected.'),
  );
}

/** The hook's rejection, or undefined. The caller ends its transaction first, so that what the hook wrote stays. */
export async function reportFactorAttempt(
  auth: AuthContext,
  sql: Db,
  call: Call,
  attempt: { userId: string; factorId: string; factorType: string; isValid: boolean },
): Promise<{ rejection: string } | undefined> {
  const output = await callHook(auth, sql, 'mfa_verification_attempt', {
    ip: call.ip,
    input: {
      user_id: attempt.userId,
      factor_id: attempt.factorId,
      factor_type: attempt.factorType,
      valid: attempt.isValid,
    },
  });
  if (output?.decision !== 'reject') return undefined;
  return { rejection: messageOf(output, 'Further MFA verification attempts will be rejected.') };
}

export async function rejectFactorAttempt(
  auth: AuthContext,
  userId: string,
  { rejection }: { rejection: string },
): Promise<never> {
  await endSessions(auth, userId);
  throw hookErrors.mfaRejected(rejection);
}

function messageOf(output: JsonObject, fallback: string): string {
  return typeof output.message === 'string' && output.message !== '' ? output.message : fallback;
}

async function endSessions(auth: AuthContext, userId: string): Promise<void> {
  await auth.sql`delete from auth.sessions where user_id = ${userId}`;
}
