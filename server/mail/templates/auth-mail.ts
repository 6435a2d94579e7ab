// The text of every email about an account. Code and link do the same; either is enough.
import type { AuthMail, AuthMailKind } from '#backend/auth/options.ts';
import type { Mail } from '../mail.ts';
import { type Email, renderEmail } from './layout.ts';
import type { MailStudio } from './mail-studio.ts';

export interface AuthMailSetting extends MailStudio {
  /** How long a code is valid. */
  lifeS: number;
  /** How long the link of an invitation is valid. */
  inviteLifeS?: number;
  /** Who sent the invitation, and for which roles; unknown when it was sent through the API. */
  invitation?: { inviter: string; roles: string[] };
}

type AuthMailText = Pick<Email, 'subject' | 'heading' | 'intro' | 'closing'> & { button: string };

const ignoreNote =
  'If this was not you, you can ignore this email: nothing happens without the code or the link.';

const texts: Record<AuthMailKind, (mail: AuthMail, studio: string, about: AuthMailSetting) => AuthMailText> =
  {
    signup: (_mail, studio) => ({
      subject: `Confirm your email address for ${studio}`,
      heading: 'Confirm your email address',
      intro: `Welcome to ${studio}. Enter this code, or use the button, to confirm your email address and finish your account.`,
      button: 'Confirm email address',
      closing: ignoreNote,
    }),
    address_in_use: (_mail, studio) => ({
      subject: `You already have an account at ${studio}`,
      heading: 'You already have an account',
      intro: `Someone, perhaps you, tried to create an account at ${studio} with your email address or phone number. It already belongs to your account, so nothing has changed.`,
      button: 'Sign in',
      closing:
        'If this was you, just sign in. If it was someone else, you can ignore this email: they do not learn that you have an account.',
    }),
    invite: (_mail, studio, { invitation }) => ({
      subject: invitation?.inviter
        ? `${invitation.inviter} invites you to join ${studio}`
        : `You are invited to join ${studio}`,
      heading: `Join ${studio}`,
      intro: `${invitation?.inviter || 'Someone'} invites you to join ${studio}${formatRoles(invitation?.roles ?? [])}. Accept the invitation, or enter this code, and choose a password.`,
      button: 'Accept invitation',
      closing:
        'If you did not expect this invitation, you can ignore this email: no account is created unless you accept.',
    }),
    magiclink: (_mail, studio) => ({
      subject: `Sign in to ${studio}`,
      heading: `Sign in to ${studio}`,
      intro: `Enter this code, or use the button, to sign in to ${studio}.`,
      button: 'Sign in',
      closing: ignoreNote,
    }),
    recovery: (_mail, studio) => ({
      subject: `Reset your password for ${studio}`,
      heading: 'Reset your password',
      intro: `We received a request to reset your password at ${studio}. Enter this code, or use the button, to choose a new one.`,
      button: 'Choose new password',
      closing: 'If this was not you, you can ignore this email: your password stays the same.',
    }),
    email_change_current: ({ newEmail }, studio) => ({
      subject: `Confirm the change of your email address at ${studio}`,
      heading: 'Confirm the change of your email address',
      intro: `You asked to change the email address of your account at ${studio} to ${newEmail ?? 'a new one'}. Please confirm it here and in the email we sent to the new address.`,
      button: 'Confirm change',
      closing:
        'If this was not you, ignore this email and the address stays the same. Please change your password too, because someone else may know it.',
    }),
    email_change_new: (_mail, studio) => ({
      subject: `Confirm your new email address for ${studio}`,
      heading: 'Confirm your new email address',
      intro: `Enter this code, or use the button, to use this email address for your account at ${studio}.`,
      button: 'Confirm new email address',
      closing: ignoreNote,
    }),
    reauthentication: (_mail, studio) => ({
      subject: `Your confirmation code for ${studio}`,
      heading: 'Confirm that it’s you',
      intro: `Enter this code to confirm an important change to your account at ${studio}.`,
      button: '',
      closing:
        'If this was not you, ignore this email and change your password now: someone else may be signed in to your account.',
    }),
  };

export function composeAuthMail(mail: AuthMail, about: AuthMailSetting): Mail {
  const { lifeS, inviteLifeS = lifeS, invitation: _invitation, ...studio } = about;
  const { button, ...text } = texts[mail.kind](mail, studio.studioName, about);
  const email = renderEmail({
    ...text,
    ...studio,
    ...(mail.code !== '' && { code: mail.code }),
    // A mail without an action link has no button.
    ...(mail.actionUrl !== '' && button !== '' && { button: { label: button, url: mail.actionUrl } }),
    ...(mail.code !== '' && {
      expiry:
        mail.actionUrl === ''
          ? `The code is valid for ${formatDuration(lifeS)}.`
          : mail.kind === 'invite' && inviteLifeS > lifeS
            ? `The link is valid for ${formatDuration(inviteLifeS)}, the code for ${formatDuration(lifeS)}.`
            : `The code and the link are valid for ${formatDuration(lifeS)}.`,
    }),
  });
  return { ...email, kind: mail.kind, to: mail.to, userId: mail.userId };
}

/** " as teacher and host"; every account is a member, so that role is not named. */
function formatRoles(roles: string[]): string {
  const named = roles.filter((role) => role !== 'member');
  return named.length > 0 ? ` as ${new Intl.ListFormat('en-GB').format(named)}` : '';
}

export function formatDuration(seconds: number): string {
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [Math.round(seconds / 60), 'minute'];
  return `${count === 1 ? 'one' : count} ${unit}${count === 1 ? '' : 's'}`;
}
