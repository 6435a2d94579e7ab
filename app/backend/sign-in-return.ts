// A sign-in elsewhere (a provider, a link in an email) adds a code or an error to the address it returns to. It may
// return to any page; a single page handles it, so that the code is exchanged once and appears in no other address.

export const CALLBACK_PATH = '/auth/callback';

/** Everything that is removed from an address; `sb_flow_id` names the sign-in that a code belongs to. */
const PARAMETERS = ['code', 'sb_flow_id', 'error', 'error_code', 'error_description'];
const AUTH_CODE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
// These pages have no voucher or campaign codes in their addresses.
const ACCOUNT_PAGE = /^\/(auth|dashboard|sign-in|sign-up|recover|new-password|confirm)(\/|$)/;

export function hasCodeVerifier(cookies: string): boolean {
  return /(^|;\s*)sb-[^=]*-code-verifier[^=]*=/.test(cookies);
}

/** The address to redirect to, if this one contains a sign-in that another page has to handle. */
export function callbackFor(address: URL, cookies: string): string | undefined {
  const { pathname, searchParams } = address;
  if (pathname === CALLBACK_PATH || !isReturn(address, cookies)) return undefined;
  const query = new URLSearchParams();
  const rest = new URLSearchParams();
  for (const [name, value] of searchParams) (PARAMETERS.includes(name) ? query : rest).append(name, value);
  const search = rest.size > 0 ? `?${rest}` : '';
  query.set('next', /^\/sign-(in|up)$/.test(pathname) ? (rest.get('next') ?? '') : pathname + search);
  return `${CALLBACK_PATH}?${query}`;
}

function isReturn({ pathname, searchParams }: URL, cookies: string): boolean {
  const code = searchParams.get('code') ?? '';
  if (code !== '') return AUTH_CODE.test(code) || ACCOUNT_PAGE.test(pathname) || hasCodeVerifier(cookies);
  return (
    searchParams.has('error') && (searchParams.has('error_code') || searchParams.has('error_description'))
  );
}

export interface SignInReturn {
  code: string | null;
  /** The code of the auth service; never shown, because anyone can write it into an address. */
  error: { code: string } | null;
  /** A session in the address: a kind of link that this site does not accept. */
  hasTokens: boolean;
  next: string | null;
}

export function readSignInReturn({ search, hash }: { search: string; hash: string }): SignInReturn {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const find = (name: string) => query.get(name) ?? fragment.get(name);
  const error =
    find('error_code') ?? find('error') ?? (find('error_description') === null ? null : 'unknown');
  return {
    code: query.get('code') || null,
    error: error === null ? null : { code: error },
    hasTokens: fragment.has('access_token'),
    next: query.get('next'),
  };
}
