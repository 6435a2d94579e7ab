// Settings of accounts, from the environment: who may sign up, how, with which password, and where links may lead.

import {
  type Hook,
  HookSettingError,
  type Hooks,
  hookNames,
  readHook,
} from '#backend/auth/hooks/hook-settings.ts';
import { isRedirectPattern } from '#backend/auth/http/redirect-patterns.ts';
import type { PasswordCheck } from '#backend/auth/options.ts';
import {
  ConfigError,
  type Environment,
  hidePassword,
  readChoice,
  readInteger,
  readList,
  readSwitch,
  readText,
  rejectSecret,
  rejectValue,
} from './environment-reader.ts';
import { type OAuthClient, readOAuthClient } from './outside-services.ts';

const PASSWORD_CHECKS = ['on', 'length', 'off'] as const satisfies readonly PasswordCheck[];

export interface AuthConfig {
  readonly autoconfirm: boolean;
  readonly signup: boolean;
  readonly anonymous: boolean;
  readonly manualLinking: boolean;
  readonly passwordMin: number;
  readonly passwordCheck: PasswordCheck;
  /** Sign-up and sign-in by phone; undefined: in the backend alone only where text messages have a sender. */
  readonly phone: boolean | undefined;
  readonly maxFrequencyS: number;
  /** Phone number in digits without "+" -> the code that it always gets. */
  readonly testOtps: Readonly<Record<string, string>>;
  readonly google: OAuthClient | undefined;
  readonly github: OAuthClient | undefined;
  readonly redirectUrls: readonly string[];
  /** Where passkeys may be used; undefined: on the site. */
  readonly passkeySites: { readonly domain: string; readonly origins: readonly string[] } | undefined;
  readonly rateLimits: boolean;
  /** What the project decides itself about accounts: AUTH_HOOK_<NAME>_URI and AUTH_HOOK_<NAME>_SECRETS. */
  readonly hooks: Hooks;
  /** Sign-ups and messages want the human check; undefined: in the whole program they do, in the backend alone not. */
  readonly captcha: boolean | undefined;
}

export function readAuth(env: Environment): AuthConfig {
  return {
    autoconfirm: readSwitch(env, 'AUTH_AUTOCONFIRM', false),
    signup: readSwitch(env, 'AUTH_SIGNUP', true),
    anonymous: readSwitch(env, 'AUTH_ANONYMOUS', true),
    manualLinking: readSwitch(env, 'AUTH_MANUAL_LINKING', false),
    passwordMin: readInteger(env, 'AUTH_PASSWORD_MIN', { min: 6, max: 72, fallback: 8 }),
    passwordCheck: readChoice(env, 'AUTH_PASSWORD_CHECK', PASSWORD_CHECKS, 'on'),
    phone: readOptionalSwitch(env, 'AUTH_PHONE'),
    maxFrequencyS: readInteger(env, 'AUTH_MAX_FREQUENCY_S', { min: 0, max: 86_400, fallback: 60 }),
    testOtps: readTestOtps(env),
    google: readOAuthClient(env, 'GOOGLE'),
    github: readOAuthClient(env, 'GITHUB'),
    redirectUrls: readRedirectUrls(env),
    passkeySites: readPasskeySites(env),
    rateLimits: readSwitch(env, 'AUTH_RATE_LIMITS', true),
    hooks: readHooks(env),
    captcha: readOptionalSwitch(env, 'AUTH_CAPTCHA'),
  };
}

function readOptionalSwitch(env: Environment, variable: string): boolean | undefined {
  return readText(env, variable) === undefined ? undefined : readSwitch(env, variable, true);
}

function readHooks(env: Environment): Hooks {
  const hooks = hookNames.flatMap((name): [string, Hook][] => {
    const variable = `AUTH_HOOK_${name.toUpperCase()}`;
    const uri = readText(env, `${variable}_URI`);
    const secrets = readText(env, `${variable}_SECRETS`);
    if (uri === undefined && secrets !== undefined)
      throw new ConfigError(`${variable}_SECRETS is set but ${variable}_URI is not: set both, or none.`);
    return uri === undefined ? [] : [[name, readOneHook(variable, uri, secrets)]];
  });
  return Object.fromEntries(hooks);
}

function readOneHook(variable: string, uri: string, secrets: string | undefined): Hook {
  try {
    return readHook(uri, secrets);
  } catch (error) {
    if (!(error instanceof HookSettingError)) throw error;
    return error.setting === 'uri'
      ? rejectValue(`${variable}_URI`, hidePassword(uri), error.message)
      : rejectSecret(`${variable}_SECRETS`, error.message);
  }
}

function readTestOtps(env: Environment): Record<string, string> {
  const otps: Record<string, string> = {};
  for (const pair of readList(env, 'AUTH_TEST_OTPS')) {
    const parts = /^\+?(\d{5,15})\s*[:=]\s*(\d{4,10})$/.exec(pair);
    if (!parts?.[1] || !parts[2]) {
      rejectValue('AUTH_TEST_OTPS', pair, 'a comma-separated list of phone:code, such as 15551234567:123456');
    }
    otps[parts[1]] = parts[2];
  }
  return otps;
}

function readRedirectUrls(env: Environment): string[] {
  const urls = readList(env, 'AUTH_REDIRECT_URLS');
  const bad = urls.find((url) => !isRedirectPattern(url));
  if (bad !== undefined)
    rejectValue(
      'AUTH_REDIRECT_URLS',
      bad,
      'a comma-separated list of URLs such as https://*.onda.studio/**; * and ** are wildcards',
    );
  return urls;
}

/** Passkeys belong to one domain and work on it and below; applications of a phone name themselves by a key. */
function readPasskeySites(env: Environment): AuthConfig['passkeySites'] {
  const origins = readList(env, 'AUTH_PASSKEY_ORIGINS').map(readPasskeyOrigin);
  const given = readText(env, 'AUTH_PASSKEY_DOMAIN')?.toLowerCase();
  const hosts = origins.flatMap((origin) => (origin.startsWith('http') ? [new URL(origin).hostname] : []));
  const domain = given ?? hosts[0];
  if (origins.length === 0) {
    if (given === undefined) return undefined;
    throw new ConfigError(
      'AUTH_PASSKEY_DOMAIN is set but AUTH_PASSKEY_ORIGINS is not: set the addresses too.',
    );
  }
  if (domain === undefined)
    throw new ConfigError('AUTH_PASSKEY_ORIGINS has no address of a site: set AUTH_PASSKEY_DOMAIN too.');
  const outside = hosts.find((host) => host !== domain && !host.endsWith(`.${domain}`));
  if (outside !== undefined)
    rejectValue('AUTH_PASSKEY_ORIGINS', outside, `on ${domain} or below, which passkeys belong to`);
  return { domain, origins };
}

function readPasskeyOrigin(text: string): string {
  if (/^(android:apk-key-hash|ios:bundle-id):[\w.=+/-]+$/.test(text)) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.protocol === 'http:' && url.hostname === 'localhost';
  if (!url || (url.protocol !== 'https:' && !isLocal) || url.href !== `${url.origin}/`)
    rejectValue('AUTH_PASSKEY_ORIGINS', text, 'a comma-separated list such as https://app.onda.studio');
  return url.origin;
}
