// Turns an error of the auth service into a message for the user and names the field it belongs to. Never reveals
// whether an account exists.

export type AuthField = 'contact' | 'password' | 'present' | 'code' | 'form';

export interface Explanation {
  field: AuthField;
  message: string;
}

export const MISSING_CREDENTIALS = 'You must provide either an email or phone number and a password';
export const UNCLEAR_CONTACT = 'That is not an email address or a phone number. Check it and try again.';
export const UNREACHABLE =
  'The studio’s server does not answer. You may be offline. What you typed is still here: try again.';
const UNKNOWN = 'Something went wrong on our side, and we have recorded it. Try again in a moment.';

interface AuthFailure {
  name?: string;
  code?: string;
  message?: string;
  status?: number;
  reasons?: string[];
}

const known: Record<string, Explanation | ((failure: AuthFailure) => Explanation)> = {
  invalid_credentials: {
    field: 'password',
    message: 'What you entered and the password do not match. Check both, or ask for a code instead.',
  },
  user_banned: {
    field: 'form',
    message: 'This account is closed. Contact the studio if you think this is a mistake.',
  },
  weak_password: (failure) => ({ field: 'password', message: describeWeakness(failure) }),
  same_password: { field: 'password', message: 'That is the password you have now. Choose another one.' },
  otp_expired: {
    field: 'code',
    message:
      'This code is wrong, already used or expired. Use the code from the newest message, or ask for a new one.',
  },
  mfa_verification_failed: {
    field: 'code',
    message: 'That code is wrong. Codes change every 30 seconds: try the next one.',
  },
  mfa_challenge_expired: { field: 'code', message: 'That took too long. Try again with the newest code.' },
  mfa_ip_address_mismatch: {
    field: 'code',
    message: 'Your connection changed, perhaps from Wi-Fi to mobile. Ask for a new code and use it here.',
  },
  mfa_factor_not_found: { field: 'form', message: 'This second factor was removed. Choose another one.' },
  mfa_verified_factor_exists: {
    field: 'contact',
    message: 'You already use this number as a second factor.',
  },
  too_many_enrolled_mfa_factors: {
    field: 'form',
    message: 'You have the maximum number of second factors. Remove one first.',
  },
  sms_send_failed: {
    field: 'form',
    message: 'The message could not be sent. Try again in a moment, or sign in another way.',
  },
  mfa_recovery_codes_locked: {
    field: 'code',
    message: 'Too many wrong codes. Recovery codes are blocked for a while: use your other factor.',
  },
  insufficient_aal: {
    field: 'form',
    message: 'This needs your second factor. Sign out, sign in again and enter it.',
  },
  reauthentication_needed: {
    field: 'password',
    message: 'You signed in a while ago. Enter your current password as well.',
  },
  reauthentication_not_valid: { field: 'code', message: 'This code is wrong or expired. Ask for a new one.' },
  email_exists: { field: 'contact', message: 'This address belongs to another account.' },
  phone_exists: { field: 'contact', message: 'This number belongs to another account.' },
  user_already_exists: {
    field: 'form',
    message: 'The account could not be created. If you already have one, sign in instead.',
  },
  email_address_invalid: { field: 'contact', message: UNCLEAR_CONTACT },
  signup_disabled: {
    field: 'form',
    message: 'New accounts are by invitation only at the moment. Contact the studio.',
  },
  over_request_rate_limit: {
    field: 'form',
    message: 'Too many attempts in a short time. Wait five minutes, then try again.',
  },
  over_email_send_rate_limit: (failure) => ({ field: 'form', message: describeWait(failure, 'email') }),
  over_sms_send_rate_limit: (failure) => ({ field: 'form', message: describeWait(failure, 'message') }),
  session_not_found: { field: 'form', message: 'You are signed out. Sign in again.' },
  bad_jwt: { field: 'form', message: 'You are signed out. Sign in again.' },
  flow_state_expired: {
    field: 'form',
    message: 'This sign-in link has expired. Sign in again to get a new one.',
  },
  flow_state_not_found: {
    field: 'form',
    message:
      'This link was already used, or started in another browser. Open it there, or sign in again here.',
  },
  bad_code_verifier: {
    field: 'form',
    message:
      'This sign-in started in another browser or a private window. Open the link there, or sign in again here.',
  },
  pkce_code_verifier_not_found: (failure) => explain('bad_code_verifier', failure),
  bad_oauth_state: { field: 'form', message: 'That took too long, or was already done. Start again.' },
  provider_email_needs_verification: {
    field: 'form',
    message: 'Confirm that address first, with the link in our email. Then try again.',
  },
  identity_already_exists: {
    field: 'form',
    message: 'That account is already linked to another person here.',
  },
  single_identity_not_deletable: {
    field: 'form',
    message: 'This is your only way to sign in. Add another one before you remove it.',
  },
  manual_linking_disabled: { field: 'form', message: 'This studio does not allow linked accounts.' },
  passkey_disabled: { field: 'form', message: 'This studio does not allow passkeys.' },
  too_many_passkeys: { field: 'form', message: 'You have the maximum number of passkeys. Remove one first.' },
  webauthn_credential_exists: { field: 'form', message: 'This device already has a passkey for you.' },
  webauthn_verification_failed: {
    field: 'form',
    message: 'We do not know this passkey. Sign in another way.',
  },
  webauthn_credential_not_found: {
    field: 'form',
    message: 'We do not know this passkey. Sign in another way.',
  },
  cookies_blocked: {
    field: 'form',
    message:
      'Your browser blocks cookies, and you cannot stay signed in without them. Allow cookies for this site, then sign in again.',
  },
  captcha_failed: {
    field: 'form',
    message: 'We could not check that you are human. What you typed is still here. Try again in a moment.',
  },
  // There is no token; the error has the reason.
  bot_check_failed: ({ message = UNKNOWN }) => ({ field: 'form', message: message }),
};

