// When a page opens or becomes visible again, its session is recovered from the cookie. Here it counts as expired ten
// seconds before its expiry. The client library uses ninety seconds, without an option: between ten and ninety seconds
// its recovery would wait for the network, so this code recovers instead, in the same way: the session stays and all
// listeners are notified. Outside of that span the library's own recovery runs.
import { type AuthChangeEvent, GoTrueClient, type Session } from '@supabase/supabase-js';

const RECOVERY_MARGIN_MS = 10_000;
/** The library's own margin: three ticks of thirty seconds. */
const LIBRARY_MARGIN_MS = 90_000;

/** The parts of the library's auth client that its recovery consists of. Not public: tests check them. */
interface Recovery {
  storage: { getItem(key: string): Promise<string | null> | string | null };
  storageKey: string;
  _recoverAndRefresh(): Promise<void>;
  _notifyAllSubscribers(event: AuthChangeEvent, session: Session | null): Promise<void>;
}

let isSet = false;

/** Call this before creating a client: a client begins to recover inside its constructor. */
export function setRecoveryMargin(): void {
  if (isSet) return;
  isSet = true;
  const library = GoTrueClient.prototype as unknown as Recovery;
  const recover = library._recoverAndRefresh;
  library._recoverAndRefresh = async function (this: Recovery) {
    const session = readSession(await this.storage.getItem(this.storageKey));
    if (session && livesByOurMarginOnly(session)) await this._notifyAllSubscribers('SIGNED_IN', session);
    else await recover.call(this);
  };
}

function livesByOurMarginOnly(session: Session): boolean {
  const leftMs = (session.expires_at ?? Number.POSITIVE_INFINITY) * 1000 - Date.now();
  return leftMs >= RECOVERY_MARGIN_MS && leftMs < LIBRARY_MARGIN_MS;
}

/** A complete session, or nothing: the library handles anything incomplete. */
function readSession(stored: string | null): Session | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { access_token, refresh_token, expires_at, user } = value as Partial<Session>;
    return access_token && refresh_token && expires_at && user ? (value as Session) : null;
  } catch {
    return null;
  }
}
