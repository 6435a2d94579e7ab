// Subscribes to session events of this tab and others, and updates the page. The client library is loaded only where
// there is a session; receiving events needs no library.

import { useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { AUTH_COOKIE, userIdInCookie } from '#app/backend/auth-cookie.ts';
import { backend, configureBackend, holdBackendUntil, whenBackendOpens } from '#app/backend/backend.ts';
import { readPasskeyToken } from '#app/backend/passkey-token.ts';
import type { PublicSettings } from '#app/site-context.ts';
import { whenSettled } from '#app/ui/when-settled.ts';
import { firstLoad } from './first-load.ts';
import { announceSession, isDashboard, type SessionEvent, seemsSignedIn } from './session-store.ts';

const events = new Set<string>([
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
]);

interface SessionMessage {
  event: SessionEvent;
  session: { user?: { id?: string } } | null;
}

export function SessionWatch({ settings }: { settings: PublicSettings }) {
  // During rendering, because the pages' own effects run before this one's.
  useState(() => begin(settings));
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    // Undefined for a user known only by the passkey's token, which is not read here.
    const unknown = readPasskeyToken(document.cookie) ? undefined : null;
    let userId = userIdInCookie(document.cookie) ?? unknown;
    const handle = ({ event, session }: SessionMessage) => {
      const before = userId;
      userId = session?.user?.id ?? null;
      // A tab that becomes visible again reports "signed in" again, and so does a page that opened with a session.
      const isSame = before === undefined ? userId !== null : before === userId;
      if ((event === 'SIGNED_IN' || event === 'SIGNED_OUT') && isSame) return;
      announceSession(event, userId);
      if (event === 'PASSWORD_RECOVERY' && document.visibilityState === 'visible') {
        // Replaces the page that exchanged the code: going back must not lead there.
        void navigate('/new-password', { replace: true });
      } else if (event !== 'TOKEN_REFRESHED' && !staysAsItIs(event)) {
        void revalidate();
      }
    };
    const take = (message: SessionMessage) => {
      if (events.has(message?.event)) handle(message);
    };
    const stop = openChannel(take) ?? followClient(take);
    const forget = whenSettled(() => {
      if (seemsSignedIn()) backend().catch(() => {});
    });
    return () => {
      stop();
      forget();
    };
  }, [navigate, revalidate]);
  return null;
}

/** Events of the library in every tab, including this one. Undefined in browsers without BroadcastChannel. */
function openChannel(take: (message: SessionMessage) => void): (() => void) | undefined {
  try {
    const channel = new BroadcastChannel(AUTH_COOKIE);
    channel.onmessage = ({ data }) => take(data);
    return () => channel.close();
  } catch {
    return undefined;
  }
}

/** Events of this tab only; others notice when they become visible. */
function followClient(take: (message: SessionMessage) => void): () => void {
  return whenBackendOpens(({ auth }) => {
    auth.onAuthStateChange((event, session) => take({ event: event as SessionEvent, session }));
  });
}

function begin(settings: PublicSettings): void {
  if (typeof document === 'undefined') return;
  configureBackend(settings);
  holdBackendUntil(
    firstLoad(settings).then((wasSignedOut) => {
      // The page on the screen was rendered for the ended session.
      if (wasSignedOut && isDashboard()) location.reload();
    }),
  );
}

/** The dashboard asks to sign in again above the page: a redirect would lose what was typed. */
function staysAsItIs(event: SessionEvent): boolean {
  return event === 'SIGNED_OUT' && isDashboard();
}
