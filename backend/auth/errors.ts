// The catalogue of auth errors and their rendering.
// Clients read `code` when the response echoes an API version of 2024-01-01 or later, else `error_code`.
import { randomUUID } from 'node:crypto';
import { senderStatusOf } from '#contracts/sender-errors.ts';

const apiVersionHeader = 'x-supabase-api-version';
const codedErrorsSince = '2024-01-01';

export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;
  readonly headers: Record<string, string>;
  constructor(
    status: number,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'AuthError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** Errors in OAuth form: {"error","error_description"}. */
export class OAuthError extends Error {
  readonly status: number;
  readonly error: string;
  constructor(error: string, description: string, status = 400) {
    super(description);
    this.name = 'OAuthError';
    this.status = status;
    this.error = error;
  }
}

export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

const tooMany = (code: string, message: string, waitS: number) =>
  new AuthError(429, code, message, {}, { 'retry-after': String(waitS) });

const authError = (status: number, code: string, message: string) => () =>
  new AuthError(status, code, message);

export const errors = {
  badJson: (detail: string) =>
    new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${detail}`),
  bodyTooLarge: authError(413, 'validation_failed', 'Request body is too large, the limit is 1 MB'),
  validationFailed: (message: string) => new AuthError(400, 'validation_failed', message),
  requestTimeout: authError(504, 'request_timeout', 'Request timed out'),
  outcomeUnknown: authError(
    504,
    'outcome_unknown',
    'The request timed out while this was being saved. It may or may not have been saved: check before you send it again.',
  ),
  notFound: authError(404, 'not_found', 'There is nothing at this address'),

  noAuthorization: authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badJwt: (detail: string) =>
    new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${detail}`),
  missingSub: authError(403, 'bad_jwt', 'invalid claim: missing sub claim'),
  malformedSub: authError(403, 'bad_jwt', 'invalid claim: sub claim must be a UUID'),
  userGone: authError(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  sessionGone: authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  userBanned: (status: number) => new AuthError(status, 'user_banned', 'User is banned'),
  notAdmin: authError(403, 'not_admin', 'User not allowed'),
  anonymousNotAllowed: authError(
    403,
    'no_authorization',
    'Anonymous user not allowed to perform these actions',
  ),
  applicationNotAllowed: authError(
    403,
    'no_authorization',
    'Applications are not allowed to perform these actions',
  ),
  insufficientAal: (status: number, message: string) => new AuthError(status, 'insufficient_aal', message),

  invalidEmail: authError(400, 'validation_failed', 'Unable to validate email address: invalid format'),
  invalidPhone: authError(400, 'validation_failed', 'Invalid phone number format (E.164 required)'),
  invalidChannel: authError(
    400,
    'validation_failed',
    "Invalid channel, supported values are 'sms' or 'whatsapp'",
  ),
  weakPassword: (message: string, reasons: WeakPasswordReason[]) =>
    new AuthError(422, 'weak_password', message, { weak_password: { reasons } }),
  passwordTooLong: authError(400, 'validation_failed', 'Password cannot be longer than 72 characters'),
  passwordRequired: authError(400, 'validation_failed', 'Signup requires a valid password'),
  samePassword: authError(422, 'same_password', 'New password should be different from the old password.'),
  anonymousPassword: authError(
    422,
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  ),
  captchaFailed: (reason: string) =>
    new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`),

  signupDisabled: authError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  anonymousDisabled: authError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  emailProviderDisabled: (message: string) => new AuthError(400, 'email_provider_disabled', message),
  phoneProviderDisabled: (message: string) => new AuthError(400, 'phone_provider_disabled', message),
  userAlreadyExists: authError(422, 'user_already_exists', 'User already registered'),
  emailExists: authError(422, 'email_exists', 'A user with this email address has already been registered'),
  phoneExists: authError(422, 'phone_exists', 'A user with this phone number has already been registered'),
  userNotFound: (message = 'User not found') => new AuthError(404, 'user_not_found', message),

  invalidCredentials: authError(400, 'invalid_credentials', 'Invalid login credentials'),
  unsupportedGrant: authError(400, 'invalid_credentials', 'unsupported_grant_type'),
  emailNotConfirmed: authError(400, 'email_not_confirmed', 'Email not confirmed'),
  phoneNotConfirmed: authError(400, 'phone_not_confirmed', 'Phone not confirmed'),
  refreshTokenNotFound: authError(
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  ),
  refreshTokenUsed: authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  refreshSessionGone: authError(400, 'session_not_found', 'Invalid Refresh Token: Session Not Found'),
  sessionExpired: authError(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
  conflict: authError(
    409,
    'conflict',
    'Too many concurrent token refresh requests on the same session or refresh token',
  ),

  flowStateNotFound: authError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  flowStateExpired: authError(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  badCodeVerifier: authError(
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  ),

  otpDisabled: authError(422, 'otp_disabled', 'Signups not allowed for otp'),
  otpExpired: authError(403, 'otp_expired', 'Token has expired or is invalid'),
  linkExpired: authError(403, 'otp_expired', 'Email link is invalid or has expired'),
  reauthenticationNeeded: authError(
    400,
    'reauthentication_needed',
    'Password update requires reauthentication',
  ),
  reauthenticationNotValid: authError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
  smsSendFailed: authError(422, 'sms_send_failed', 'Error sending the message to the phone number'),
  mailSendFailed: authError(500, 'unexpected_failure', 'Error sending the e-mail'),

  overRequestLimit: (waitS: number) =>
    tooMany('over_request_rate_limit', 'Request rate limit reached', waitS),
  overMessageLimit: (medium: 'email' | 'sms', waitS: number) =>
    tooMany(`over_${medium}_send_rate_limit`, `${medium} rate limit exceeded`, waitS),
  tooSoon: (medium: 'email' | 'sms', seconds: number) =>
    tooMany(
      `over_${medium}_send_rate_limit`,
      `For security purposes, you can only request this after ${seconds} seconds.`,
      seconds,
    ),

  manualLinkingDisabled: authError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  singleIdentity: authError(
    422,
    'single_identity_not_deletable',
    'User must have at least 1 identity after unlinking',
  ),
  identityConflict: authError(
    422,
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity due to email conflict',
  ),
  identityNotFound: authError(422, 'identity_not_found', "Identity doesn't exist"),
  identityTaken: authError(422, 'identity_already_exists', 'Identity is already linked to another user'),
  identityTakenBySelf: authError(422, 'identity_already_exists', 'Identity is already linked'),
  unsupportedProvider: authError(400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
  idTokenProviderDisabled: (issuer: string) =>
    new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`),
  badOAuthState: (message: string) => new AuthError(400, 'bad_oauth_state', message),
  badOAuthCallback: (message: string) => new AuthError(400, 'bad_oauth_callback', message),
  providerEmailUnverified: (provider: string) =>
    new AuthError(
      422,
      'provider_email_needs_verification',
      `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    ),

  samlDisabled: authError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  ssoProviderNotFound: authError(404, 'sso_provider_not_found', 'No such SSO provider'),
  web3Disabled: authError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  ssoManaged: authError(
    422,
    'user_sso_managed',
    'Updating email, phone, password of a SSO account only possible via SSO',
  ),
};

/** Renders any error as a response. Unexpected errors are logged by the caller under the same error_id. */
export function renderError(error: unknown, request: Request): { response: Response; errorId?: string } {
  const version = request.headers.get(apiVersionHeader);
  const isCoded = version !== null && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= codedErrorsSince;
  if (error instanceof OAuthError) {
    const body = { error: error.error, error_description: error.message };
    return { response: Response.json(body, { status: error.status, headers: versionHeaders(isCoded) }) };
  }
  const authFailure = authErrorOf(error);
  const errorId = authFailure.status >= 500 ? randomUUID() : undefined;
  const body = isCoded
    ? { code: authFailure.code, message: authFailure.message, ...authFailure.details }
    : {
        code: authFailure.status,
        error_code: authFailure.code,
        msg: authFailure.message,
        ...(errorId && { error_id: errorId }),
        ...authFailure.details,
      };
  const headers = { ...authFailure.headers, ...versionHeaders(isCoded), 'x-sb-error-code': authFailure.code };
  return { response: Response.json(body, { status: authFailure.status, headers }), errorId };
}

function authErrorOf(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  return senderStatusOf(error) === 400
    ? new AuthError(400, 'validation_failed', 'One of the values is invalid')
    : new AuthError(
        500,
        'unexpected_failure',
        'Unexpected failure, please check server logs for more information',
      );
}

function versionHeaders(isCoded: boolean): Record<string, string> {
  return isCoded ? { [apiVersionHeader]: codedErrorsSince } : {};
}
