// What the accounts write to people: one entry for each occasion. Code and link do the same; either is enough.
import type { AuthMail, AuthMailKind } from '#backend/auth/options.ts';
import type { Mail } from '../mail.ts';
import { type Email, renderEmail } from './layout.ts';
import type { MailStudio } from './mail-studio.ts';

export interface AuthMailSetting extends MailStudio {
  /** How long a code holds. */
  lifeS: number;
  /** How long the link of an invitation holds. */
  inviteLifeS?: number;
  /** Who invites, and as what; unknown where somebody else than the studio's pages asked. */
  invitation?: { inviter: string; roles: string[] };
}

type Wording = Pick<Email, 'subject' | 'heading' | 'sentence' | 'closing'> & { button: string };

const notYou = 'If it was not you, do nothing: without the code or the link, nothing happens.';

const wordings: Record<AuthMailKind, (mail: AuthMail, studio: string, about: AuthMailSetting) => Wording> = {
  signup: (_mail, studio) => ({
    subject: `Confirm your address for ${studio}`,
    heading: 'Is this your address?',
    sentence: `Somebody, probably you, made an account at ${studio} with this address. Enter this code to confirm it.`,
    button: 'Confirm my address',
    closing: notYou,
  }),
  address_in_use: (_mail, studio) => ({
    subject: `Someone tried to sign up at ${studio} with your address`,
    heading: 'You already have an account',
    sentence: `Someone, perhaps you, tried to use your email address or phone number for a new account at ${studio}. It already belongs to your account, so nothing was changed.`,
    button: 'Sign in',
    closing:
      'If it was you, sign in with your account. If it was someone else, you do not need to do anything: they were not told that you have an account.',
  }),
  invite: (_mail, studio, { invitation }) => ({
    subject: invitation?.inviter
      ? `${invitation.inviter} invites you to ${studio}`
      : `You are invited to ${studio}`,
    heading: `Come in to ${studio}`,
    sentence: `${invitation?.inviter || 'Someone'} invites you to an account at ${studio}${asRoles(invitation?.roles ?? [])}. Open the link, or enter this code, and choose a password.`,
    button: 'Accept the invitation',
    closing: 'If you do not know why you are invited, do nothing: no account is opened without you.',
  }),
  magiclink: (_mail, studio) => ({
    subject: `Sign in to ${studio}`,
    heading: 'Sign in',
    sentence: `Here is your code to sign in to ${studio}.`,
    button: 'Sign in',
    closing: notYou,
  }),
  recovery: (_mail, studio) => ({
    subject: `A new password for ${studio}`,
    heading: 'Choose a new password',
    sentence: `Somebody, probably you, asked for a new password at ${studio}. With this code you can choose one.`,
    button: 'Choose a new password',
    closing: 'If it was not you, do nothing: your password stays as it is.',
  }),
  email_change_current: ({ newEmail }, studio) => ({
    subject: `Your address at ${studio} is about to change`,
    heading: 'Do you want to change your address?',
    sentence: `The address of your account at ${studio} is to become ${newEmail ?? 'another one'}. Confirm it here, and in the mail that went to the new address.`,
    button: 'Confirm the change',
    closing:
      'If it was not you, do nothing: the address stays as it is. Then change your password, because somebody knows it.',
  }),
  email_change_new: (_mail, studio) => ({
    subject: `Confirm your new address for ${studio}`,
    heading: 'Is this your new address?',
    sentence: `This address is to become the one of an account at ${studio}. Enter this code to confirm it.`,
    button: 'Confirm my new address',
    closing: notYou,
  }),
  reauthentication: (_mail, studio) => ({
    subject: `Your code for ${studio}`,
    heading: 'Is it you?',
    sentence: `You are about to change something important in your account at ${studio}. Enter this code to show that it is you.`,
    button: '',
    closing: 'If it was not you, do nothing, and change your password: somebody else is signed in as you.',
  }),
};

export function composeAuthMail(mail: AuthMail, about: AuthMailSetting): Mail {
  const { lifeS, inviteLifeS = lifeS, invitation: _invitation, ...studio } = about;
  const { button, ...words } = wordings[mail.kind](mail, studio.studioName, about);
  const letter = renderEmail({
    ...words,
    ...studio,
    ...(mail.code !== '' && { code: mail.code }),
    // Only what leads back to the site becomes a button.
    ...(mail.actionUrl !== '' && button !== '' && { button: { label: button, url: mail.actionUrl } }),
    ...(mail.code !== '' && {
      holds:
        mail.actionUrl === ''
          ? `The code holds for ${span(lifeS)}.`
          : mail.kind === 'invite' && inviteLifeS > lifeS
            ? `The link holds for ${span(inviteLifeS)}, the code for ${span(lifeS)}.`
            : `Code and link hold for ${span(lifeS)}.`,
    }),
  });
  return { ...letter, kind: mail.kind, to: mail.to, userId: mail.userId };
}

/** ", as teacher and host"; a member is nothing special. */
function asRoles(roles: string[]): string {
  const special = roles.filter((role) => role !== 'member');
  return special.length > 0 ? `, as ${new Intl.ListFormat('en').format(special)}` : '';
}

export function span(seconds: number): string {
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day']
      : seconds % 3600 === 0
        ? [seconds / 3600, 'hour']
        : [Math.round(seconds / 60), 'minute'];
  return `${count === 1 ? 'one' : count} ${unit}${count === 1 ? '' : 's'}`;
}
