// Turns a refusal of the auth service into words a person can use, and says beside which field they belong.
// Never says whether an account exists.

export type AuthField = 'contact' | 'password' | 'present' | 'code' | 'form';

export interface Explanation {
  field: AuthField;
  words: string;
}

export const MISSING_CREDENTIALS = 'You must provide either an email or phone number and a password';
export const UNCLEAR_CONTACT = 'That is neither an email address nor a phone number. Check it once more.';
export const UNREACHABLE =
  'The studio’s server does not answer. You are perhaps offline; what you typed is still here, try again.';
const UNKNOWN = 'Something went wrong on our side, and it has been written down. Try again in a moment.';

interface Refusal {
  name?: string;
  code?: string;
  message?: string;
  status?: number;
  reasons?: string[];
}

const known: Record<string, Explanation | ((refusal: Refusal) => Explanation)> = {
  invalid_credentials: {
    field: 'password',
    words: 'These two do not belong together. Check both, or ask for a code instead.',
  },
  user_banned: { field: 'form', words: 'This account is closed. Write to the studio if that surprises you.' },
  weak_password: (refusal) => ({ field: 'password', words: describeWeakness(refusal) }),
  same_password: { field: 'password', words: 'That is the password you have now. Choose another one.' },
  otp_expired: {
    field: 'code',
    words: 'This code is wrong, used up or too old. Look at the newest message, or ask for another.',
  },
  mfa_verification_failed: {
    field: 'code',
    words: 'That is not the code of this moment. They change every 30 seconds; try the next one.',
  },
  mfa_challenge_expired: { field: 'code', words: 'That took too long. Try again with the newest code.' },
  mfa_ip_address_mismatch: {
    field: 'code',
    words:
      'Your connection changed in between, perhaps from Wi-Fi to mobile. Ask for a new code and use it here.',
  },
  mfa_factor_not_found: { field: 'form', words: 'This second factor was removed meanwhile. Choose another.' },
  mfa_verified_factor_exists: { field: 'contact', words: 'This number is a second factor of yours already.' },
  too_many_enrolled_mfa_factors: {
    field: 'form',
    words: 'You have as many second factors as fit. Switch one off first.',
  },
  sms_send_failed: {
    field: 'form',
    words: 'The message could not be sent just now. Try again in a moment, or take another way.',
  },
  mfa_recovery_codes_locked: {
    field: 'code',
    words: 'Too many wrong codes. Recovery codes rest for a while; use your other factor.',
  },
  insufficient_aal: {
    field: 'form',
    words: 'This needs your second factor. Sign out and in again, then it will be asked for.',
  },
  reauthentication_needed: {
    field: 'password',
    words: 'You have been signed in for a while. Type your present password as well.',
  },
  reauthentication_not_valid: { field: 'code', words: 'This code is wrong or too old. Ask for another.' },
  email_exists: { field: 'contact', words: 'This address belongs to another account.' },
  phone_exists: { field: 'contact', words: 'This number belongs to another account.' },
  user_already_exists: {
    field: 'form',
    words: 'That did not work. If you have been here before, sign in instead.',
  },
  email_address_invalid: { field: 'contact', words: UNCLEAR_CONTACT },
  signup_disabled: {
    field: 'form',
    words: 'New accounts are made by invitation at the moment. Write to the studio.',
  },
  over_request_rate_limit: {
    field: 'form',
    words: 'Too many tries in a short time. Wait five minutes, then try again.',
  },
  over_email_send_rate_limit: (refusal) => ({ field: 'form', words: describeWait(refusal, 'mail') }),
  over_sms_send_rate_limit: (refusal) => ({ field: 'form', words: describeWait(refusal, 'message') }),
  session_not_found: { field: 'form', words: 'Your session is over. Sign in again.' },
  bad_jwt: { field: 'form', words: 'Your session is over. Sign in again.' },
  flow_state_expired: {
    field: 'form',
    words: 'This sign-in link has expired. Sign in again to get a new one.',
  },
  flow_state_not_found: {
    field: 'form',
    words: 'This link was used already, or began in another browser. Open it there, or sign in again here.',
  },
  bad_code_verifier: {
    field: 'form',
    words:
      'This sign-in began in another browser or a private window. Open the link there, or sign in again here.',
  },
  pkce_code_verifier_not_found: (refusal) => explain('bad_code_verifier', refusal),
  bad_oauth_state: { field: 'form', words: 'That took too long, or was done already. Begin again.' },
  provider_email_needs_verification: {
    field: 'form',
    words: 'That address has to be proven first, by the link in our mail. Then come back this way.',
  },
  identity_already_exists: { field: 'form', words: 'That account is linked to somebody else here.' },
  single_identity_not_deletable: {
    field: 'form',
    words: 'This is your only way in. Add another one before you remove it.',
  },
  manual_linking_disabled: { field: 'form', words: 'Linking is switched off at this studio.' },
  passkey_disabled: { field: 'form', words: 'Passkeys are switched off at this studio.' },
  too_many_passkeys: { field: 'form', words: 'You have as many passkeys as fit. Remove one first.' },
  webauthn_credential_exists: { field: 'form', words: 'This device has a passkey for you already.' },
  webauthn_verification_failed: {
    field: 'form',
    words: 'This passkey is not known here. Use another way in.',
  },
  webauthn_credential_not_found: {
    field: 'form',
    words: 'This passkey is not known here. Use another way in.',
  },
  cookies_blocked: {
    field: 'form',
    words:
      'Your browser blocks cookies, and nobody can stay signed in without them. Allow cookies for this site, then sign in again.',
  },
  captcha_failed: {
    field: 'form',
    words:
      'The check that you are a person did not succeed. What you typed is still here. Try again in a moment.',
  },
  // No token could be had; the error says why.
  bot_check_failed: ({ message = UNKNOWN }) => ({ field: 'form', words: message }),
};

