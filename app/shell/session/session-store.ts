// What this page knows of the visitor's session: whether there is one, and its last event. Filled by the watch; read by
// the header and the dashboard. Holds no token.
import { hasAuthCookie } from '#app/backend/auth-cookie.ts';
import { readPasskeyToken } from '#app/backend/passkey-token.ts';
import { withoutLanguage } from '#app/language/language-path.ts';

export type SessionEvent =
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED';

export interface SessionNews {
  event: SessionEvent;
  userId: string | null;
  /** Counts up, so that the same event twice is noticed twice. */
  number: number;
}

let news: SessionNews | null = null;
const listeners = new Set<() => void>();

let isLeaving = false;
let isEnded = false;
/** Counts up with every session that replaced an ended one. */
let resumed = 0;

/** A sign-out in this tab needs no message that the session has ended. */
export function expectSignOut(isExpected: boolean): void {
  isLeaving = isExpected;
}

export function announceSession(event: SessionEvent, userId: string | null): void {
  if (event === 'SIGNED_OUT' && isLeaving) return;
  // Only the dashboard waits for the person to sign in again; elsewhere a page is read without a session.
  isEnded = isDashboard() && (isEnded || event === 'SIGNED_OUT');
  news = { event, userId, number: (news?.number ?? 0) + 1 };
  for (const listener of listeners) listener();
}

/** Called with `sessionRound()` of the moment a request was sent, when its answer says that nobody is signed in. */
export function announceEnd(round: number): void {
  // Its session has ended, and the person has signed in again since.
  if (round === resumed) announceSession('SIGNED_OUT', null);
}

export const sessionRound = (): number => resumed;

/** The same person has signed in again. */
export function resumeSession(): void {
  if (!isEnded) return;
  isEnded = false;
  resumed += 1;
  for (const listener of listeners) listener();
}

/** Whether the session ended while the dashboard was open, and nobody has signed in again. */
export const hasSessionEnded = (): boolean => isEnded;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  // A session may begin or end while the tab is hidden.
  addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('focus', listener);
  };
}

export const sessionNews = (): SessionNews | null => news;
export const noSessionNews = (): null => null;

/** Read from the cookie only: enough to choose a label in the header, never to grant access. */
export function seemsSignedIn(): boolean {
  return hasAuthCookie(document.cookie) || readPasskeyToken(document.cookie) !== null;
}

export function isDashboard(): boolean {
  return /^\/dashboard(\/|$)/.test(withoutLanguage(location.pathname));
}
