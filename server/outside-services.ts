// The variables of services outside of onda: sign-in providers, text messages, S3, mail, Turnstile, analytics, Stripe.
// Each is off until its variables are set, all of them together. Part of config.ts; nothing is called here.
import { isAgeSecretKey } from './backup/offsite/age-keys.ts';
import {
  ConfigError,
  type Environment,
  readInteger,
  readSwitch,
  readText,
  readTogether,
  readUrl,
  rejectSecret,
  rejectValue,
} from './environment-reader.ts';

const STRIPE_API_URL = 'https://api.stripe.com';
const CLOUDFLARE_VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';

export interface TurnstileConfig {
  readonly siteKey: string;
  readonly secretKey: string;
  readonly verifyUrl: string;
}

export interface StripeConfig {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiUrl: string;
}

export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface BackupCopiesConfig {
  readonly s3: S3Config;
  /** What every name in the bucket begins with. */
  readonly prefix: string;
  /** How many copies stay. */
  readonly keep: number;
  /** AGE-SECRET-KEY-1...: copies are encrypted for it. */
  readonly encryptionKey: string;
  /** The log of the embedded PostgreSQL is archived there too, for restores to any moment. */
  readonly hasWal: boolean;
}

export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider is when it is not at its own public address. */
  readonly endpoints?: Readonly<Record<string, string>>;
}

// Below the provider's own address, as its servers lay them out.
const PROVIDER_PATHS = {
  GOOGLE: {
    authorizeUrl: '/o/oauth2/v2/auth',
    tokenUrl: '/token',
    userInfoUrl: '/v1/userinfo',
    issuer: '',
    jwksUrl: '/oauth2/v3/certs',
  },
  // GitHub Enterprise serves its API below the address of its pages.
  GITHUB: {
    authorizeUrl: '/login/oauth/authorize',
    tokenUrl: '/login/oauth/access_token',
    userInfoUrl: '/api/v3/user',
    emailsUrl: '/api/v3/user/emails',
    issuer: '/api/v3',
  },
};

export function readOAuthClient(
  env: Environment,
  provider: keyof typeof PROVIDER_PATHS,
): OAuthClient | undefined {
  const id = `AUTH_${provider}_CLIENT_ID` as const;
  const secret = `AUTH_${provider}_CLIENT_SECRET` as const;
  const values = readTogether(env, [id, secret]);
  const url = readUrl(env, `AUTH_${provider}_URL`, ['http', 'https']);
  if (!values) {
    if (url) throw new ConfigError(`AUTH_${provider}_URL is set but ${id} and ${secret} are not.`);
    return undefined;
  }
  const client = { clientId: values[id], clientSecret: values[secret] };
  if (url === undefined) return client;
  const places = Object.entries(PROVIDER_PATHS[provider]).map(([name, path]) => [name, url + path]);
  return { ...client, endpoints: Object.fromEntries(places) };
}

export interface SmsWebhookConfig {
  readonly url: string;
  readonly secret: string | undefined;
}

export function readSmsWebhook(env: Environment): SmsWebhookConfig | undefined {
  const url = readUrl(env, 'SMS_WEBHOOK_URL', ['http', 'https']);
  const secret = readText(env, 'SMS_WEBHOOK_SECRET');
  if (url === undefined) {
    if (secret) throw new ConfigError('SMS_WEBHOOK_SECRET is set but SMS_WEBHOOK_URL is not.');
    return undefined;
  }
  // Used in a header: an invalid value would fail at the first message instead of at the start.
  if (secret !== undefined && !/^[\x21-\x7e]{16,512}$/.test(secret)) {
    rejectSecret('SMS_WEBHOOK_SECRET', '16 to 512 printable characters without spaces');
  }
  return { url, secret };
}

export function readS3(env: Environment): S3Config | undefined {
  const values = readTogether(env, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  const region = readText(env, 'S3_REGION');
  if (!values) {
    if (region)
      throw new ConfigError('S3_REGION is set but S3_ENDPOINT is not: set all of the S3 variables, or none.');
    return undefined;
  }
  return {
    endpoint: readUrl(env, 'S3_ENDPOINT', ['http', 'https']) ?? values.S3_ENDPOINT,
    bucket: values.S3_BUCKET,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    region: region ?? 'us-east-1',
  };
}

export interface S3Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What other programs sign with when they use this host as an S3 store. */
export function readS3Key(env: Environment): S3Key | undefined {
  const values = readTogether(env, ['STORAGE_S3_ACCESS_KEY_ID', 'STORAGE_S3_SECRET_ACCESS_KEY']);
  if (!values) return undefined;
  const { STORAGE_S3_ACCESS_KEY_ID: accessKeyId, STORAGE_S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!/^[\w-]{8,128}$/.test(accessKeyId))
    rejectSecret('STORAGE_S3_ACCESS_KEY_ID', '8 to 128 letters, digits, - or _');
  if (secretAccessKey.length < 32)
    rejectSecret('STORAGE_S3_SECRET_ACCESS_KEY', 'at least 32 characters long');
  return { accessKeyId, secretAccessKey };
}

const BACKUP_COPIES = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'BACKUP_ENCRYPTION_KEY',
] as const;

