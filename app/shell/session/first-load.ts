// The first load in a browser starts clean, once: a session of an older site is signed out, every cookie is deleted,
// and a flag records that it was done. A failed sign-out is only logged to the console.

import { openBackend } from '#app/backend/backend.ts';
import { dataOf } from '#app/backend/data-of.ts';

export const RESET_FLAG = 'onda:session-reset';
/** All other calls wait for this: a server that does not answer must not block the page. */
const MAX_WAIT_MS = 5000;

/** Resolves to whether a session was signed out. */
export async function firstLoad({ cookieDomain }: { cookieDomain: string | null }): Promise<boolean> {
  if (!isFirst()) return false;
  const cookies = document.cookie ? await import('#app/backend/delete-cookies.ts') : undefined;
  // Another tab was first, and the session may be a new one from there.
  if (!isFirst()) return false;
  const hadSession = /(^|;\s*)(sb-|passkey-token=)/.test(document.cookie);
  if (hadSession) {
    try {
      const { auth } = await openBackend();
      // The same again.
      if (!isFirst()) return false;
      await dataOf(
        Promise.race([
          auth.signOut(),
          new Promise<never>((_, reject) => setTimeout(reject, MAX_WAIT_MS, 'no answer')),
        ]),
      );
    } catch (reason) {
      console.log('The old session could not be signed out.', reason);
    }
  }
  const { hostname, pathname } = location;
  cookies?.deleteAllCookies(document, { hostname, pathname, cookieDomain });
  localStorage.setItem(RESET_FLAG, new Date().toISOString());
  return hadSession;
}

// Without storage the flag would be absent at every load, and each would sign people out: then there is no reset. Some
// browsers allow reading but not writing.
function isFirst(): boolean {
  try {
    const isAbsent = localStorage.getItem(RESET_FLAG) === null;
    if (isAbsent) {
      localStorage.setItem('onda:probe', '');
      localStorage.removeItem('onda:probe');
    }
    return isAbsent;
  } catch {
    return false;
  }
}
