// The text of every email about an account. Code and link do the same; either is enough.
import { formatList } from '#app/language/list.ts';
import { hasMessage, t } from '#app/language/messages.ts';
import type { AuthMail, AuthMailKind } from '#backend/auth/options.ts';
import type { Role } from '#contracts/visitor.ts';
import { pageUrl } from '../../language/page-url.ts';
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

function confirmation(name: 'signup' | 'recovery' | 'new_address', studio: string): AuthMailText {
  return {
    subject: t(`email.auth.${name}_subject`, { studio }),
    heading: t(`email.auth.${name}_heading`),
    intro: t(`email.auth.${name}_intro`, { studio }),
    button: t(`email.auth.${name}_button`),
    closing: t('email.auth.ignore'),
  };
}

const texts: Record<AuthMailKind, (mail: AuthMail, studio: string, about: AuthMailSetting) => AuthMailText> =
  {
    signup: (_mail, studio) => confirmation('signup', studio),
    address_in_use: (_mail, studio) => ({
      subject: t('email.auth.in_use_subject', { studio }),
      heading: t('email.auth.in_use_heading'),
      intro: t('email.auth.in_use_intro', { studio }),
      button: t('email.auth.sign_in'),
      closing: t('email.auth.in_use_closing'),
    }),
    invite: (_mail, studio, { invitation }) => ({
      subject: invitation?.inviter
        ? t('email.auth.invite_by_subject', { inviter: invitation.inviter, studio })
        : t('email.auth.invite_subject', { studio }),
      heading: t('email.auth.invite_heading', { studio }),
      intro: inviteIntro(studio, invitation),
      button: t('email.auth.invite_button'),
      closing: t('email.auth.invite_closing'),
    }),
    magiclink: (_mail, studio) => ({
      subject: t('email.auth.magiclink_subject', { studio }),
      heading: t('email.auth.magiclink_subject', { studio }),
      intro: t('email.auth.magiclink_intro', { studio }),
      button: t('email.auth.sign_in'),
      closing: t('email.auth.ignore'),
    }),
    recovery: (_mail, studio) => ({
      ...confirmation('recovery', studio),
      closing: t('email.auth.recovery_closing'),
    }),
    email_change_current: ({ newEmail }, studio) => ({
      subject: t('email.auth.change_subject', { studio }),
      heading: t('email.auth.change_heading'),
      intro: newEmail
        ? t('email.auth.change_intro', { studio, email: newEmail })
        : t('email.auth.change_unnamed_intro', { studio }),
      button: t('email.auth.change_button'),
      closing: t('email.auth.change_closing'),
    }),
    email_change_new: (_mail, studio) => confirmation('new_address', studio),
    reauthentication: (_mail, studio) => ({
      subject: t('email.auth.reauthentication_subject', { studio }),
      heading: t('email.auth.reauthentication_heading'),
      intro: t('email.auth.reauthentication_intro', { studio }),
      button: '',
      closing: t('email.auth.reauthentication_closing'),
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
    ...(mail.actionUrl !== '' &&
      button !== '' && { button: { label: button, url: actionUrl(mail, studio) } }),
    ...(mail.code !== '' && {
      expiry:
        mail.actionUrl === ''
          ? t('email.auth.code_valid', { duration: formatDuration(lifeS) })
          : mail.kind === 'invite' && inviteLifeS > lifeS
            ? t('email.auth.link_and_code_valid', {
                link: formatDuration(inviteLifeS),
                code: formatDuration(lifeS),
              })
            : t('email.auth.both_valid', { duration: formatDuration(lifeS) }),
    }),
  });
  const validS = mail.kind === 'invite' ? inviteLifeS : lifeS;
  return { ...email, kind: mail.kind, to: mail.to, userId: mail.userId, code: mail.code, validS };
}

/** The page that the code is used on, in the language of the email. */
function actionUrl({ actionUrl: url }: AuthMail, studio: MailStudio): string {
  const isOurs = url.startsWith(`${studio.siteUrl}/`);
  return isOurs ? pageUrl(studio, url.slice(studio.siteUrl.length)) : url;
}

function inviteIntro(studio: string, invitation: AuthMailSetting['invitation']): string {
  const inviter = invitation?.inviter;
  const roles = formatRoles(invitation?.roles ?? []);
  if (inviter)
    return roles
      ? t('email.auth.invite_by_as_intro', { inviter, studio, roles })
      : t('email.auth.invite_by_intro', { inviter, studio });
  return roles
    ? t('email.auth.invite_as_intro', { studio, roles })
    : t('email.auth.invite_intro', { studio });
}

/** "teacher and host"; every account is a member, so that role is not named. */
function formatRoles(roles: string[]): string {
  const named = roles.filter((role) => role !== 'member');
  const labels = named.map((role) => {
    const key = `email.auth.role_${role}`;
    return isRoleLabel(key) ? t(key) : role;
  });
  return formatList(labels);
}

type RoleLabel = `email.auth.role_${Exclude<Role, 'member'>}`;

function isRoleLabel(key: string): key is RoleLabel {
  return hasMessage(key);
}

export function formatDuration(seconds: number): string {
  if (seconds % 86_400 === 0) return t('email.auth.days', { count: seconds / 86_400 });
  if (seconds % 3600 === 0) return t('email.auth.hours', { count: seconds / 3600 });
  return t('email.auth.minutes', { count: Math.round(seconds / 60) });
}
