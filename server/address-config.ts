// The addresses of the program and of what it connects to, from the environment: site, API, uploads, database, backend, proxies, ports.
// Addresses are checked against each other, so that cookies and uploads stay apart.
import { isIP, isIPv6 } from 'node:net';
import {
  ConfigError,
  type Environment,
  hidePassword,
  readInteger,
  readList,
  readOrigin,
  readText,
  readUrl,
  rejectValue,
} from './environment-reader.ts';
import type { TrustedProxies } from './http/trusted-proxies.ts';
import type { TlsConfig } from './tls/tls-config.ts';

const MAX_PROXY_HOPS = 16;

interface SiteAddresses {
  siteUrl: string;
  apiBaseUrl: string;
  cookieDomain: string | undefined;
  backendUrl: string | undefined;
}

export function defaultSiteUrl({
  host,
  port,
  tls,
}: {
  host: string;
  port: number;
  tls: TlsConfig | undefined;
}): string {
  const [domain] = tls?.domains ?? [];
  if (domain !== undefined) return new URL(`https://${domain}:${port}`).origin;
  // 0.0.0.0 and :: mean "every interface": no browser can open them.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return new URL(`${tls ? 'https' : 'http'}://${name}:${port}`).origin;
}

export function readTrustedProxies(env: Environment): TrustedProxies {
  const entries = readList(env, 'TRUSTED_PROXIES');
  const [first] = entries;
  if (first === undefined) return undefined;
  if (entries.length === 1 && /^\d+$/.test(first)) {
    if (Number(first) <= MAX_PROXY_HOPS) return { hops: Number(first) };
    rejectValue('TRUSTED_PROXIES', first, `at most ${MAX_PROXY_HOPS} hops`);
  }
  const bad = entries.find((entry) => entry !== 'loopback' && !isNetwork(entry));
  if (bad !== undefined)
    rejectValue(
      'TRUSTED_PROXIES',
      bad,
      'loopback, addresses or networks such as 10.0.0.0/8, or a number of proxies',
    );
  return { addresses: entries };
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32));
}

export function readDatabaseUrl(env: Environment): string | undefined {
  const value = readText(env, 'DATABASE_URL');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPostgres = url?.protocol === 'postgres:' || url?.protocol === 'postgresql:';
  if (!url || !isPostgres || url.hostname === '' || url.pathname.length < 2) {
    rejectValue(
      'DATABASE_URL',
      hidePassword(value),
      'of the form postgres://user:password@host:port/database',
    );
  }
  return value;
}

/** Spelled as browsers spell it: it is compared with the site's address and named in the security policy. */
export function readApiBaseUrl(env: Environment): string | undefined {
  const value = readUrl(env, 'API_BASE_URL', ['http', 'https']);
  if (value === undefined) return undefined;
  const { origin, pathname, search, hash, username } = new URL(value);
  if (search !== '' || hash !== '' || username !== '') {
    rejectValue(
      'API_BASE_URL',
      hidePassword(value),
      'an address without query, such as https://api.onda.studio',
    );
  }
  return origin + pathname.replace(/\/+$/, '');
}

export function readCookieDomain(env: Environment, siteUrl: string): string | undefined {
  const value = readText(env, 'COOKIE_DOMAIN');
  if (value === undefined) return undefined;
  const domain = value.replace(/^\./, '').toLowerCase();
  const siteHost = new URL(siteUrl).hostname;
  // Browsers drop cookies for a domain the page is not in, so no one could stay signed in.
  if (siteHost !== domain && !siteHost.endsWith(`.${domain}`)) {
    rejectValue('COOKIE_DOMAIN', value, `the host of SITE_URL (${siteHost}) or a domain above it`);
  }
  return domain;
}

export function readStorageUrl(env: Environment, site: SiteAddresses): string | undefined {
  const value = readOrigin(env, 'STORAGE_URL');
  if (value === undefined) return undefined;
  if (site.backendUrl !== undefined)
    throw new ConfigError(
      'STORAGE_URL and BACKEND_URL are both set: a hosted backend serves uploads itself. Unset STORAGE_URL.',
    );
  const { hostname } = new URL(value);
  // Browsers share cookies between the ports of a host.
  const taken = [site.siteUrl, site.apiBaseUrl].find((url) => new URL(url).hostname === hostname);
  if (taken) rejectValue('STORAGE_URL', value, `on another host than ${taken}`);
  const { cookieDomain } = site;
  if (cookieDomain && (hostname === cookieDomain || hostname.endsWith(`.${cookieDomain}`)))
    rejectValue(
      'STORAGE_URL',
      value,
      `outside of COOKIE_DOMAIN (${cookieDomain}), or it would get the cookies`,
    );
  return value;
}

export function readBackendUrl(env: Environment): string | undefined {
  const value = readUrl(env, 'BACKEND_URL', ['http', 'https']);
  if (value === undefined) return undefined;
  if (readText(env, 'ANON_KEY') === undefined)
    throw new ConfigError('BACKEND_URL is set but ANON_KEY is not: set ANON_KEY to the key of that backend.');
  // Bookings, jobs, emails and the radio are stored in that project's tables: another database would be another studio.
  if (readText(env, 'DATABASE_URL') === undefined)
    throw new ConfigError(
      'BACKEND_URL is set but DATABASE_URL is not: set DATABASE_URL to the connection string of that project.',
    );
  return value;
}

export function readSourcePort(env: Environment, port: number): number {
  const sourcePort = readInteger(env, 'RADIO_SOURCE_PORT', { min: 0, max: 65535, fallback: 8001 });
  if (sourcePort === port && port !== 0) {
    rejectValue('RADIO_SOURCE_PORT', String(sourcePort), `a different port than PORT (${port})`);
  }
  return sourcePort;
}

/** A program on one's own machine is opened by either of its names. */
export function siteHostnames(siteUrl: string): string[] {
  const { hostname } = new URL(siteUrl);
  return ['localhost', '127.0.0.1'].includes(hostname) ? ['localhost', '127.0.0.1'] : [hostname];
}
