import { useSyncExternalStore } from 'react';
import {
  hasSessionEnded,
  noSessionNews,
  type SessionNews,
  seemsSignedIn,
  sessionNews,
  subscribeToSession,
} from './session-store.ts';

/** False during server rendering: cached pages are the same for all visitors. */
export function useSeemsSignedIn(): boolean {
  return useSyncExternalStore(subscribeToSession, seemsSignedIn, () => false);
}

/** What happened to the session last, in this tab or another. */
export function useSessionNews(): SessionNews | null {
  return useSyncExternalStore(subscribeToSession, sessionNews, noSessionNews);
}

/** Whether the dashboard is open without a session. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribeToSession, hasSessionEnded, () => false);
}
