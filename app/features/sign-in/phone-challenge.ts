// The code that was sent to a phone a moment ago, remembered in this tab: reading the message in another app may make
// a phone's browser forget the page, and the code would then belong to nothing. Holds no code, only the question's id.

export interface PhoneChallenge {
  id: string;
  factorId: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

const KEY = 'onda:phone-challenge';

export function keepPhoneChallenge(challenge: PhoneChallenge): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(challenge));
  } catch {
    // Storage may be closed to us; the page then has to stay open.
  }
}

/** The question that is still open, if one is. */
export function keptPhoneChallenge(): PhoneChallenge | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PhoneChallenge | null;
    return kept && kept.expiresAt * 1000 > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

export function forgetPhoneChallenge(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept there.
  }
}
