// Decides where a person may be sent after a link, and writes what they carry with them into the address.
import type { AuthError } from '../errors.ts';
import type { AuthSettings } from '../options.ts';
import { matchesRedirectPattern } from './redirect-patterns.ts';

type RedirectSettings = Pick<AuthSettings, 'siteUrl' | 'redirectUrls'>;

/** The first wish that is allowed, else the site itself. */
export function resolveRedirect(settings: RedirectSettings, wishes: (string | null)[]): string {
  for (const wish of wishes) {
    const target = wish ? allowedRedirect(settings, wish) : undefined;
    if (target !== undefined) return target;
  }
  return settings.siteUrl;
}

/**
 * The wish as an address that every program reads alike, or undefined when it is not allowed. What is judged is the
 * parsed address, never the text: `https://evil%2Ecom?.onda.studio/` only looks like one of ours.
 */
export function allowedRedirect(settings: RedirectSettings, wish: string): string | undefined {
  const target = parseUrl(wish);
  if (!target || target.username || target.password) return undefined;
  const isAllowed =
    isOnSite(new URL(settings.siteUrl), target) ||
    settings.redirectUrls.some((pattern) => matchesRedirectPattern(pattern, target));
  if (!isAllowed) return undefined;
  // The slash that an address without a path gets is left out again: clients compare what they sent.
  return target.href === `${wish}/` ? wish : target.href;
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

/** A refusal written into the address; a PKCE client looks into the query, the implicit one into the fragment. */
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
