// The first load in a browser starts clean, once: whoever was signed in by an older site is signed out, every cookie
// is deleted, and a flag remembers that it was done. A sign-out that fails is written to the console and no more.
import { openBackend } from '#app/backend/backend.ts';
import { deleteAllCookies } from '#app/backend/delete-cookies.ts';

export const RESET_FLAG = 'onda:session-reset';

/** Resolves to whether somebody was signed out. */
export async function firstLoad({ cookieDomain }: { cookieDomain: string | null }): Promise<boolean> {
  if (!isFirst()) return false;
  const hadSession = /(^|;\s*)(sb-|passkey-token=)/.test(document.cookie);
  if (hadSession) {
    try {
      const { auth } = await openBackend();
      const { error } = await auth.signOut();
      if (error) throw error;
    } catch (reason) {
      console.log('The old session could not be signed out.', reason);
    }
  }
  const { hostname, pathname } = location;
  deleteAllCookies(document, { hostname, pathname, cookieDomain });
  localStorage.setItem(RESET_FLAG, new Date().toISOString());
  return hadSession;
}

// Where storage is forbidden the flag could never be kept, and every load would sign people out: then there is no reset.
function isFirst(): boolean {
  try {
    return localStorage.getItem(RESET_FLAG) === null;
  } catch {
    return false;
  }
}
