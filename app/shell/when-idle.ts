/** Runs once after the page has loaded and the browser has nothing better to do. Returns a way to forget it. */
export function whenIdle(run: () => void): () => void {
  let isForgotten = false;
  const go = () => {
    if (isForgotten) return;
    const later = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 200));
    later(() => {
      if (!isForgotten) run();
    });
  };
  if (document.readyState === 'complete') go();
  else addEventListener('load', go, { once: true });
  return () => {
    isForgotten = true;
    removeEventListener('load', go);
  };
}
