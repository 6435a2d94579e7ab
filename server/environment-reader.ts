// Reads single environment variables: text in, typed value or ConfigError out.
// Every error is one line: the variable, its value, and what is allowed.
// Knows kinds of values (ports, URLs, sizes), never which variables exist: that is config.ts.
import { isIP } from 'node:net';

export type Environment = Record<string, string | undefined>;

export class ConfigError extends Error {
  override name = 'ConfigError';
}

export function rejectValue(variable: string, value: string, allowed: string): never {
  throw new ConfigError(`${variable} is "${value}" but must be ${allowed}.`);
}

/** For values that must not reach a log: passwords, keys, tokens. */
export function rejectSecret(variable: string, allowed: string): never {
  throw new ConfigError(`${variable} (value hidden) must be ${allowed}.`);
}

// An empty variable counts as unset: `PORT= npm start` and empty lines of an env file mean "the default".
export function readText(env: Environment, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value === '' ? undefined : value;
}

export function readInteger(
  env: Environment,
  variable: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  const value = readText(env, variable);
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    rejectValue(variable, value, `a whole number from ${min} to ${max}`);
  }
  return number;
}

/** 0 means that there is no limit. */
export function readLimit(env: Environment, variable: string, fallback: number): number {
  return readInteger(env, variable, { min: 0, max: 1_000_000, fallback }) || Number.POSITIVE_INFINITY;
}

export function readSwitch(env: Environment, variable: string, fallback: boolean): boolean {
  const value = readText(env, variable)?.toLowerCase();
  if (value === undefined) return fallback;
  if (value === 'on' || value === 'true') return true;
  if (value === 'off' || value === 'false') return false;
  return rejectValue(variable, value, 'on or off');
}

export function readChoice<const Choice extends string>(
  env: Environment,
  variable: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const value = readText(env, variable);
  if (value === undefined) return fallback;
  const choice = choices.find((candidate) => candidate === value);
  return choice ?? rejectValue(variable, value, `one of ${choices.join(', ')}`);
}

export function readList(env: Environment, variable: string): string[] {
  const value = readText(env, variable);
  if (value === undefined) return [];
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** A URL as text without a trailing slash, so that `${url}/path` never doubles it. */
export function readUrl(env: Environment, variable: string, schemes: readonly string[]): string | undefined {
  const value = readText(env, variable);
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !schemes.includes(url.protocol.replace(':', '')) || url.hostname === '') {
    rejectValue(
      variable,
      hidePassword(value),
      `a URL that begins with ${schemes.map((s) => `${s}://`).join(' or ')}`,
    );
  }
  return value.replace(/\/+$/, '');
}

/** http(s)://host[:port] and nothing more: links and cookies are built on it. */
export function readOrigin(env: Environment, variable: string): string | undefined {
  const value = readUrl(env, variable, ['http', 'https']);
  if (value === undefined) return undefined;
  const url = new URL(value);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    rejectValue(
      variable,
      hidePassword(value),
      'a scheme, a host and a port with no path, such as https://onda.studio',
    );
  }
  return url.origin;
}

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*\.?$/i;

export function readHost(env: Environment, variable: string, fallback: string): string {
  const value = readText(env, variable)?.replace(/^\[(.*)\]$/, '$1');
  if (value === undefined) return fallback;
  // All digits and dots but no address (999.1.1.1, 127.0.0): a host name pattern would let it through.
  const isBrokenAddress = /^[\d.]+$/.test(value) && isIP(value) === 0;
  if (isBrokenAddress || (isIP(value) === 0 && !HOST_NAME.test(value))) {
    rejectValue(variable, value, 'an IP address or a host name, such as 127.0.0.1, 0.0.0.0 or localhost');
  }
  return value;
}

const SIZE_UNITS: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 2 ** 10,
  mb: 2 ** 20,
  gb: 2 ** 30,
  tb: 2 ** 40,
};

export function readSizeBytes(env: Environment, variable: string, fallback: number): number {
  const value = readText(env, variable);
  if (value === undefined) return fallback;
  const parts = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(value);
  const unitBytes = parts ? SIZE_UNITS[(parts[2] ?? '').toLowerCase()] : undefined;
  const bytes = parts && unitBytes ? Math.floor(Number(parts[1]) * unitBytes) : 0;
  if (bytes < 1 || !Number.isSafeInteger(bytes)) {
    rejectValue(variable, value, 'a size above zero such as 500kb, 50mb or 2gb');
  }
  return bytes;
}

/**
 * Variables that only make sense together: all of them, or none.
 * One without the others would silently leave the feature off, or half on.
 */
export function readTogether<const Name extends string>(
  env: Environment,
  variables: readonly Name[],
): Record<Name, string> | undefined {
  const values = variables.map((variable) => [variable, readText(env, variable)] as const);
  const set = values.filter(([, value]) => value !== undefined);
  if (set.length === 0) return undefined;
  const missing = values.filter(([, value]) => value === undefined).map(([variable]) => variable);
  if (missing.length > 0) {
    const present = set.map(([variable]) => variable);
    throw new ConfigError(
      `${present.join(' and ')} ${present.length > 1 ? 'are' : 'is'} set but ${missing.join(' and ')} ` +
        `${missing.length > 1 ? 'are' : 'is'} not: set all of ${variables.join(', ')}, or none.`,
    );
  }
  return Object.fromEntries(set) as Record<Name, string>;
}

export function hidePassword(value: string): string {
  return value.replace(/(\/\/[^/:@]*:)[^@]*@/, '$1***@');
}
