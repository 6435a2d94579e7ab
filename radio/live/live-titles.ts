// What whoever is live says is heard now. Every title is a line in the play history and a message to every listener, so
// there is a limit to how often it changes.
import { cleanTitle, type Title } from './clean-title.ts';

export interface LiveTitles {
  readonly current: Title | undefined;
  set(title: Title): 'set' | 'too_often';
  /** Somebody else is live, or nobody. */
  clear(): void;
}

const MAX_TITLES = 30;
const WINDOW_MS = 60_000;

export function createLiveTitles(onChanged: () => void): LiveTitles {
  let current: Title | undefined;
  let changes: number[] = [];
  return {
    get current() {
      return current;
    },
    set(given) {
      const clean = cleanTitle(given);
      const isSame = current?.title === clean.title && current.artist === clean.artist;
      if (isSame || (clean.title === '' && clean.artist === '')) return 'set';
      const now = performance.now();
      changes = changes.filter((at) => now - at < WINDOW_MS);
      if (changes.length >= MAX_TITLES) return 'too_often';
      changes.push(now);
      current = clean;
      onChanged();
      return 'set';
    },
    clear() {
      current = undefined;
    },
  };
}
