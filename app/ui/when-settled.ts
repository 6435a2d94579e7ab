// For work without urgency: prefetching, counting, checks. Runs once the page has loaded, no animation covers it and
// the browser is idle, so that it never slows down a first view.

const OPENING = '[data-slot=intro][data-state=playing]';

/** Runs once, later. Returns a function that cancels it. */
export function whenSettled(run: () => void): () => void {
  let isForgotten = false;
  const step = (wait: (next: () => void) => void, next: () => void) => wait(() => !isForgotten && next());
  step(afterLoad, () => step(afterOpening, () => step(inPause, run)));
  return () => {
    isForgotten = true;
  };
}

/** The browser's next idle moment, or half a second where it has no such event. */
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
