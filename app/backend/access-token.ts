// The access token for requests that the client library does not send itself: the passkey's, else the session's.
import { hasAuthCookie } from './auth-cookie.ts';
import { backend } from './backend.ts';
import { readPasskeyToken } from './passkey-token.ts';

/** Null without a session; the client library is not loaded then. */
export async function accessToken(): Promise<string | null> {
  const passkey = readPasskeyToken(document.cookie);
  if (passkey) return passkey;
  if (!hasAuthCookie(document.cookie)) return null;
  const { auth } = await backend();
  const { data } = await auth.getSession();
  return data.session?.access_token ?? null;
}
