// The states of the overlay: idle -> covering -> completing -> idle. Framework-free. The animations are passed as
// arguments, so that tests need no browser.

type OverlayState = 'idle' | 'covering' | 'completing';

export interface OverlayMotion {
  /** Closes over the page; resolves when it is fully covered. */
  close(): Promise<void>;
  /** Opens again; resolves when the page is visible. */
  open(): Promise<void>;
}

export interface OverlayMachine {
  state(): OverlayState;
  subscribe(listener: () => void): () => void;
  /** A route change began. */
  cover(): void;
  /** The route change ended, successfully or not. */
  complete(): void;
  /** Resolves when the page is hidden, or at once when no change is being covered. */
  untilClosed(): Promise<void>;
}

export function createOverlayMachine(motion: OverlayMotion): OverlayMachine {
  let state: OverlayState = 'idle';
  let closed: Promise<void> = Promise.resolve();
  // Counts changes of direction: an animation that ends after the direction changed is ignored.
  let turn = 0;
  const listeners = new Set<() => void>();
  const enter = (next: OverlayState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cover() {
      // Also while it closes for a change that has just ended: it must not open for that one.
      turn++;
      if (state === 'covering') return;
      enter('covering');
      // The slats exist only once the new state is on the page.
      closed = nextTask().then(() => motion.close());
    },
    complete() {
      if (state !== 'covering') return;
      const mine = ++turn;
      closed
        .then(() => {
          if (mine !== turn) return;
          enter('completing');
          return nextTask().then(() => motion.open());
        })
        .then(() => {
          if (mine === turn) enter('idle');
        });
    },
    untilClosed: () => (state === 'covering' ? closed : Promise.resolve()),
  };
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
