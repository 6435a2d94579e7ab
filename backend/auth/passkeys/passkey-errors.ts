// Errors about passkeys.
import { AuthError } from '../errors.ts';

const error = (status: number, code: string, message: string) => () => new AuthError(status, code, message);

export const passkeyErrors = {
  disabled: error(404, 'passkey_disabled', 'Passkeys are disabled'),
  tooMany: error(422, 'too_many_passkeys', 'Maximum number of passkeys reached'),
  ssoUser: error(422, 'validation_failed', 'SSO users cannot register passkeys'),
  needsAal2: error(
    403,
    'insufficient_aal',
    'AAL2 session is required to manage passkeys when MFA is enabled',
  ),
  challengeNotFound: error(400, 'webauthn_challenge_not_found', 'Challenge not found or already used'),
  challengeExpired: error(400, 'webauthn_challenge_expired', 'Challenge has expired'),
  verificationFailed: error(400, 'webauthn_verification_failed', 'Credential verification failed'),
  credentialExists: error(422, 'webauthn_credential_exists', 'This credential is already registered'),
  credentialNotFound: error(404, 'webauthn_credential_not_found', 'Passkey not found'),
  emailNotConfirmed: error(403, 'email_not_confirmed', 'Email not confirmed'),
  phoneNotConfirmed: error(403, 'phone_not_confirmed', 'Phone not confirmed'),
};
