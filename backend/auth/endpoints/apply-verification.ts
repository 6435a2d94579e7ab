// What a used code or link changes for its user. Shared by POST /verify and GET /verify.
import type { TransactionSql } from '../../database/driver/sql.ts';
import { type AuditAction, recordEvent } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { endMessageGaps } from '../messages/message-gaps.ts';
import type { TokenType, UsedToken } from '../messages/one-time-tokens.ts';
import { completeContactChange, confirmContact } from '../users/confirm-user.ts';
import { disownUnproven } from '../users/disown-unproven.ts';
import { isBanned, lockUser, type UserRow } from '../users/user-row.ts';

/** Which stored codes each type of verification may consume. */
export const mailTypes: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

export const phoneTypes: Record<string, TokenType[]> = {
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
};

export const halfwayMessage =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** The confirmed user; or 'halfway' when an email change still waits for the other mailbox. */
export async function applyVerification(
  auth: AuthContext,
  sql: TransactionSql,
  call: Call,
  used: UsedToken,
): Promise<UserRow | 'halfway'> {
  const user = await lockUser(sql, used.userId);
  // A code for an address that the user no longer has confirms nothing.
  if (!user || user.deleted_at || !isStillMeant(user, used)) throw errors.otpExpired();
  if (isBanned(user, auth.now())) throw errors.userBanned(403);
  await endMessageGaps(auth, sql, used.relatesTo);
  const record = (action: AuditAction, traits = {}) =>
    recordEvent(auth, sql, call, { action, actor: user, traits });

  switch (used.type) {
    case 'confirmation_token': {
      const byPhone = used.relatesTo === user.phone;
      const wasConfirmed = byPhone ? user.phone_confirmed_at : user.email_confirmed_at;
      const provider = byPhone ? 'phone' : 'email';
      if (wasConfirmed) await record('login', { provider });
      else await record(user.invited_at ? 'invite_accepted' : 'user_signedup', { provider });
      return confirmContact(auth, sql, user, provider);
    }
    case 'recovery_token':
      await record(user.email_confirmed_at ? 'login' : 'user_signedup', { provider: 'email' });
      if (user.email_confirmed_at) return user;
      return confirmContact(auth, sql, user.confirmed_at ? user : await disownUnproven(sql, user), 'email');
    case 'email_change_token_current':
    case 'email_change_token_new': {
      const needsBoth = auth.settings.secureEmailChange && user.email;
      if (needsBoth && user.email_change_confirm_status === 0) {
        await sql`update auth.users set email_change_confirm_status = 1 where id = ${user.id}`;
        return 'halfway';
      }
      await record('user_modified', { fields: ['email'] });
      return completeContactChange(auth, sql, user, { kind: 'email', address: user.email_change ?? '' });
    }
    case 'phone_change_token':
      await record('user_modified', { fields: ['phone'] });
      return completeContactChange(auth, sql, user, { kind: 'phone', address: user.phone_change ?? '' });
    case 'reauthentication_token':
      throw errors.otpExpired();
  }
}

function isStillMeant(user: UserRow, { type, relatesTo }: UsedToken): boolean {
  const current: Record<TokenType, (string | null)[]> = {
    confirmation_token: [user.email, user.phone],
    recovery_token: [user.email],
    email_change_token_current: [user.email],
    email_change_token_new: [user.email_change],
    phone_change_token: [user.phone_change],
    reauthentication_token: [user.email, user.phone],
  };
  return current[type].includes(relatesTo);
}
