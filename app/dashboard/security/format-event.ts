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

const ways = ['email', 'phone', 'google', 'github', 'passkey', 'oauth_server'];
const factors = ['totp', 'phone', 'webauthn', 'recovery_code'];

const sentences = {
  logout: 'dashboard.security.signed_out',
  session_revoked: 'dashboard.security.device_signed_out_event',
  token_reuse_detected: 'dashboard.security.suspicious_session_ended',
  invite_accepted: 'dashboard.security.invitation_accepted',
  user_signedup: 'dashboard.security.account_created',
  owner_set_up: 'dashboard.security.studio_set_up',
  user_updated_password: 'dashboard.security.password_changed',
  user_recovery_requested: 'dashboard.security.password_reset_requested',
  email_change_requested: 'dashboard.security.email_change_requested',
  phone_change_requested: 'dashboard.security.phone_change_requested',
  factors_reset: 'dashboard.security.second_factors_removed_by_studio',
  generate_recovery_codes: 'dashboard.security.recovery_codes_created',
  recovery_codes_deleted: 'dashboard.security.recovery_codes_removed',
  passkey_created: 'dashboard.security.passkey_added',
  passkey_deleted: 'dashboard.security.passkey_removed',
  oauth_consent_granted: 'dashboard.security.application_connected',
  oauth_consent_revoked: 'dashboard.security.application_access_removed',
} as const;

const warnings = new Set([
  'login_failed',
  'factor_verification_failed',
  'token_reuse_detected',
  'factors_reset',
]);

export function formatEvent({ action, about }: Pick<AccountEvent, 'action' | 'about'>): string {
  const way = about && ways.includes(about) ? about : 'other';
  const factor = about && factors.includes(about) ? about : 'other';
  switch (action) {
    case 'login':
      return t('dashboard.security.signed_in', { way });
    case 'login_failed':
      return t('dashboard.security.failed_sign_in', { way });
    case 'verification_attempted':
      return t('dashboard.security.confirmed_with_factor', { factor });
    case 'factor_verification_failed':
      return t('dashboard.security.failed_check_of_factor', { factor });
    case 'factor_unenrolled':
    case 'factor_deleted':
      return t('dashboard.security.turned_off_factor', { factor });
    case 'identity_linked':
      return about
        ? t('dashboard.security.sign_in_method_linked_provider', { provider: about })
        : t('dashboard.security.sign_in_method_linked');
    case 'identity_unlinked':
      return about
        ? t('dashboard.security.sign_in_method_unlinked_provider', { provider: about })
        : t('dashboard.security.sign_in_method_unlinked');
    default:
      return isKnown(action) ? t(sentences[action]) : action.replaceAll('_', ' ');
  }
}

function isKnown(action: string): action is keyof typeof sentences {
  return Object.hasOwn(sentences, action);
}

/** Suspicious if it was not you. */
export function isWarning({ action }: Pick<AccountEvent, 'action'>): boolean {
  return warnings.has(action);
}
