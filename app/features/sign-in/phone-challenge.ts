// Remembers the latest phone challenge in this tab, because a phone's browser may drop the page while the user reads
// the message in another app. Stores the challenge's id, never the code.

export interface PhoneChallenge {
  id: string;
  factorId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

const KEY = 'onda:phone-challenge';

export function savePhoneChallenge(challenge: PhoneChallenge): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(challenge));
  } catch {
    // Storage may be forbidden; the page then has to stay open.
  }
}

/** The challenge that has not expired, if there is one. */
export function savedPhoneChallenge(): PhoneChallenge | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PhoneChallenge | null;
    return saved && saved.expiresAt * 1000 > Date.now() ? saved : null;
  } catch {
    return null;
  }
}

export function forgetPhoneChallenge(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was saved there.
  }
}
