// Explains why a page does not open and offers what helps: trying again or, when the server runs a newer version
// without an old file, a reload. It never reloads by itself: the radio may be playing.
import { failuresOf, isUnreached, missingFiles, retryNow, subscribeToMissing } from '#app/ui/load-file.ts';
import { type ToastOptions, toast } from '#app/ui/toast/toast-store.ts';
import { heldFiles, isNavigationHeld, pageRouter } from './held-navigation.ts';

type Cause = 'offline' | 'unreachable' | 'slow' | 'replaced' | 'unloadable';

/** A file that exists and still fails this often is cached as failed by the browser until the next reload. */
const MAX_FAILURES = 4;
/** Long enough to read, and short enough not to cover the menu. */
const SHOWN_MS = 10_000;
const OPENS_LATER = 'The page opens when the connection is back.';

export function watchConnection(): () => void {
  let said = '';
  let dismiss = () => {};
  let looking = Promise.resolve();
  let isDue = false;

  const look = async () => {
    isDue = false;
    const location = isNavigationHeld() ? pageRouter()?.state.navigation.location : undefined;
    // One missing file is enough: a build is replaced as a whole.
    const [file] = location ? heldFiles() : missingFiles();
    const cause = location || file ? await findCause(file, location?.key) : undefined;
    const isSaid = cause !== undefined && (location !== undefined || cause === 'replaced');
    const key = isSaid ? `${cause} ${location?.key}` : '';
    if (key === said) return;
    said = key;
    dismiss();
    if (!isSaid) return;
    const retry = () => {
      said = '';
      // Slow requests are aborted and repeated.
      if (cause === 'slow') void pageRouter()?.revalidate();
      else retryNow();
    };
    const href = location ? location.pathname + location.search + location.hash : undefined;
    ({ dismiss } = toast({ ...textFor(cause, retry, href), durationMs: SHOWN_MS }));
  };
  // Checks run one after the other; a change meanwhile is seen by the next one.
  const checkAgain = () => {
    if (isDue) return;
    isDue = true;
    looking = looking.then(look);
  };
  const explain = ({ reason }: PromiseRejectionEvent) => {
    // A pending navigation already shows its own message, and the router drops overtaken ones.
    if (!isUnreached(reason) || isNavigationHeld()) return;
    toast({
      variant: 'destructive',
      title: 'That did not work',
      description: 'We can’t reach the studio. Nothing is lost: try again in a moment.',
    });
  };

  const forget = [pageRouter()?.subscribe(checkAgain), subscribeToMissing(checkAgain)];
  for (const event of ['online', 'offline']) addEventListener(event, checkAgain);
  addEventListener('unhandledrejection', explain);
  checkAgain();
  return () => {
    for (const stop of forget) stop?.();
    for (const event of ['online', 'offline']) removeEventListener(event, checkAgain);
    removeEventListener('unhandledrejection', explain);
  };
}

async function findCause(file: string | undefined, key: string | undefined): Promise<Cause> {
  if (!navigator.onLine) return 'offline';
  if (!file && key && failuresOf(key) === 0) return 'slow';
  const answer = file && (await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => null));
  if (!answer) return 'unreachable';
  if (answer.status === 404) return 'replaced';
  return answer.ok && failuresOf(file) >= MAX_FAILURES ? 'unloadable' : 'unreachable';
}

function textFor(cause: Cause, retry: () => void, href = location.href): ToastOptions {
  const reload = { label: 'Reload', onClick: () => location.assign(href) };
  switch (cause) {
    case 'offline':
      return { title: 'You’re offline', description: OPENS_LATER };
    case 'unreachable':
      return {
        title: 'We can’t reach the studio',
        description: OPENS_LATER,
        action: { label: 'Try again', onClick: retry },
      };
    case 'slow':
      return {
        title: 'This is taking a while',
        description: 'The page opens when it has arrived.',
        action: { label: 'Try again', onClick: retry },
      };
    case 'replaced':
      return {
        title: 'A new version is ready',
        description: 'Reload to use all of it. Save what you are writing first.',
        action: reload,
      };
    case 'unloadable':
      return {
        title: 'This page could not be loaded',
        description: 'Reload to open it. Save what you are writing first.',
        action: reload,
      };
  }
}
