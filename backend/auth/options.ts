// Options the host passes to the auth service: settings, senders, clock. Reads no environment variables.
import type { JWK } from 'jose';
import type { Sql } from '../database/driver/sql.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Hooks } from './hooks/hook-settings.ts';

export interface AuthOptions {
  /** Where users are redirected to; redirects to this origin are always allowed. */
  siteUrl: string;
  /** The origin that serves /auth/v1; the same as siteUrl unless the API has an address of its own. */
  externalUrl?: string;
  /** The page that links in emails lead to, which asks for a click; `/confirm` of the site by default. */
  confirmUrl?: string;
  jwtSecret: string;
  /** The first key whose key_ops contain `sign` signs access tokens; without one, HS256 with jwtSecret. */
  jwtKeys?: JWK[];
  anonKey: string;
  serviceRoleKey: string;
  passwordMin: number;
  /** Character sets of which a password must contain one each, e.g. ['abc…', 'ABC…', '012…']. */
  passwordCharacters?: string[];
  /** Which passwords are rejected: short and common ones, short ones only, or none. Common and short ones by default. */
  passwordCheck?: PasswordCheck;
  autoconfirm: boolean;
  signup: boolean;
  anonymous: boolean;
  manualLinking: boolean;
  /** Seconds that must pass between two messages of the same purpose to the same address. */
  maxFrequencyS: number;
  /** Phone numbers (digits only) that receive no message and accept this fixed code. */
  testOtps: Record<string, string>;
  google?: OAuthProviderOptions;
  github?: OAuthProviderOptions;
  /** Addresses besides the site's own that redirects may go to; globs with * ** ? {a,b}. */
  redirectUrls: string[];
  rateLimits: boolean;
  jwtLifeS: number;
  refreshReuseIntervalS: number;
  webauthn: { rpId: string; rpName: string; origins: string[] };

  email?: boolean;
  /** Sign-up and sign-in by phone. When off, only the numbers of testOtps may. */
  phone?: boolean;
  passkeys?: boolean;
  /** Second factors that can be enrolled and verified; all by default. */
  factors?: Partial<Record<FactorKind, { enroll: boolean; verify: boolean }>>;
  maxFactors?: number;
  maxPasskeys?: number;
  secureEmailChange?: boolean;
  /** A session older than a day requires a new code before the password changes. */
  reauthenticateForPassword?: boolean;
  codeLength?: number;
  emailCodeLifeS?: number;
  /** How long an invitation link is valid; its short code expires like any other. */
  inviteLifeS?: number;
  smsCodeLifeS?: number;
  /** A session ends this long after it began. */
  sessionTimeboxS?: number;
  /** A session ends when it was not refreshed for this long. */
  sessionInactivityS?: number;
  /**
   * Whether responses conceal which addresses have an account. When off, sign-up, /otp and address changes
   * respond as Supabase does, which distinguishes known from unknown addresses.
   */
  concealAccounts?: boolean;
  /**
   * Whether an application's token acts as its user everywhere, as in Supabase. When off, it only allows what its scopes
   * grant at /oauth/userinfo, and its own sign-out.
   */
  applicationsActAsUser?: boolean;
  /** What the project decides itself: functions of the database or addresses on the web. */
  hooks?: Hooks;
  oauthServer?: { enabled: boolean; dynamicRegistration: boolean; authorizationPath: string };
  /** Minimum duration of responses whose timing could reveal whether an account exists. */
  uniformAnswerMs?: number;
  /** A request that takes longer is answered with request_timeout. */
  timeLimitMs?: number;
}

export type PasswordCheck = 'on' | 'length' | 'off';

export type FactorKind = 'totp' | 'phone' | 'webauthn' | 'recovery_code';

export interface OAuthProviderOptions {
  clientId: string;
  clientSecret: string;
  /** Client ids besides our own whose ID tokens are accepted (the studio's mobile apps). */
  acceptableClientIds?: string[];
  /** Replaced by a local server in tests. */
  endpoints?: Partial<OAuthEndpoints>;
}

export interface OAuthEndpoints {
  authorizeUrl: string;
  tokenUrl: string;
  userInfoUrl: string;
  emailsUrl: string;
  issuer: string;
  jwksUrl: string;
}

export type AuthMailKind =
  | 'signup'
  | 'address_in_use'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

export interface AuthMail {
  to: string;
  kind: AuthMailKind;
  /** Code and link token are empty in an email that only informs. */
  code: string;
  tokenHash: string;
  /** A page of the site that asks for a click, so that mail scanners change nothing. Empty when only the code counts. */
  actionUrl: string;
  redirectTo: string;
  userId: string;
  /** The new address of an email change. */
  newEmail?: string;
}

export interface AuthSms {
  messageId: string;
  to: string;
  kind: 'confirmation' | 'phone_change' | 'reauthentication' | 'factor';
  channel: 'sms' | 'whatsapp';
  code: string;
  userId: string;
}

interface AuthLog {
  info(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}

export interface CreateAuthOptions {
  /** A connection that owns the schema auth. */
  sql: Sql;
  config: AuthOptions;
  sendMail(mail: AuthMail): Promise<void>;
  sendSms(sms: AuthSms): Promise<void>;
  log: AuthLog;
  /** Counts together with other processes; without it each process counts for itself. */
  limiter?: RateLimiter;
  now?: () => Date;
  clientIp(request: Request): string;
  /** Called, when given, before an account is created or a message sent; consumes the token. False responds captcha_failed. */
  verifyCaptcha?(token: string, ip: string): Promise<boolean>;
}

/** AuthOptions with all defaults applied. */
export type AuthSettings = Required<
  Omit<AuthOptions, 'google' | 'github' | 'jwtKeys' | 'sessionTimeboxS' | 'sessionInactivityS' | 'factors'>
> &
  Pick<AuthOptions, 'google' | 'github' | 'jwtKeys' | 'sessionTimeboxS' | 'sessionInactivityS'> & {
    factors: Record<FactorKind, { enroll: boolean; verify: boolean }>;
    issuer: string;
  };

export function settleOptions(options: AuthOptions): AuthSettings {
  const siteUrl = trimSlash(options.siteUrl);
  const externalUrl = trimSlash(options.externalUrl ?? options.siteUrl);
  const both = { enroll: true, verify: true };
  return {
    passwordCharacters: [],
    passwordCheck: 'on',
    email: true,
    phone: true,
    passkeys: true,
    maxFactors: 10,
    maxPasskeys: 10,
    secureEmailChange: true,
    reauthenticateForPassword: true,
    codeLength: 6,
    emailCodeLifeS: 3600,
    inviteLifeS: options.emailCodeLifeS ?? 3600,
    smsCodeLifeS: 60,
    concealAccounts: true,
    applicationsActAsUser: false,
    oauthServer: { enabled: true, dynamicRegistration: false, authorizationPath: '/oauth/consent' },
    hooks: {},
    uniformAnswerMs: 120,
    timeLimitMs: 10_000,
    ...options,
    siteUrl,
    externalUrl,
    confirmUrl: options.confirmUrl ?? `${siteUrl}/confirm`,
    issuer: `${externalUrl}/auth/v1`,
    factors: { totp: both, phone: both, webauthn: both, recovery_code: both, ...options.factors },
  };
}

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
