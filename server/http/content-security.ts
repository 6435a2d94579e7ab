// Security headers of every answer. Inline scripts are allowed by their hash, never by 'unsafe-inline': the same
// page can then be cached as bytes and sent to everyone, which a nonce would prevent.
import { hash } from 'node:crypto';
import type { Config } from '../config.ts';

export interface SecurityHeaders {
  /** For any answer. */
  common: [name: string, value: string][];
  /** For anything that is not a page. */
  plain: [name: string, value: string][];
  /** For a file of the build, which a browser never shows as a document: what concerns documents would only be weight. */
  file: [name: string, value: string][];
  /** For one HTML page, with its inline scripts allowed. */
  forPage(html: string): [name: string, value: string][];
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const TURNSTILE = 'https://challenges.cloudflare.com';
const GOOGLE_TAG = 'https://www.googletagmanager.com';
const GOOGLE_COLLECT = 'https://*.google-analytics.com';
// An answer that is not a page has nothing to load or run, even when a browser opens it as a document.
const NOTHING_ALLOWED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function createSecurityHeaders(
  config: Pick<
    Config,
    'siteUrl' | 'apiBaseUrl' | 'backendUrl' | 'storageUrl' | 'turnstile' | 'analyticsId' | 'radio'
  > &
    Partial<Pick<Config, 'hstsSubdomains'>>,
  { isDevelopment = false } = {},
): SecurityHeaders {
  const isHttps = config.siteUrl.startsWith('https:');
  const originOf = (url: string | undefined) => (url ? [new URL(url).origin] : []);
  const apiOrigin = config.apiBaseUrl === config.siteUrl ? [] : originOf(config.apiBaseUrl);
  const backendOrigin = originOf(config.backendUrl);
  const storageOrigin = originOf(config.storageUrl);
  const streamOrigin = originOf(config.radio.streamUrl);
  const turnstile = config.turnstile ? [TURNSTILE] : [];
  const tag = config.analyticsId ? [GOOGLE_TAG] : [];
  const collect = config.analyticsId ? [GOOGLE_COLLECT] : [];
  // Not every browser takes 'self' to mean the sockets of the page's own origin, too.
  const socketOrigin = backendOrigin.length > 0 ? backendOrigin : originOf(config.siteUrl);
  const sockets = [...socketOrigin, ...apiOrigin].map((origin) => origin.replace(/^http/, 'ws'));

  const policy = (scriptHashes: string[]) =>
    [
      "default-src 'self'",
      directive('script-src', "'self'", ...scriptHashes, ...turnstile, ...tag),
      "style-src 'self'",
      // React renders style attributes for widths and ratios; they cannot load or run anything.
      "style-src-attr 'unsafe-inline'",
      directive('img-src', "'self'", 'data:', 'blob:', ...backendOrigin, ...storageOrigin, ...collect),
      directive(
        'connect-src',
        "'self'",
        ...apiOrigin,
        ...backendOrigin,
        ...storageOrigin,
        ...sockets,
        ...streamOrigin,
        ...collect,
      ),
      directive('media-src', "'self'", 'blob:', ...backendOrigin, ...storageOrigin, ...streamOrigin),
      "worker-src 'self'",
      directive('frame-src', ...(turnstile.length ? turnstile : ["'none'"])),
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isHttps ? ['upgrade-insecure-requests'] : []),
    ].join('; ');

  // Subdomains may belong to someone else: only the studio knows whether all of them use HTTPS.
  const hsts = `max-age=31536000${config.hstsSubdomains ? '; includeSubDomains' : ''}`;
  const file: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ...(isHttps ? [['strict-transport-security', hsts] as [string, string]] : []),
  ];
  const common: [string, string][] = [
    ...file,
    // Not even our own next page learns the address of the last one: some addresses are secrets (public-address.ts).
    ['referrer-policy', 'strict-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    [
      'permissions-policy',
      'camera=(), geolocation=(), payment=(), usb=(), microphone=(self), display-capture=(self)',
    ],
  ];
  // Vite's own scripts are inline and change with every edit.
  if (isDevelopment) return { file, common, plain: common, forPage: () => common };
  return {
    file,
    common,
    plain: [...common, ['content-security-policy', NOTHING_ALLOWED]],
    forPage: (html) => [
      ...common,
      ['content-security-policy', policy(inlineScriptHashes(html))],
      ['x-frame-options', 'DENY'],
    ],
  };
}

/** Data, which no browser runs. */
const DATA = /type="application\/(ld\+)?json"/;

function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes, source] of html.matchAll(INLINE_SCRIPT)) {
    if (attributes && DATA.test(attributes)) continue;
    hashes.add(hashOf(source ?? ''));
  }
  return [...hashes];
}

// Scripts are the same on every page of a kind: data is in elements of its own.
const MAX_KNOWN = 500;
const knownHashes = new Map<string, string>();

function hashOf(source: string): string {
  const known = knownHashes.get(source);
  if (known) return known;
  const made = `'sha256-${hash('sha256', source, 'base64')}'`;
  if (knownHashes.size < MAX_KNOWN) knownHashes.set(source, made);
  return made;
}

function directive(name: string, ...sources: string[]): string {
  return `${name} ${sources.join(' ')}`;
}
