// What can be refused about passkeys.
import { AuthError } from '../errors.ts';

const refuse = (status: number, code: string, message: string) => () => new AuthError(status, code, message);

export const passkeyErrors = {
  disabled: refuse(404, 'passkey_disabled', 'Passkeys are disabled'),
  tooMany: refuse(422, 'too_many_passkeys', 'Maximum number of passkeys reached'),
  ssoUser: refuse(422, 'validation_failed', 'SSO users cannot register passkeys'),
  needsAal2: refuse(
    403,
    'insufficient_aal',
    'AAL2 session is required to manage passkeys when MFA is enabled',
  ),
  challengeNotFound: refuse(400, 'webauthn_challenge_not_found', 'Challenge not found or already used'),
  challengeExpired: refuse(400, 'webauthn_challenge_expired', 'Challenge has expired'),
  verificationFailed: refuse(400, 'webauthn_verification_failed', 'Credential verification failed'),
  credentialExists: refuse(422, 'webauthn_credential_exists', 'This credential is already registered'),
  credentialNotFound: refuse(404, 'webauthn_credential_not_found', 'Passkey not found'),
  emailNotConfirmed: refuse(403, 'email_not_confirmed', 'Email not confirmed'),
  phoneNotConfirmed: refuse(403, 'phone_not_confirmed', 'Phone not confirmed'),
};
