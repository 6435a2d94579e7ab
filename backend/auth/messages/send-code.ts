// Creates a code, stores it and passes the message to the sender, which decides its form.
import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../context.ts';
import { errors } from '../errors.ts';
import { hasHook } from '../hooks/call-hook.ts';
import { sendMailByHook, sendSmsByHook } from '../hooks/message-hooks.ts';
import type { AuthMail, AuthMailKind, AuthSms } from '../options.ts';
import { randomDigits } from '../tokens/secrets.ts';
import type { UserRow } from '../users/user-row.ts';
import { createOneTimeToken, type TokenType } from './one-time-tokens.ts';

/** Emails that contain a code. */
export type CodeMailKind = Exclude<AuthMailKind, 'address_in_use'>;

interface MailPlan {
  token: TokenType;
  sentAt: 'confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at' | 'reauthentication_sent_at';
  /** The type in the link; none when only the code counts. */
  link?: string;
}

export const mailPlans: Record<CodeMailKind, MailPlan> = {
  signup: { token: 'confirmation_token', sentAt: 'confirmation_sent_at', link: 'signup' },
  invite: { token: 'confirmation_token', sentAt: 'confirmation_sent_at', link: 'invite' },
  magiclink: { token: 'recovery_token', sentAt: 'recovery_sent_at', link: 'magiclink' },
  recovery: { token: 'recovery_token', sentAt: 'recovery_sent_at', link: 'recovery' },
  email_change_current: {
    token: 'email_change_token_current',
    sentAt: 'email_change_sent_at',
    link: 'email_change',
  },
  email_change_new: { token: 'email_change_token_new', sentAt: 'email_change_sent_at', link: 'email_change' },
  reauthentication: { token: 'reauthentication_token', sentAt: 'reauthentication_sent_at' },
};

export interface MailRequest {
  user: Pick<UserRow, 'id'>;
  to: string;
  kind: CodeMailKind;
  redirectTo: string;
  isPkce?: boolean;
  newEmail?: string;
}

export async function sendMailCode(auth: AuthContext, mail: MailRequest): Promise<void> {
  await sendMailCodes(auth, [mail]);
}

/** Several emails of one purpose, which a hook gets together. */
export async function sendMailCodes(auth: AuthContext, requests: MailRequest[]): Promise<void> {
  const mails: AuthMail[] = [];
  for (const request of requests) mails.push(await prepareMail(auth, request));
  await deliverMails(auth, mails);
}

async function prepareMail(auth: AuthContext, mail: MailRequest): Promise<AuthMail> {
  const plan = mailPlans[mail.kind];
  const code = randomDigits(auth.settings.codeLength);
  const tokenHash = await createOneTimeToken(auth, auth.sql, {
    userId: mail.user.id,
    type: plan.token,
    relatesTo: mail.to,
    code,
    lifeS: mail.kind === 'invite' ? auth.settings.inviteLifeS : auth.settings.emailCodeLifeS,
    isPkce: mail.isPkce,
  });
  await auth.sql`
    update auth.users set ${auth.sql({ [plan.sentAt]: auth.now() })} where id = ${mail.user.id}`;
  return {
    to: mail.to,
    kind: mail.kind,
    code,
    tokenHash,
    actionUrl: plan.link
      ? confirmPage(auth, { tokenHash, type: plan.link, redirectTo: mail.redirectTo })
      : '',
    redirectTo: mail.redirectTo,
    userId: mail.user.id,
    ...(mail.newEmail && { newEmail: mail.newEmail }),
  };
}

/** Notifies the owner of an address that someone tried to use it for another account; the other person learns nothing. */
export async function sendAddressInUse(
  auth: AuthContext,
  owner: Pick<UserRow, 'id' | 'email' | 'email_confirmed_at'>,
): Promise<void> {
  if (!owner.email || !owner.email_confirmed_at) return;
  await deliverMails(auth, [
    {
      to: owner.email,
      kind: 'address_in_use',
      code: '',
      tokenHash: '',
      actionUrl: `${auth.settings.siteUrl}/sign-in`,
      redirectTo: auth.settings.siteUrl,
      userId: owner.id,
    },
  ]);
}

async function deliverMails(auth: AuthContext, mails: AuthMail[]): Promise<void> {
  if (hasHook(auth, 'send_email')) return sendMailByHook(auth, mails);
  for (const mail of mails) await deliverMail(auth, mail);
}

async function deliverMail(auth: AuthContext, mail: AuthMail): Promise<void> {
  try {
    await auth.sendMail(mail);
  } catch (error) {
    auth.log.error({ err: error, kind: mail.kind }, 'email could not be sent');
    throw errors.mailSendFailed();
  }
}

/** The page that asks for a click. Mail scanners that open every link would use up a link that acts by itself. */
function confirmPage(
  auth: AuthContext,
  { tokenHash, type, redirectTo }: { tokenHash: string; type: string; redirectTo: string },
): string {
  const query = new URLSearchParams({ token_hash: tokenHash, type, redirect_to: redirectTo });
  return `${auth.settings.confirmUrl}?${query}`;
}

export interface SmsRequest {
  user: Pick<UserRow, 'id'>;
  to: string;
  kind: 'confirmation' | 'phone_change' | 'reauthentication';
  channel: AuthSms['channel'];
}

const smsPlans = {
  confirmation: { token: 'confirmation_token', sentAt: 'confirmation_sent_at' },
  phone_change: { token: 'phone_change_token', sentAt: 'phone_change_sent_at' },
  reauthentication: { token: 'reauthentication_token', sentAt: 'reauthentication_sent_at' },
} as const;

/** Sends a code to a phone and returns the message's id. */
export async function sendSmsCode(auth: AuthContext, sms: SmsRequest): Promise<string> {
  const plan = smsPlans[sms.kind];
  const testCode = auth.settings.testOtps[sms.to];
  const code = testCode ?? randomDigits(auth.settings.codeLength);
  await createOneTimeToken(auth, auth.sql, {
    userId: sms.user.id,
    type: plan.token,
    relatesTo: sms.to,
    code,
    lifeS: auth.settings.smsCodeLifeS,
  });
  await auth.sql`update auth.users set ${auth.sql({ [plan.sentAt]: auth.now() })} where id = ${sms.user.id}`;
  if (testCode !== undefined) return 'test-otp';
  return deliverSms(auth, { to: sms.to, kind: sms.kind, channel: sms.channel, code, userId: sms.user.id });
}

export async function deliverSms(auth: AuthContext, sms: Omit<AuthSms, 'messageId'>): Promise<string> {
  const messageId = randomUUID();
  if (hasHook(auth, 'send_sms')) {
    await sendSmsByHook(auth, sms);
    return messageId;
  }
  try {
    await auth.sendSms({ ...sms, messageId });
  } catch (error) {
    auth.log.error({ err: error, kind: sms.kind }, 'text message could not be sent');
    throw errors.smsSendFailed();
  }
  return messageId;
}
