// How the program does HTTPS itself, read from the environment: certificate files, or certificates by ACME.
import { isIP } from 'node:net';
import {
  ConfigError,
  type Environment,
  readChoice,
  readInteger,
  readList,
  readSwitch,
  readText,
  readTogether,
  readUrl,
  rejectValue,
} from '../environment-reader.ts';
import type { ChallengeKind } from './acme-client.ts';

export interface TlsConfig {
  /** Certificate and key; undefined: they are fetched by ACME. */
  readonly files: { readonly cert: string; readonly key: string } | undefined;
  /** Names of the certificate; the first is the site's. */
  readonly domains: readonly string[];
  readonly acme: {
    readonly directoryUrl: string;
    readonly email: string | undefined;
    readonly challenge: ChallengeKind;
  };
  /** Where plain HTTP is redirected and ACME's question answered; undefined: nowhere. */
  readonly httpPort: number | undefined;
}

const DIRECTORIES: Record<string, string> = {
  production: 'https://acme-v02.api.letsencrypt.org/directory',
  staging: 'https://acme-staging-v02.api.letsencrypt.org/directory',
};
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export function readTls(env: Environment): TlsConfig | undefined {
  const files = readTogether(env, ['TLS_CERT', 'TLS_KEY']);
  const isAuto = readChoice(env, 'TLS', ['off', 'auto'], 'off') === 'auto';
  if (!files && !isAuto) return undefined;
  if (files && isAuto)
    throw new ConfigError(
      'TLS is "auto" and TLS_CERT is set: use certificates by ACME or from files, not both.',
    );
  const domains = readDomains(env);
  if (isAuto && domains.length === 0)
    throw new ConfigError(
      'TLS is "auto" but DOMAIN is not set: set it to the name of the site, such as studio.example.',
    );
  const httpPort = readHttpPort(env);
  return {
    files: files && { cert: files.TLS_CERT, key: files.TLS_KEY },
    domains,
    acme: {
      directoryUrl: readDirectory(env),
      email: readEmail(env),
      challenge: readChallenge(env, httpPort),
    },
    httpPort,
  };
}

export function readHstsSubdomains(env: Environment): boolean {
  return readSwitch(env, 'HSTS_SUBDOMAINS', false);
}

/** Links and cookies are built on the program's own address: it must be what the certificate is for. */
export function requireHttpsSite(tls: TlsConfig, url: string, variable = 'SITE_URL'): void {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') rejectValue(variable, url, 'an address with https://, because TLS is on');
  if (!tls.files && !tls.domains.includes(hostname))
    rejectValue(variable, url, `on a host of DOMAIN (${tls.domains.join(', ')})`);
}

function readDomains(env: Environment): string[] {
  const domains = readList(env, 'DOMAIN').map((name) => name.toLowerCase().replace(/\.$/, ''));
  const bad = domains.find((name) => !DOMAIN.test(name) || isIP(name) !== 0);
  if (bad !== undefined)
    rejectValue('DOMAIN', bad, 'a host name such as studio.example, or several separated by commas');
  return domains;
}

function readDirectory(env: Environment): string {
  const setting = readText(env, 'ACME_DIRECTORY') ?? 'production';
  const known = DIRECTORIES[setting];
  if (known !== undefined) return known;
  if (!/^https?:/.test(setting))
    rejectValue('ACME_DIRECTORY', setting, 'staging, production or the URL of a directory');
  return readUrl(env, 'ACME_DIRECTORY', ['https', 'http']) ?? setting;
}

function readEmail(env: Environment): string | undefined {
  const value = readText(env, 'ACME_EMAIL');
  if (value !== undefined && !/^[^\s@,]+@[^\s@,]+$/.test(value))
    rejectValue('ACME_EMAIL', value, 'an email address');
  return value;
}

function readChallenge(env: Environment, httpPort: number | undefined): ChallengeKind {
  const chosen = readChoice(env, 'TLS_CHALLENGE', ['auto', 'http', 'tls-alpn'], 'auto');
  if (chosen === 'http' && httpPort === undefined)
    throw new ConfigError(
      'TLS_CHALLENGE is "http" but HTTP_PORT is "off": the certificate authority connects to port 80.',
    );
  if (chosen !== 'auto') return chosen;
  return httpPort === undefined ? 'tls-alpn' : 'http';
}

function readHttpPort(env: Environment): number | undefined {
  if (readText(env, 'HTTP_PORT') === 'off') return undefined;
  return readInteger(env, 'HTTP_PORT', { min: 0, max: 65535, fallback: 80 });
}
