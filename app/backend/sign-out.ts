// Signs out on this device even without a network: on a shared computer this must always work.
import { AUTH_COOKIE } from './auth-cookie.ts';
import { backend, backendSettings } from './backend.ts';
import { deleteAllCookies } from './delete-cookies.ts';
import { PASSKEY_COOKIE } from './passkey-token.ts';

const MAX_WAIT_MS = 5000;

/** Resolves to whether the server ended the session, too. Never rejects. */
export async function signOutHere(): Promise<boolean> {
  const isEnded = await Promise.race([
    endSession().catch(() => false),
    new Promise<boolean>((resolve) => setTimeout(resolve, MAX_WAIT_MS, false)),
  ]);
  // The library may not have loaded, or may have stopped half-way.
  const { hostname, pathname } = location;
  const { cookieDomain } = backendSettings();
  const isSession = (name: string) => name.startsWith(AUTH_COOKIE) || name === PASSKEY_COOKIE;
  deleteAllCookies(document, { hostname, pathname, cookieDomain }, isSession);
  return isEnded;
}

async function endSession(): Promise<boolean> {
  const { auth } = await backend();
  const { error } = await auth.signOut({ scope: 'local' });
  return !error;
}
