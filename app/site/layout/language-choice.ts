// Whether a visitor has chosen a language or closed the proposal: then none is proposed again.
import type { Language } from '#app/language/messages.ts';

const KEY = 'onda:language-proposal';

export function rememberChoice(): void {
  try {
    localStorage.setItem(KEY, 'done');
  } catch {
    // Without storage it is proposed again on the next page.
  }
}

export function hasChosen(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

/** The first of the visitor's languages that the studio has, unless the page is in it. */
export function preferredLanguage<Offered extends Pick<Language, 'code'>>(
  wanted: readonly string[],
  languages: readonly Offered[],
  current: string,
): Offered | undefined {
  for (const tag of wanted) {
    const [code] = tag.toLowerCase().split('-');
    const found = languages.find((language) => language.code === code);
    if (found) return found.code === current ? undefined : found;
  }
  return undefined;
}
