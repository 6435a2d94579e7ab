import { startTransition, useLayoutEffect, useState } from 'react';

/** A transition may wait for a file that does not load: a later page must not wait for it, too. */
const MAX_WAIT_MS = 1000;

const waiting: { turn: number; resolve(): void }[] = [];
let lastTurn = 0;
let showTurn: ((turn: number) => void) | undefined;

/** Resolves when the page shows what transitions changed so far, such as the router's; a busy phone delays them. */
export function afterTransitions(): Promise<void> {
  return new Promise((resolve) => {
    if (!showTurn) return resolve();
    const turn = ++lastTurn;
    waiting.push({ turn, resolve });
    setTimeout(resolve, MAX_WAIT_MS);
    // React renders transitions together, so this one comes on the page with those before it.
    startTransition(() => showTurn?.(turn));
  });
}

/** Used once, by a component that is always on the page. */
export function useAfterTransitions(): void {
  const [turn, setTurn] = useState(0);
  useLayoutEffect(() => {
    showTurn = setTurn;
    return () => {
      showTurn = undefined;
    };
  }, []);
  useLayoutEffect(() => {
    while (waiting[0] && waiting[0].turn <= turn) waiting.shift()?.resolve();
  }, [turn]);
}
