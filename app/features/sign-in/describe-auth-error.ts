// Turns an error of the auth service into a message for the user and names the field it belongs to. Never reveals
// whether an account exists.
import { errorText } from '#app/language/error-text.ts';
import { t } from '#app/language/messages.ts';

export type AuthField = 'contact' | 'password' | 'present' | 'code' | 'form';

export interface Explanation {
  field: AuthField;
  message: string;
}

/** The client library's own sentence, by which it is known. */
export const MISSING_CREDENTIALS = 'You must provide either an email or phone number and a password';

interface AuthFailure {
  name?: string;
  code?: string;
  message?: string;
  status?: number;
  reasons?: string[];
}

/** The field of each code of the auth service whose sentence is the message of the same name. */
const FIELDS = {
  invalid_credentials: 'password',
  user_banned: 'form',
  same_password: 'password',
  otp_expired: 'code',
  mfa_verification_failed: 'code',
  mfa_challenge_expired: 'code',
  mfa_ip_address_mismatch: 'code',
  mfa_factor_not_found: 'form',
  mfa_verified_factor_exists: 'contact',
  too_many_enrolled_mfa_factors: 'form',
  sms_send_failed: 'form',
  mfa_recovery_codes_locked: 'code',
  insufficient_aal: 'form',
  reauthentication_needed: 'password',
  reauthentication_not_valid: 'code',
  email_exists: 'contact',
  phone_exists: 'contact',
  user_already_exists: 'form',
  email_address_invalid: 'contact',
  signup_disabled: 'form',
  over_request_rate_limit: 'form',
  session_not_found: 'form',
  bad_jwt: 'form',
  flow_state_expired: 'form',
  flow_state_not_found: 'form',
  bad_code_verifier: 'form',
  bad_oauth_state: 'form',
  provider_email_needs_verification: 'form',
  identity_already_exists: 'form',
  single_identity_not_deletable: 'form',
  manual_linking_disabled: 'form',
  passkey_disabled: 'form',
  too_many_passkeys: 'form',
  webauthn_credential_exists: 'form',
  webauthn_verification_failed: 'form',
  webauthn_credential_not_found: 'form',
  cookies_blocked: 'form',
  captcha_failed: 'form',
  email_not_confirmed: 'form',
  phone_not_confirmed: 'form',
  email_provider_disabled: 'form',
  phone_provider_disabled: 'form',
  provider_disabled: 'form',
  otp_disabled: 'form',
  session_expired: 'form',
  refresh_token_already_used: 'form',
  request_timeout: 'form',
} as const satisfies Record<string, AuthField>;

export const missingCredentials = (): string => t('errors.auth.missing_credentials');
export const unclearContact = (): string => t('errors.auth.email_address_invalid');
export const unreachable = (): string => t('errors.common.server_unreachable');

export function describeAuthError(error: unknown): Explanation {
  if (typeof error !== 'object' || error === null) return unexpected();
  const failure = error as AuthFailure;
  if (failure.message === MISSING_CREDENTIALS) return { field: 'contact', message: missingCredentials() };
  if (failure.name === 'AuthSessionMissingError') return explain('session_not_found');
  if (isUnreachable(failure)) return { field: 'form', message: unreachable() };
  if (isGivenUp(failure)) return { field: 'form', message: t('errors.auth.passkey_not_used') };
  const { code } = failure;
  if (code === 'validation_failed') return describeInvalid(failure);
  if (code === 'weak_password') return { field: 'password', message: describeWeakness(failure) };
  if (code === 'over_email_send_rate_limit' || code === 'over_sms_send_rate_limit')
    return { field: 'form', message: describeWait(code, failure) };
  if (code === 'pkce_code_verifier_not_found') return explain('bad_code_verifier');
  // There is no token; the error has the reason.
  if (code === 'bot_check_failed' && failure.message) return { field: 'form', message: failure.message };
  if (code && Object.hasOwn(FIELDS, code)) return explain(code as keyof typeof FIELDS);
  // Errors of our own API already have a message for users.
  if (code && failure.message && /^[A-Z].*[.!?]$/.test(failure.message) && !failure.name) {
    return { field: 'form', message: errorText(failure) ?? failure.message };
  }
  return unexpected();
}

function explain(code: keyof typeof FIELDS): Explanation {
  return { field: FIELDS[code], message: t(`errors.auth.${code}`) };
}

function unexpected(): Explanation {
  return { field: 'form', message: t('errors.auth.unexpected_error') };
}

function isUnreachable({ name, status, message }: AuthFailure): boolean {
  if (name === 'AuthRetryableFetchError' || name === 'TypeError') return true;
  return status === 0 || /failed to fetch|load failed|networkerror/i.test(message ?? '');
}

/** The person closed the browser's passkey window, or its time ran out. */
function isGivenUp({ name, code }: AuthFailure): boolean {
  return name === 'NotAllowedError' || name === 'AbortError' || code === 'ERROR_CEREMONY_ABORTED';
}

function describeInvalid({ message = '' }: AuthFailure): Explanation {
  if (/phone/i.test(message) && /format|e\.164/i.test(message)) {
    return { field: 'contact', message: t('errors.auth.country_code_missing') };
  }
  if (/email/i.test(message)) return { field: 'contact', message: unclearContact() };
  if (/password/i.test(message)) {
    const max = /longer than (\d+)/.exec(message)?.[1];
    return {
      field: 'password',
      message: max ? t('errors.auth.password_too_long', { max }) : t('errors.auth.password_missing'),
    };
  }
  return unexpected();
}

function describeWeakness({ reasons = [], message = '' }: AuthFailure): string {
  const min = /at least (\d+) characters/.exec(message)?.[1];
  const tooShort = () =>
    min ? t('errors.auth.password_shorter_than', { min }) : t('errors.auth.password_short');
  const sentences = [
    reasons.includes('length') && tooShort(),
    reasons.includes('characters') && t('errors.auth.password_characters'),
    reasons.includes('pwned') && t('errors.auth.password_leaked'),
  ].filter(Boolean);
  return [...sentences, t('errors.auth.password_advice')].join(' ');
}

/** Whether a message was rejected because the previous one was sent within the last minute. */
export function isSentAlready(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as AuthFailure;
  return /^over_(email|sms)_send_rate_limit$/.test(code) && /after \d+ seconds/.test(message);
}

function describeWait(
  code: 'over_email_send_rate_limit' | 'over_sms_send_rate_limit',
  { message = '' }: AuthFailure,
): string {
  const seconds = Number(/after (\d+) seconds/.exec(message)?.[1]);
  if (!seconds) return t(`errors.auth.${code}`);
  return code === 'over_email_send_rate_limit'
    ? t('errors.auth.email_just_sent', { seconds })
    : t('errors.auth.message_just_sent', { seconds });
}
