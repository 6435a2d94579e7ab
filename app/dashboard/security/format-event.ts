// Describes an entry of the audit log to the person it concerns.

import { t } from '#app/language/messages.ts';
export interface AccountEvent {
  id: string;
  action: string;
  at: string;
  ip: string;
  about: string | null;
  is_own: boolean;
}

const ways: Record<string, string> = {
  email: 'with your email',
  phone: 'with your phone',
  google: 'with Google',
  github: 'with GitHub',
  passkey: 'with a passkey',
  oauth_server: 'with a connected application',
};

const factors: Record<string, string> = {
  totp: 'the authenticator app',
  phone: 'a phone',
  webauthn: 'a security key',
  recovery_code: 'a recovery code',
};

const sentences: Record<string, string> = {
  logout: 'Signed out',
  session_revoked: 'Device signed out',
  token_reuse_detected: 'Suspicious session ended',
  invite_accepted: 'Invitation accepted',
  user_signedup: 'Account created',
  owner_set_up: 'Studio set up',
  user_updated_password: 'Password changed',
  user_recovery_requested: 'Password reset requested',
  email_change_requested: 'Email change requested',
  phone_change_requested: 'Phone change requested',
  factors_reset: 'Second factors removed by the studio',
  generate_recovery_codes: 'Recovery codes created',
  recovery_codes_deleted: 'Recovery codes removed',
  passkey_created: 'Passkey added',
  passkey_deleted: 'Passkey removed',
  oauth_consent_granted: 'Application connected',
  oauth_consent_revoked: 'Application access removed',
};

const warnings = new Set([
  'login_failed',
  'factor_verification_failed',
  'token_reuse_detected',
  'factors_reset',
]);

export function formatEvent({ action, about }: Pick<AccountEvent, 'action' | 'about'>): string {
  const way = about && Object.hasOwn(ways, about) ? ` ${ways[about]}` : '';
  const factor =
    (about && Object.hasOwn(factors, about) && factors[about]) || t('dashboard.security.the_second_factor');
  switch (action) {
    case 'login':
      return t('dashboard.security.signed_in_way', { way });
    case 'login_failed':
      return t('dashboard.security.failed_sign_in_way', { way });
    case 'verification_attempted':
      return t('dashboard.security.confirmed_with_factor', { factor });
    case 'factor_verification_failed':
      return t('dashboard.security.failed_check_of_factor', { factor });
    case 'factor_unenrolled':
    case 'factor_deleted':
      return t('dashboard.security.turned_off_factor', { factor });
    case 'identity_linked':
      return t('dashboard.security.sign_in_method_linked_value', { value: about ? `: ${about}` : '' });
    case 'identity_unlinked':
      return t('dashboard.security.sign_in_method_unlinked_value', { value: about ? `: ${about}` : '' });
    default:
      return sentences[action] ?? action.replaceAll('_', ' ');
  }
}

/** Suspicious if it was not you. */
export function isWarning({ action }: Pick<AccountEvent, 'action'>): boolean {
  return warnings.has(action);
}
