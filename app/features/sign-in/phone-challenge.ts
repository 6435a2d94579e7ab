// The code that was sent to a phone a moment ago, remembered in this tab: reading the message in another app may make
// a phone's browser forget the page, and the code would then belong to nothing. Holds no code, only the question's id.

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
    // Storage may be closed to us; the page then has to stay open.
  }
}

/** The question that is still open, if one is. */
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
