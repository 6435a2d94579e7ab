// Decides where a person may be sent after a link, and writes what they carry with them into the address.
import type { AuthError } from '../errors.ts';
import type { AuthSettings } from '../options.ts';

type RedirectSettings = Pick<AuthSettings, 'siteUrl' | 'redirectUrls'>;

/** The first wish that is allowed, else the site itself. */
export function resolveRedirect(settings: RedirectSettings, wishes: (string | null)[]): string {
  for (const wish of wishes) {
    if (wish && isRedirectAllowed(settings, wish)) return wish;
  }
  return settings.siteUrl;
}

export function isRedirectAllowed(settings: RedirectSettings, wish: string): boolean {
  const target = parseUrl(wish);
  if (!target || target.username || target.password) return false;
  const site = new URL(settings.siteUrl);
  if (target.protocol === site.protocol && target.hostname === site.hostname) {
    if (target.port === site.port || isLoopback(site.hostname)) return true;
  }
  // Browsers run scripts from such addresses; no list may open them.
  if (['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(target.protocol)) return false;
  const withoutFragment = wish.split('#')[0] ?? '';
  return settings.redirectUrls.some((pattern) => globToRegExp(pattern).test(withoutFragment));
}

/** `*` stops at dots and slashes, `**` does not, `?` is one character, `{a,b}` a choice. */
export function globToRegExp(glob: string): RegExp {
  let source = '';
  let isInChoice = false;
  for (let index = 0; index < glob.length; index += 1) {
    const character = glob.charAt(index);
    if (character === '*') {
      const isDouble = glob.charAt(index + 1) === '*';
      source += isDouble ? '.*' : '[^./]*';
      if (isDouble) index += 1;
    } else if (character === '?') source += '[^./]';
    else if (character === '{') {
      source += '(?:';
      isInChoice = true;
    } else if (character === '}' && isInChoice) {
      source += ')';
      isInChoice = false;
    } else if (character === ',' && isInChoice) source += '|';
    else source += character.replace(/[\\^$.|+()[\]{}/-]/g, '\\$&');
  }
  if (isInChoice) return /^(?!)/;
  return new RegExp(`^${source}$`);
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

const oauthWords: Record<number, string> = {
  400: 'invalid_request',
  401: 'access_denied',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** A refusal written into the address; a PKCE client looks into the query, the implicit one into the fragment. */
export function errorRedirect(to: string, error: AuthError, { isPkce }: { isPkce: boolean }): string {
  const values = {
    error: oauthWords[error.status] ?? (error.status >= 500 ? 'server_error' : 'access_denied'),
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
