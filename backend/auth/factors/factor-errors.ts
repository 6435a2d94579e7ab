// Errors about second factors.
import { AuthError } from '../errors.ts';
import type { FactorKind } from '../options.ts';

const error = (status: number, code: string, message: string) => () => new AuthError(status, code, message);

const names: Record<FactorKind, string> = {
  totp: 'TOTP',
  phone: 'Phone',
  webauthn: 'WebAuthn',
  recovery_code: 'Recovery codes',
};
const codeNames: Record<FactorKind, string> = {
  totp: 'totp',
  phone: 'phone',
  webauthn: 'webauthn',
  recovery_code: 'recovery_codes',
};

export const factorErrors = {
  enrollDisabled: (kind: FactorKind) =>
    new AuthError(
      422,
      `mfa_${codeNames[kind]}_enroll_not_enabled`,
      `MFA enroll is disabled for ${names[kind]}`,
    ),
  verifyDisabled: (kind: FactorKind) =>
    new AuthError(
      422,
      `mfa_${codeNames[kind]}_verify_not_enabled`,
      `MFA verification is disabled for ${names[kind]}`,
    ),
  unknownKind: error(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'),
  tooMany: error(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  ),
  nameConflict: (name: string) =>
    new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    ),
  phoneRequired: error(400, 'validation_failed', 'Phone number required to enroll Phone factor'),
  verifiedPhoneExists: error(
    422,
    'mfa_verified_factor_exists',
    'A verified phone factor already exists, unenroll the existing factor to continue',
  ),
  enrollNeedsAal2: error(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
  unenrollNeedsAal2: error(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
  notFound: error(404, 'mfa_factor_not_found', 'Factor not found'),
  challengeNotFound: error(
    422,
    'mfa_factor_not_found',
    'MFA factor with the provided challenge ID not found',
  ),
  challengeExpired: (id: string) =>
    new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    ),
  otherAddress: error(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
  verificationFailed: (message: string) => new AuthError(422, 'mfa_verification_failed', message),
  recoveryCodesExist: error(
    422,
    'mfa_verified_factor_exists',
    'Recovery codes already exist, regenerate them to continue',
  ),
  recoveryCodesAlone: error(
    422,
    'mfa_recovery_codes_sole_factor',
    'Recovery codes require another verified factor',
  ),
  recoveryCodesLocked: error(
    429,
    'mfa_recovery_codes_locked',
    'Too many failed attempts, try again later or use another factor',
  ),
  recoveryNeedsAal2: error(403, 'insufficient_aal', 'AAL2 required to manage recovery codes'),
};