export function describeAuthError(error: unknown): Explanation {
  if (typeof error !== 'object' || error === null) return { field: 'form', message: UNKNOWN };
  const failure = error as AuthFailure;
  if (failure.message === MISSING_CREDENTIALS) return { field: 'contact', message: MISSING_CREDENTIALS };
  if (failure.name === 'AuthSessionMissingError') return explain('session_not_found', failure);
  if (isUnreachable(failure)) return { field: 'form', message: UNREACHABLE };
  if (isGivenUp(failure))
    return { field: 'form', message: 'No passkey was used. Try again, or sign in another way.' };
  if (failure.code === 'validation_failed') return describeInvalid(failure);
  if (failure.code && failure.code in known) return explain(failure.code, failure);
  // Errors of our own API already have a message for users.
  if (failure.code && failure.message && /^[A-Z].*[.!?]$/.test(failure.message) && !failure.name) {
    return { field: 'form', message: failure.message };
  }
  return { field: 'form', message: UNKNOWN };
}

function explain(code: string, failure: AuthFailure): Explanation {
  const entry = known[code] ?? { field: 'form', message: UNKNOWN };
  return typeof entry === 'function' ? entry(failure) : entry;
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
    return { field: 'contact', message: 'Add the country code to the number, such as +351 912 345 678.' };
  }
  if (/email/i.test(message)) return { field: 'contact', message: UNCLEAR_CONTACT };
  if (/password/i.test(message)) {
    const isLong = /longer than (\d+)/.exec(message);
    return {
      field: 'password',
      message: isLong ? `Use at most ${isLong[1]} characters.` : 'Choose a password.',
    };
  }
  return { field: 'form', message: UNKNOWN };
}

function describeWeakness({ reasons = [], message = '' }: AuthFailure): string {
  const least = /at least (\d+) characters/.exec(message)?.[1];
  const sentences = [
    reasons.includes('length') && `It is too short${least ? `: use at least ${least} characters` : ''}.`,
    reasons.includes('characters') && 'It needs more different characters.',
    reasons.includes('pwned') && 'It is on lists of leaked passwords.',
  ].filter(Boolean);
  return [...sentences, 'Four words in a row make a good one.'].join(' ');
}

/** Whether a message was rejected because the previous one was sent within the last minute. */
export function isSentAlready(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as AuthFailure;
  return /^over_(email|sms)_send_rate_limit$/.test(code) && /after \d+ seconds/.test(message);
}

function describeWait({ message = '' }: AuthFailure, what: string): string {
  const seconds = /after (\d+) seconds/.exec(message)?.[1];
  return seconds
    ? `We sent one ${what} a moment ago. You can ask for another in ${seconds} seconds.`
    : `We have sent too many ${what}s. Try again in an hour.`;
}
