// What the audit log calls by a name, said as a sentence to the person it concerns.

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
  oauth_server: 'through an application you let in',
};

const factors: Record<string, string> = {
  totp: 'the authenticator app',
  phone: 'a phone',
  webauthn: 'a security key',
  recovery_code: 'a recovery code',
};

const sentences: Record<string, string> = {
  logout: 'Signed out',
  session_revoked: 'A device was signed out',
  token_reuse_detected: 'A copied session was stopped',
  invite_accepted: 'The invitation was accepted',
  user_signedup: 'The account was made',
  owner_set_up: 'The studio was opened',
  user_updated_password: 'The password was changed',
  user_recovery_requested: 'A new password was asked for',
  email_change_requested: 'Another email was asked for',
  phone_change_requested: 'Another phone was asked for',
  factors_reset: 'The studio took your second factors away',
  generate_recovery_codes: 'Recovery codes were made',
  recovery_codes_deleted: 'The recovery codes were taken away',
  passkey_created: 'A passkey was added',
  passkey_deleted: 'A passkey was removed',
  oauth_consent_granted: 'An application was let in',
  oauth_consent_revoked: 'An application was sent away',
};

const warnings = new Set([
  'login_failed',
  'factor_verification_failed',
  'token_reuse_detected',
  'factors_reset',
]);

export function formatEvent({ action, about }: Pick<AccountEvent, 'action' | 'about'>): string {
  const way = about && Object.hasOwn(ways, about) ? ` ${ways[about]}` : '';
  const factor = (about && Object.hasOwn(factors, about) && factors[about]) || 'the second factor';
  switch (action) {
    case 'login':
      return `Signed in${way}`;
    case 'login_failed':
      return `Somebody tried to sign in${way} and failed`;
    case 'verification_attempted':
      return `Proven by ${factor}`;
    case 'factor_verification_failed':
      return `A wrong answer for ${factor}`;
    case 'factor_unenrolled':
    case 'factor_deleted':
      return `Switched off: ${factor}`;
    case 'identity_linked':
      return `Another way in was linked${about ? `: ${about}` : ''}`;
    case 'identity_unlinked':
      return `A way in was unlinked${about ? `: ${about}` : ''}`;
    default:
      return sentences[action] ?? action.replaceAll('_', ' ');
  }
}

/** Worth a second look when it was not you. */
export function isWarning({ action }: Pick<AccountEvent, 'action'>): boolean {
  return warnings.has(action);
}
