// A project's config.toml as the environment that it stands for. Variables that are set win. Pure.
import { join } from 'node:path';
import { defaultSiteUrl } from '../address-config.ts';
import { ConfigError, type Environment } from '../environment-reader.ts';
import { type Project, type Setting, type Settings, tableOf } from './find-project.ts';

type ReadText = (value: Setting) => string | undefined;

export function projectEnvironment(project: Project, env: Environment): Environment {
  const { directory, settings, environment } = project;
  const text: ReadText = (value) => readText(value, environment);
  const api = tableOf(settings.api);
  const given: Environment = {
    PORT: text(api.port),
    // There is no GraphQL here.
    REST_SCHEMAS: listOf(api.schemas, text)
      .filter((schema) => schema !== 'graphql_public')
      .join(','),
    REST_MAX_ROWS: text(api.max_rows),
    STORAGE_FILE_SIZE_LIMIT: sizeOf(text(tableOf(settings.storage).file_size_limit)),
    FUNCTIONS_DIR: join(directory, 'functions'),
    ...authEnvironment(tableOf(settings.auth), text),
    ...functionSecrets(tableOf(tableOf(settings.edge_runtime).secrets), text),
  };
  const merged = { ...onlySet(given), ...onlySet(env) };
  // The app has an address of its own; the host is where it listens.
  if (given.SITE_URL && !env.SITE_URL && !env.API_URL)
    merged.API_URL = defaultSiteUrl({
      host: merged.HOST ?? '127.0.0.1',
      port: Number(merged.PORT ?? 3000),
      tls: undefined,
    });
  return merged;
}

function authEnvironment(auth: Settings, text: ReadText): Environment {
  const email = tableOf(auth.email);
  return {
    SITE_URL: originOf(text(auth.site_url)),
    AUTH_REDIRECT_URLS: listOf(auth.additional_redirect_urls, text).join(','),
    AUTH_SIGNUP: switchOf(auth.enable_signup),
    AUTH_ANONYMOUS: switchOf(auth.enable_anonymous_sign_ins),
    AUTH_MANUAL_LINKING: switchOf(auth.enable_manual_linking),
    AUTH_PASSWORD_MIN: text(auth.minimum_password_length),
    // As in Supabase, where only the length counts.
    AUTH_PASSWORD_CHECK: 'length',
    // As for the CLI, where nothing is confirmed unless the file says so.
    AUTH_AUTOCONFIRM: switchOf(email.enable_confirmations !== true),
    AUTH_MAX_FREQUENCY_S: secondsOf(text(email.max_frequency)),
    // Not from enable_signup: without someone who sends text messages the CLI turns phones off, too.
    AUTH_TEST_OTPS: Object.entries(tableOf(tableOf(auth.sms).test_otp))
      .map(([phone, code]) => `${phone}:${text(code)}`)
      .join(','),
    ...providerOf('google', auth, text),
    ...providerOf('github', auth, text),
    ...hooksOf(tableOf(auth.hook), text),
  };
}

function onlySet(values: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
}

/** `env(NAME)` is read from the environment, so that no secret stands in the file. */
function readText(value: Setting, environment: Environment): string | undefined {
  if (value === undefined || typeof value === 'object') return undefined;
  const name = /^env\((\w+)\)$/.exec(String(value))?.[1];
  return name === undefined ? String(value) : environment[name];
}

function listOf(value: Setting, text: ReadText): string[] {
  return Array.isArray(value) ? value.flatMap((one) => text(one) ?? []) : [];
}

function switchOf(value: Setting): string | undefined {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : undefined;
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

/** The CLI's "50MiB" is our "50MB". */
export function sizeOf(size: string | undefined): string | undefined {
  return size?.replace(/([kmgt])ib$/i, '$1b');
}

const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** "1m30s" -> "90" */
function secondsOf(duration: string | undefined): string | undefined {
  if (duration === undefined) return undefined;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (duration === '' || parts.map(([part]) => part).join('') !== duration)
    throw new ConfigError(
      `config.toml: max_frequency is "${duration}" but must be a duration such as 1m30s.`,
    );
  const seconds = parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (UNITS[unit] ?? 1), 0);
  return String(Math.ceil(seconds));
}

function providerOf(name: 'google' | 'github', auth: Settings, text: ReadText): Environment {
  const provider = tableOf(tableOf(auth.external)[name]);
  if (provider.enabled !== true) return {};
  const prefix = `AUTH_${name.toUpperCase()}`;
  return {
    [`${prefix}_CLIENT_ID`]: text(provider.client_id),
    [`${prefix}_CLIENT_SECRET`]: text(provider.secret),
    [`${prefix}_URL`]: text(provider.url),
  };
}

function hooksOf(hooks: Settings, text: ReadText): Environment {
  return Object.fromEntries(
    Object.entries(hooks).flatMap(([name, value]) => {
      const hook = tableOf(value);
      if (hook.enabled !== true) return [];
      const variable = `AUTH_HOOK_${name.toUpperCase()}`;
      return [
        [`${variable}_URI`, text(hook.uri)],
        [`${variable}_SECRETS`, text(hook.secrets)],
      ] as const;
    }),
  );
}

function functionSecrets(secrets: Settings, text: ReadText): Environment {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [`FUNCTION_SECRET_${name}`, text(value)]),
  );
}
