// The only reader of environment variables: validated once at the start, then frozen.
// A bad value throws a ConfigError of one clear line. What the variables mean: README, "Configuration".
// Makes no secrets and touches no file: see secrets.ts and data-directory.ts.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JWK } from 'jose';
import type { MessageFigures } from '#backend/limits/message-limits.ts';
import type { RestLimits } from '#backend/rest/limits.ts';
import {
  defaultSiteUrl,
  readApiBaseUrl,
  readBackendUrl,
  readCookieDomain,
  readDatabaseUrl,
  readSourcePort,
  readStorageUrl,
  readTrustedProxies,
} from './address-config.ts';
import { type AlarmConfig, readAlarms } from './alarms/alarm-config.ts';
import { type AuthConfig, readAuth } from './auth-config.ts';
import {
  readApiKey,
  readFunctionSecrets,
  readMessageLimits,
  readRestLimits,
  readSchemas,
} from './backend-config.ts';
import {
  ConfigError,
  type Environment,
  readChoice,
  readHost,
  readInteger,
  readLimit,
  readOrigin,
  readSizeBytes,
  readSwitch,
  readText,
  readUrl,
  rejectSecret,
} from './environment-reader.ts';
import type { TrustedProxies } from './http/trusted-proxies.ts';
import { readJwtKeys } from './jwt-keys.ts';
import {
  type BackupCopiesConfig,
  readAnalyticsId,
  readBackupCopies,
  readMailFrom,
  readS3,
  readS3Key,
  readSmsWebhook,
  readStripe,
  readStripeApiUrl,
  readTurnstile,
  type S3Config,
  type S3Key,
  type SmsWebhookConfig,
  type StripeConfig,
  type TurnstileConfig,
} from './outside-services.ts';
import { readHstsSubdomains, readTls, requireHttpsSite, type TlsConfig } from './tls/tls-config.ts';
import { readTraces, type TraceConfig } from './traces/trace-config.ts';

export { ConfigError };

const ENVIRONMENTS = ['production', 'staging', 'development', 'test'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const FUNCTIONS_DIR = join(import.meta.dirname, '..', 'supabase', 'functions');
const TX_ENDS = ['commit', 'commit-allow-override'] as const;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly siteUrl: string;
  /** Where the backend host is reached: issuer of tokens, links in emails, callbacks of providers. */
  readonly apiUrl: string;
  /** HTTPS by the program itself; undefined when a proxy does it, or when there is none. */
  readonly tls: TlsConfig | undefined;
  /** Browsers use https for every host below the site's, too. */
  readonly hstsSubdomains: boolean;
  /** Proxies whose headers about the sender are trusted. */
  readonly trustedProxies: TrustedProxies;
  /** Open HTTP connections of one network address. */
  readonly maxConnectionsPerAddress: number;
  readonly apiBaseUrl: string;
  /** The origin from which uploads are shown, and nothing else. */
  readonly storageUrl: string | undefined;
  readonly cookieDomain: string | undefined;
  readonly environment: (typeof ENVIRONMENTS)[number];
  readonly jwtSecret: string | undefined;
  readonly anonKey: string | undefined;
  readonly serviceRoleKey: string | undefined;
  readonly backendUrl: string | undefined;
  readonly jwtKeys: readonly JWK[] | undefined;
  readonly rest: {
    readonly schemas: readonly string[];
    readonly maxRows: number;
    readonly aggregates: boolean;
    readonly plan: boolean;
    readonly txEnd: (typeof TX_ENDS)[number];
    readonly limits: RestLimits;
    /** Requests of one stranger that use the database at once. */
    readonly maxConcurrent: number;
  };
  readonly auth: AuthConfig;
  /** Where encrypted copies of backups go; undefined: nowhere. */
  readonly backupCopies: BackupCopiesConfig | undefined;
  readonly storage: {
    readonly fileSizeLimitBytes: number;
    readonly s3: S3Config | undefined;
    /** The keys that act as the service role in the S3 protocol. */
    readonly s3Key?: S3Key | undefined;
  };
  /** Languages of the studio's own, in the shape of messages/. */
  readonly messagesDir: string | undefined;
  /** What functions find in their environment: FUNCTION_SECRET_NAME is NAME to them. */
  readonly functions: { readonly directory: string; readonly secrets: Readonly<Record<string, string>> };
  /** Requests that the database sends (net.http_post): whether also to addresses that are not on the public internet. */
  readonly net: { readonly privateAddresses: boolean };
  /** Messages an hour that strangers and members may cause; undefined where limits are off. */
  readonly messageLimits: MessageFigures | undefined;
  readonly mail: {
    readonly smtpUrl: string | undefined;
    readonly from: string;
    /** MAIL_FROM is set: it wins over the dashboard. */
    readonly isFromSet: boolean;
  };
  readonly smsWebhook: SmsWebhookConfig | undefined;
  readonly turnstile: TurnstileConfig | undefined;
  readonly analyticsId: string | undefined;
  readonly radio: {
    readonly streamUrl: string | undefined;
    readonly sourcePort: number;
    /** Where the source port listens; undefined: where the site does. */
    readonly sourceHost?: string | undefined;
    readonly icecastPushUrl: string | undefined;
    /** All recordings of live shows together. */
    readonly recordingsLimitBytes: number;
    /** Whether webhooks may go to addresses that are not on the public internet. */
    readonly webhooksMayBePrivate?: boolean;
    /** Countries of network addresses, as an MMDB file; undefined: countries of listeners are not known. */
    readonly geoipFile?: string | undefined;
  };
  readonly stripe: StripeConfig | undefined;
  readonly stripeApiUrl: string;
  readonly demo: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly alarms: AlarmConfig;
  /** Where spans are sent; undefined: nowhere, and nothing is measured. */
  readonly traces: TraceConfig | undefined;
  readonly metricsToken: string | undefined;
  readonly setupToken: string | undefined;
}

