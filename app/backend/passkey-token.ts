// The cookie `passkey-token`: set by a passkey sign-in and sent as the Bearer token of every backend request. In a file of
// its own because every page reads it.

export const PASSKEY_COOKIE = 'passkey-token';

export function readPasskeyToken(cookies: string): string | null {
  for (const pair of cookies.split(/;\s*/)) {
    if (pair.startsWith(`${PASSKEY_COOKIE}=`)) return pair.slice(PASSKEY_COOKIE.length + 1) || null;
  }
  return null;
}
