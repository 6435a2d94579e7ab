// Browsers do not retry a stylesheet that failed to load, so this does.
import { noteReached, untilRetry } from '#app/ui/load-file.ts';

export function restoreStylesheets(): () => void {
  const restore = async (link: HTMLLinkElement) => {
    const { pathname } = new URL(link.href);
    await untilRetry(pathname);
    if (!link.isConnected) return noteReached(pathname);
    link.addEventListener('load', () => noteReached(pathname), { once: true });
    // Only a changed address is loaded again; another failure triggers this event again.
    const { href } = link;
    link.removeAttribute('href');
    link.setAttribute('href', href);
  };
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') void restore(target);
  };
  document.addEventListener('error', onError, true);
  // Stylesheets that failed before this program ran.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!hasRules(link)) void restore(link);
  return () => document.removeEventListener('error', onError, true);
}

/** For a stylesheet that failed to load, some browsers have no sheet, and others one that cannot be read. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}
