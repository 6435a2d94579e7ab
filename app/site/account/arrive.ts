// Finishes a sign-in that returned from elsewhere and decides where to go. The client library exchanges the code when
// it is opened; this handles what may go wrong: another browser, another tab, a lost network, an old link.
import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import type { CookieJar } from '#app/backend/passkey-cookie.ts';
import { readClaims } from '#app/backend/session-claims.ts';
import { hasCodeVerifier, readSignInReturn } from '#app/backend/sign-in-return.ts';
import { nextPath, withNext } from '#app/features/sign-in/next-path.ts';

export interface ArrivalPage {
  search: string;
  hash: string;
  jar: CookieJar;
  /** Domain and other attributes of the site's cookies. */
  cookieAttributes: string;
  areCookiesAllowed: boolean;
  /** Opens the client and waits until it has read the address. */
  open(): Promise<{ error: unknown; getAccessToken(): Promise<string | null> }>;
  owesSecondFactor(): Promise<boolean>;
  /** Removes everything but `next` from the address. */
  cleanAddress(): void;
}

const OTHER_TAB_MS = 3000;
const LOOK_EVERY_MS = 100;

export async function arrive(page: ArrivalPage): Promise<string> {
  const { jar } = page;
  const { code, error, hasTokens, next } = readSignInReturn(page);
  const clean = (reason: unknown) => {
    page.cleanAddress();
    return reason;
  };
  if (error) throw clean(error);
  if (hasTokens) throw clean({ code: 'implicit_link' });
  if (!page.areCookiesAllowed) throw clean({ code: 'cookies_blocked' });

  const verifiers = verifiersIn(jar.cookie);
  const before = sessionIn(jar.cookie);
  const { error: failure, getAccessToken } = await page.open();
  if (failure && isTemporary(failure)) {
    // The library deletes the verifier in any case; without it the code could not be tried again.
    for (const pair of verifiers)
      jar.cookie = `${pair}; path=/; max-age=600; samesite=lax${page.cookieAttributes}`;
    throw failure;
  }
  page.cleanAddress();
  // The same link in two tabs: the slower one finds the session of the other.
  if (failure && code && !(await isChanged(jar, before))) throw failure;
  const token = await getAccessToken();
  if (!token) throw { code: code && verifiers.length === 0 ? 'bad_code_verifier' : 'flow_state_not_found' };
  if (code && readClaims(token).amr?.some(({ method }) => method === 'recovery')) return '/new-password';
  const path = nextPath(next);
  return (await page.owesSecondFactor()) ? withNext('/sign-in', path) : path;
}

/** The code is fine: the server was not reached or timed out. */
export function isTemporary(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === 'AuthRetryableFetchError';
}

function pairsOf(cookies: string): string[] {
  return cookies.split(/;\s*/).filter(Boolean);
}

function verifiersIn(cookies: string): string[] {
  return pairsOf(cookies).filter(hasCodeVerifier);
}

function sessionIn(cookies: string): string {
  return pairsOf(cookies)
    .filter((pair) => pair.startsWith(AUTH_COOKIE) && !hasCodeVerifier(pair))
    .join(';');
}

async function isChanged(jar: CookieJar, before: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= OTHER_TAB_MS; waitedMs += LOOK_EVERY_MS) {
    const now = sessionIn(jar.cookie);
    if (now !== before && now !== '') return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}
