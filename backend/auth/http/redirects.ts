// Decides where a user may be sent after a link, and writes session or error into that URL.
import type { AuthError } from '../errors.ts';
import type { AuthSettings } from '../options.ts';
import { matchesRedirectPattern } from './redirect-patterns.ts';

type RedirectSettings = Pick<AuthSettings, 'siteUrl' | 'redirectUrls'>;

/** The first allowed candidate, else the site itself. */
export function resolveRedirect(settings: RedirectSettings, candidates: (string | null)[]): string {
  for (const candidate of candidates) {
    const target = candidate ? allowedRedirect(settings, candidate) : undefined;
    if (target !== undefined) return target;
  }
  return settings.siteUrl;
}

/**
 * The candidate as a URL that every program parses alike, or undefined when it is not allowed. The parsed URL is
 * checked, never the text: `https://evil%2Ecom?.onda.studio/` only looks like one of ours.
 */
export function allowedRedirect(settings: RedirectSettings, candidate: string): string | undefined {
  const target = parseUrl(candidate);
  if (!target || target.username || target.password) return undefined;
  const isAllowed =
    isOnSite(new URL(settings.siteUrl), target) ||
    settings.redirectUrls.some((pattern) => matchesRedirectPattern(pattern, target));
  if (!isAllowed) return undefined;
  // Removes the slash that a URL without a path gets: clients compare it with what they sent.
  return target.href === `${candidate}/` ? candidate : target.href;
}

function isOnSite(site: URL, target: URL): boolean {
  if (target.protocol !== site.protocol || target.hostname !== site.hostname) return false;
  return target.port === site.port || isLoopback(site.hostname);
}

export function redirect(location: string, status: 302 | 303 = 303): Response {
  return new Response(null, { status, headers: { location, 'cache-control': 'no-store' } });
}

/** `to` with the values in its fragment, in the order of their names, and the empty `sb` mark of this protocol. */
export function withFragment(to: string, values: Record<string, string>): string {
  const url = new URL(to);
  url.hash = sorted({ ...values, sb: '' }).toString();
  return url.href;
}

export function withQuery(to: string, values: Record<string, string>): string {
  const url = new URL(to);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'access_denied',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** Writes an error into the URL: into the query for PKCE clients, into the fragment for implicit-flow clients. */
export function errorRedirect(to: string, error: AuthError, { isPkce }: { isPkce: boolean }): string {
  const values = {
    error: oauthErrors[error.status] ?? (error.status >= 500 ? 'server_error' : 'access_denied'),
    error_code: error.code,
    error_description: error.message,
  };
  const bare = new URL(to);
  bare.search = '';
  const url = new URL(withFragment(bare.href, values));
  if (isPkce) url.search = sorted(values).toString();
  return url.href;
}

function sorted(values: Record<string, string>): URLSearchParams {
  const parameters = new URLSearchParams(values);
  parameters.sort();
  return parameters;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