export function readBackupCopies(env: Environment): BackupCopiesConfig | undefined {
  const values = readTogether(env, BACKUP_COPIES);
  const prefix = readText(env, 'BACKUP_S3_PREFIX');
  const region = readText(env, 'BACKUP_S3_REGION');
  const keep = readInteger(env, 'BACKUP_S3_KEEP', { min: 1, max: 10_000, fallback: 30 });
  const hasWal = readSwitch(env, 'BACKUP_WAL', false);
  if (hasWal) requireWal(env, values !== undefined);
  if (!values) {
    if (prefix || region || readText(env, 'BACKUP_S3_KEEP'))
      throw new ConfigError(
        'BACKUP_S3_PREFIX, BACKUP_S3_REGION or BACKUP_S3_KEEP is set but BACKUP_S3_ENDPOINT is not: set all of the BACKUP variables, or none.',
      );
    return undefined;
  }
  if (!isAgeSecretKey(values.BACKUP_ENCRYPTION_KEY))
    rejectSecret(
      'BACKUP_ENCRYPTION_KEY',
      'an age secret key (AGE-SECRET-KEY-1...), as printed by npm run backup -- --new-key',
    );
  if (prefix !== undefined && !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/.test(prefix))
    rejectValue('BACKUP_S3_PREFIX', prefix, 'folder names of letters, digits, . _ and -, separated by /');
  return {
    s3: {
      endpoint: readUrl(env, 'BACKUP_S3_ENDPOINT', ['http', 'https']) ?? values.BACKUP_S3_ENDPOINT,
      bucket: values.BACKUP_S3_BUCKET,
      accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID,
      secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY,
      region: region ?? 'us-east-1',
    },
    prefix: `${(prefix ?? 'onda').replace(/\/$/, '')}/`,
    keep,
    encryptionKey: values.BACKUP_ENCRYPTION_KEY,
    hasWal,
  };
}

function requireWal(env: Environment, hasCopies: boolean): void {
  if (!hasCopies) throw new ConfigError('BACKUP_WAL is on but BACKUP_S3_ENDPOINT is not set.');
  if (readText(env, 'DATABASE_URL') !== undefined)
    throw new ConfigError(
      'BACKUP_WAL works with the embedded PostgreSQL only. With DATABASE_URL, use the WAL archive of that server.',
    );
  if (process.platform === 'win32') throw new ConfigError('BACKUP_WAL works on Linux and macOS only.');
}

export function readMailFrom(env: Environment, siteUrl: string): string {
  const value = readText(env, 'MAIL_FROM');
  if (value === undefined) return `onda <no-reply@${new URL(siteUrl).hostname}>`;
  if (!/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)) {
    rejectValue('MAIL_FROM', value, 'an address such as hello@onda.studio or "Onda <hello@onda.studio>"');
  }
  return value;
}

export function readTurnstile(env: Environment): TurnstileConfig | undefined {
  const values = readTogether(env, ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY']);
  const verifyUrl = readUrl(env, 'TURNSTILE_VERIFY_URL', ['http', 'https']);
  if (!values) {
    if (verifyUrl)
      throw new ConfigError(
        'TURNSTILE_VERIFY_URL is set but TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY are not.',
      );
    return undefined;
  }
  return {
    siteKey: values.TURNSTILE_SITE_KEY,
    secretKey: values.TURNSTILE_SECRET_KEY,
    verifyUrl: verifyUrl ?? CLOUDFLARE_VERIFY_URL,
  };
}

export function readAnalyticsId(env: Environment): string | undefined {
  const value = readText(env, 'ANALYTICS_ID');
  if (value !== undefined && !/^[A-Z0-9][A-Z0-9-]{2,39}$/i.test(value)) {
    rejectValue('ANALYTICS_ID', value, 'a measurement id such as G-XXXXXXXXXX');
  }
  return value;
}

/** Also for keys that the owner saves in the dashboard. */
export function readStripeApiUrl(env: Environment): string {
  return readUrl(env, 'STRIPE_API_URL', ['http', 'https']) ?? STRIPE_API_URL;
}

export function readStripe(env: Environment): StripeConfig | undefined {
  const values = readTogether(env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  return (
    values && {
      secretKey: values.STRIPE_SECRET_KEY,
      webhookSecret: values.STRIPE_WEBHOOK_SECRET,
      apiUrl: readStripeApiUrl(env),
    }
  );
}
