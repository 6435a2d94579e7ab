// For what nobody is waiting for: prefetching, counting, checks. Runs it once the page has loaded, nothing plays over
// it any more and the browser is idle; so it never costs a first view its smoothness.

const OPENING = '[data-slot=intro][data-state=playing]';

/** Runs once, later. Returns a way to forget it. */
export function whenSettled(run: () => void): () => void {
  let isForgotten = false;
  const step = (wait: (next: () => void) => void, next: () => void) => wait(() => !isForgotten && next());
  step(afterLoad, () => step(afterOpening, () => step(inPause, run)));
  return () => {
    isForgotten = true;
  };
}

/** The browser's next pause, or half a second where it cannot tell. */
export function inPause(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run, 500);
}

function afterLoad(run: () => void): void {
  if (document.readyState === 'complete') run();
  else addEventListener('load', run, { once: true });
}

function afterOpening(run: () => void): void {
  if (!document.querySelector(OPENING)) run();
  else document.addEventListener('complete', run, { once: true });
}