export function readConfig(env: Environment): Config {
  const tls = readTls(env);
  const port = readInteger(env, 'PORT', { min: 0, max: 65535, fallback: tls ? 443 : 3000 });
  // Behind a proxy only that proxy should reach the program; without one everyone should.
  const host = readHost(env, 'HOST', tls ? '::' : '127.0.0.1');
  const givenApiUrl = readOrigin(env, 'API_URL');
  const siteUrl = readOrigin(env, 'SITE_URL') ?? givenApiUrl ?? defaultSiteUrl({ host, port, tls });
  if (tls) requireHttpsSite(tls, givenApiUrl ?? siteUrl, givenApiUrl ? 'API_URL' : 'SITE_URL');
  const apiBaseUrl = readApiBaseUrl(env) ?? siteUrl;
  const cookieDomain = readCookieDomain(env, siteUrl);
  const backendUrl = readBackendUrl(env);
  const config: Config = {
    port,
    host,
    dataDir: resolve(readText(env, 'DATA_DIR') ?? 'data'),
    databaseUrl: readDatabaseUrl(env),
    siteUrl,
    apiUrl: givenApiUrl ?? siteUrl,
    tls,
    hstsSubdomains: readHstsSubdomains(env),
    trustedProxies: readTrustedProxies(env),
    maxConnectionsPerAddress: readLimit(env, 'HTTP_MAX_CONNECTIONS_PER_ADDRESS', 512),
    apiBaseUrl,
    storageUrl: readStorageUrl(env, { siteUrl, apiBaseUrl, cookieDomain, backendUrl }),
    cookieDomain,
    environment: readChoice(env, 'ENVIRONMENT', ENVIRONMENTS, 'production'),
    jwtSecret: readSecret(env, 'JWT_SECRET', { minLength: 32 }),
    anonKey: readApiKey(env, 'ANON_KEY', 'sb_publishable_'),
    serviceRoleKey: readApiKey(env, 'SERVICE_ROLE_KEY', 'sb_secret_'),
    backendUrl,
    jwtKeys: readJwtKeys(env),
    rest: {
      schemas: readSchemas(env),
      maxRows: readInteger(env, 'REST_MAX_ROWS', { min: 1, max: 1_000_000, fallback: 1000 }),
      aggregates: readSwitch(env, 'REST_AGGREGATES', false),
      plan: readSwitch(env, 'REST_PLAN', false),
      txEnd: readChoice(env, 'REST_TX_END', TX_ENDS, 'commit'),
      limits: readRestLimits(env),
      maxConcurrent: readLimit(env, 'REST_MAX_CONCURRENT', 3),
    },
    auth: readAuth(env),
    backupCopies: readBackupCopies(env),
    storage: {
      fileSizeLimitBytes: readSizeBytes(env, 'STORAGE_FILE_SIZE_LIMIT', 2 * 2 ** 30),
      s3: readS3(env),
      s3Key: readS3Key(env),
    },
    messagesDir: readMessagesDir(env),
    net: { privateAddresses: readSwitch(env, 'NET_PRIVATE_ADDRESSES', false) },
    functions: {
      directory: resolve(readText(env, 'FUNCTIONS_DIR') ?? FUNCTIONS_DIR),
      secrets: readFunctionSecrets(env),
    },
    messageLimits: readMessageLimits(env),
    mail: {
      smtpUrl: readUrl(env, 'SMTP_URL', ['smtp', 'smtps']),
      from: readMailFrom(env, siteUrl),
      isFromSet: readText(env, 'MAIL_FROM') !== undefined,
    },
    smsWebhook: readSmsWebhook(env),
    turnstile: readTurnstile(env),
    analyticsId: readAnalyticsId(env),
    radio: {
      streamUrl: readUrl(env, 'RADIO_STREAM_URL', ['http', 'https']),
      sourcePort: readSourcePort(env, port),
      sourceHost: readText(env, 'RADIO_SOURCE_HOST') && readHost(env, 'RADIO_SOURCE_HOST', host),
      icecastPushUrl: readUrl(env, 'RADIO_ICECAST_PUSH_URL', ['icecast', 'http', 'https']),
      recordingsLimitBytes: readSizeBytes(env, 'RADIO_RECORDINGS_LIMIT', 20 * 2 ** 30),
      webhooksMayBePrivate: readSwitch(env, 'RADIO_WEBHOOK_PRIVATE', false),
      geoipFile: readText(env, 'GEOIP_FILE'),
    },
    stripe: readStripe(env),
    stripeApiUrl: readStripeApiUrl(env),
    demo: readSwitch(env, 'DEMO', true),
    logLevel: readChoice(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    alarms: readAlarms(env),
    traces: readTraces(env),
    metricsToken: readText(env, 'METRICS_TOKEN'),
    setupToken: readSetupToken(env),
  };
  return freezeDeeply(config);
}

/** For messages about a configuration that could not be read. */
export function isDebug(env: Environment): boolean {
  return env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace';
}

function readSecret(env: Environment, variable: string, { minLength }: { minLength: number }) {
  const value = readText(env, variable);
  if (value !== undefined && value.length < minLength) {
    rejectSecret(variable, `at least ${minLength} characters long, but has ${value.length}`);
  }
  return value;
}

function readSetupToken(env: Environment): string | undefined {
  const value = readText(env, 'SETUP_TOKEN');
  if (value !== undefined && !/^[\w.~-]{8,200}$/.test(value)) {
    rejectSecret('SETUP_TOKEN', '8 to 200 letters, digits or -_.~ because it becomes part of a link');
  }
  return value;
}

function freezeDeeply<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null) freezeDeeply(part);
  }
  return Object.freeze(value);
}

function readMessagesDir(env: Environment): string | undefined {
  const value = readText(env, 'MESSAGES_DIR');
  if (value !== undefined && !existsSync(join(value, 'languages.json')))
    throw new ConfigError(`MESSAGES_DIR is "${value}" but must be a folder with a languages.json.`);
  return value && resolve(value);
}