export function describeAuthError(error: unknown): Explanation {
  if (typeof error !== 'object' || error === null) return { field: 'form', words: UNKNOWN };
  const refusal = error as Refusal;
  if (refusal.message === MISSING_CREDENTIALS) return { field: 'contact', words: MISSING_CREDENTIALS };
  if (refusal.name === 'AuthSessionMissingError') return explain('session_not_found', refusal);
  if (isUnreachable(refusal)) return { field: 'form', words: UNREACHABLE };
  if (isGivenUp(refusal))
    return { field: 'form', words: 'No passkey was used. Try again, or take another way in.' };
  if (refusal.code === 'validation_failed') return describeInvalid(refusal);
  if (refusal.code && refusal.code in known) return explain(refusal.code, refusal);
  // Our own API speaks in sentences already.
  if (refusal.code && refusal.message && /^[A-Z].*[.!?]$/.test(refusal.message) && !refusal.name) {
    return { field: 'form', words: refusal.message };
  }
  return { field: 'form', words: UNKNOWN };
}

function explain(code: string, refusal: Refusal): Explanation {
  const entry = known[code] ?? { field: 'form', words: UNKNOWN };
  return typeof entry === 'function' ? entry(refusal) : entry;
}

function isUnreachable({ name, status, message }: Refusal): boolean {
  if (name === 'AuthRetryableFetchError' || name === 'TypeError') return true;
  return status === 0 || /failed to fetch|load failed|networkerror/i.test(message ?? '');
}

/** The person closed the browser's passkey window, or its time ran out. */
function isGivenUp({ name, code }: Refusal): boolean {
  return name === 'NotAllowedError' || name === 'AbortError' || code === 'ERROR_CEREMONY_ABORTED';
}

function describeInvalid({ message = '' }: Refusal): Explanation {
  if (/phone/i.test(message) && /format|e\.164/i.test(message)) {
    return { field: 'contact', words: 'Write the number with its country, such as +351 912 345 678.' };
  }
  if (/email/i.test(message)) return { field: 'contact', words: UNCLEAR_CONTACT };
  if (/password/i.test(message)) {
    const isLong = /longer than (\d+)/.exec(message);
    return {
      field: 'password',
      words: isLong ? `A password has at most ${isLong[1]} characters.` : 'Choose a password.',
    };
  }
  return { field: 'form', words: UNKNOWN };
}

function describeWeakness({ reasons = [], message = '' }: Refusal): string {
  const least = /at least (\d+) characters/.exec(message)?.[1];
  const sentences = [
    reasons.includes('length') && `It is too short${least ? `: ${least} characters are the least` : ''}.`,
    reasons.includes('characters') && 'It needs more different characters.',
    reasons.includes('pwned') && 'It is on the lists that burglars try first.',
  ].filter(Boolean);
  return [...sentences, 'Four words in a row make a good one.'].join(' ');
}

/** Whether a message was refused because the one before it went out within the last minute. */
export function isSentAlready(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as Refusal;
  return /^over_(email|sms)_send_rate_limit$/.test(code) && /after \d+ seconds/.test(message);
}

function describeWait({ message = '' }: Refusal, what: string): string {
  const seconds = /after (\d+) seconds/.exec(message)?.[1];
  return seconds
    ? `A ${what} was written a moment ago. You can ask for another in ${seconds} seconds.`
    : `So many ${what}s have gone out that we rest a little. Try again in an hour.`;
}
