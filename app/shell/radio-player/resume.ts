// The radio goes on after a link that loads a new document, such as one to another language.
import { radioPlayer } from './player-store.ts';

const KEY = 'onda:resume';
/** A page that was opened later did not come from that link. */
const MAX_AGE_MS = 30_000;

/** Called before the page is left. */
export function resumeAfterLoad(): void {
  if (!radioPlayer.snapshot().playing) return;
  try {
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage the listener presses play again.
  }
}

/** Plays if the page before this one did. A browser that forbids it shows the play button. */
export function resume(): void {
  try {
    const leftAt = Number(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    if (Date.now() - leftAt < MAX_AGE_MS) radioPlayer.play();
  } catch {
    // As above.
  }
}
