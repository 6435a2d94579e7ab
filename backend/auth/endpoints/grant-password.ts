// POST /token?grant_type=password. An unknown account, one without a password and a wrong password give the same
// response after the same work.
import { recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { reportPasswordAttempt } from '../hooks/attempt-hooks.ts';
import { allowsPhone, normalizeEmail, normalizePhone } from '../http/addresses.ts';
import type { Call } from '../http/call.ts';
import { knowNetwork, takeGuess } from '../http/guess-limits.ts';
import { findWeakness } from '../passwords/check-strength.ts';
import { checkPassword, hashPassword } from '../passwords/hash-password.ts';
import { issueSession } from '../tokens/issue-session.ts';
import { findUserByEmail, findUserByPhone, isBanned, type UserRow } from '../users/user-row.ts';

export async function grantByPassword(auth: AuthContext, call: Call): Promise<Response> {
  auth.limits.require('password by ip', call.ip);
  const fields = await call.fields();
  const email = fields.string('email');
  const phone = fields.string('phone');
  const password = fields.string('password');
  if (email && phone) {
    throw errors.validationFailed('Only an email address or phone number should be provided on login.');
  }
  if (!email && !phone) throw errors.validationFailed('missing email or phone');
  if (email && !auth.settings.email) throw errors.emailProviderDisabled('Email logins are disabled');
  const address = readAddress(email, phone);
  if (phone && !allowsPhone(auth.settings, address))
    throw errors.phoneProviderDisabled('Phone logins are disabled');
  const guesser = { kind: 'password', account: address } as const;
  if (auth.settings.rateLimits) await takeGuess(auth, call, guesser);
  const user = await (email ? findUserByEmail : findUserByPhone)(auth.sql, address);
  const { isRight, isOutdated } = await checkPassword(password, user?.encrypted_password ?? null);
  if (user?.encrypted_password)
    await reportPasswordAttempt(auth, call, { userId: user.id, isValid: isRight });
  if (!user || !isRight) {
    await recordEvent(auth, auth.sql, call, {
      action: 'login_failed',
      actor: user,
      traits: { provider: email ? 'email' : 'phone' },
    });
    throw errors.invalidCredentials();
  }
  requireAdmissible(auth, user, { byEmail: email !== '' });
  const renewedHash = isOutdated ? await hashPassword(password) : undefined;
  const session = await auth.sql.begin(async (sql) => {
    if (renewedHash) {
      await sql`update auth.users set encrypted_password = ${renewedHash} where id = ${user.id}`;
    }
    await recordEvent(auth, sql, call, {
      action: 'login',
      actor: user,
      traits: { provider: email ? 'email' : 'phone' },
    });
    // A user who signs in from a known network is not locked out by others who guess passwords.
    await knowNetwork(auth, sql, call, guesser);
    return issueSession(auth, sql, call, user, { method: 'password' });
  });
  const weakness = findWeakness(password, auth.settings);
  return Response.json({ ...session, ...(weakness && { weak_password: weakness }) });
}

/** A malformed address has no account; a separate error would only help attackers. */
function readAddress(email: string, phone: string): string {
  try {
    return email ? normalizeEmail(email) : normalizePhone(phone);
  } catch {
    return email ? email.toLowerCase() : phone;
  }
}

function requireAdmissible(auth: AuthContext, user: UserRow, { byEmail }: { byEmail: boolean }): void {
  if (isBanned(user, auth.now())) throw errors.userBanned(400);
  if (byEmail && !user.email_confirmed_at) throw errors.emailNotConfirmed();
  if (!byEmail && !user.phone_confirmed_at) throw errors.phoneNotConfirmed();
}
