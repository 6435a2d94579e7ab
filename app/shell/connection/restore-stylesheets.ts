// A stylesheet that could not be fetched leaves a page without its look for good: no browser asks for it again.
import { noteReached, untilRetry } from '#app/ui/load-file.ts';

export function restoreStylesheets(): () => void {
  const restore = async (link: HTMLLinkElement) => {
    const { pathname } = new URL(link.href);
    await untilRetry(pathname);
    if (!link.isConnected) return noteReached(pathname);
    link.addEventListener('load', () => noteReached(pathname), { once: true });
    // Setting the address, even to itself, fetches it; a failure comes back here as another event.
    link.setAttribute('href', link.href);
  };
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') void restore(target);
  };
  document.addEventListener('error', onError, true);
  // What failed before this program was there.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!link.sheet) void restore(link);
  return () => document.removeEventListener('error', onError, true);
}
