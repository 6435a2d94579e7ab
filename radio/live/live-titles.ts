// The title sent by the live host. Every title is a row in the play history and a message to every listener, so
// the rate of changes is limited.
import { cleanTitle, type Title } from './clean-title.ts';

export interface LiveTitles {
  readonly current: Title | undefined;
  /** The one that was sent first. */
  readonly first: Title | undefined;
  set(title: Title): 'set' | 'too_often';
  /** Another host is live, or none. */
  clear(): void;
}

const MAX_TITLES = 30;
const WINDOW_MS = 60_000;

export function createLiveTitles(onChanged: () => void): LiveTitles {
  let current: Title | undefined;
  let first: Title | undefined;
  let changes: number[] = [];
  return {
    get current() {
      return current;
    },
    get first() {
      return first;
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
      first ??= clean;
      onChanged();
      return 'set';
    },
    clear() {
      current = undefined;
      first = undefined;
    },
  };
}
