// The link of a guest. Its token is behind the # of the address, which browsers do not send. It is remembered in this tab,
// because a change of language leaves it out.

const TOKEN = 'onda:guest-link';
const KEY = 'onda:guest-key';

export function readGuestToken(): string {
  const given = location.hash.slice(1);
  try {
    if (given) sessionStorage.setItem(TOKEN, given);
    return given || (sessionStorage.getItem(TOKEN) ?? '');
  } catch {
    return given;
  }
}

let unstored: string | undefined;

/** The same in this tab, also after a reload: a guest who reconnects gets their seat back. */
export function guestKey(): string {
  try {
    const key = sessionStorage.getItem(KEY) ?? crypto.randomUUID();
    sessionStorage.setItem(KEY, key);
    return key;
  } catch {
    unstored ??= crypto.randomUUID();
    return unstored;
  }
}
