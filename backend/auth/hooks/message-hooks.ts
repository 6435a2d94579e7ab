// Hands emails and text messages to a hook, which sends them in place of the host.
import type { AuthContext } from '../context.ts';
import type { JsonObject } from '../http/fields.ts';
import type { AuthMail, AuthSms } from '../options.ts';
import { renderUser } from '../users/render-user.ts';
import { findUserById } from '../users/user-row.ts';
import { callHook } from './call-hook.ts';

/**
 * One email, or both of an address change. As in Supabase, `token_hash` then belongs to the new address with `token_new`,
 * and `token_hash_new` to the current one with `token`.
 */
export async function sendMailByHook(auth: AuthContext, mails: AuthMail[]): Promise<void> {
  const current = mails.find(({ kind }) => kind === 'email_change_current');
  const main = mails.find((mail) => mail !== current) ?? current;
  if (!main) return;
  const isPair = current !== undefined && current !== main;
  await callHook(auth, auth.sql, 'send_email', {
    input: {
      user: await userOf(auth, main.userId),
      email_data: {
        token: isPair ? current.code : main.code,
        token_hash: main.tokenHash,
        redirect_to: main.redirectTo,
        email_action_type: main.kind.startsWith('email_change') ? 'email_change' : main.kind,
        site_url: auth.settings.issuer,
        token_new: isPair ? main.code : '',
        token_hash_new: isPair ? current.tokenHash : '',
      },
    },
  });
}

export async function sendSmsByHook(auth: AuthContext, sms: Omit<AuthSms, 'messageId'>): Promise<void> {
  await callHook(auth, auth.sql, 'send_sms', {
    input: {
      user: await userOf(auth, sms.userId),
      sms: { otp: sms.code, phone: sms.to, ...(sms.kind === 'factor' && { sms_type: 'mfa' }) },
    },
  });
}

async function userOf(auth: AuthContext, id: string): Promise<JsonObject> {
  const user = await findUserById(auth.sql, id);
  return user ? (renderUser(user) as JsonObject) : {};
}
