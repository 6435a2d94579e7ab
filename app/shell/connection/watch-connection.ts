// Explains why a page does not open and offers what helps: trying again or, when the server runs a newer version
// without an old file, a reload. It never reloads by itself: the radio may be playing.
import { t } from '#app/language/messages.ts';
import { failuresOf, isUnreached, missingFiles, retryNow, subscribeToMissing } from '#app/ui/load-file.ts';
import { type ToastOptions, toast, toastError } from '#app/ui/toast/toast-store.ts';
import { heldFiles, isNavigationHeld, pageRouter } from './held-navigation.ts';

type Cause = 'offline' | 'unreachable' | 'slow' | 'replaced' | 'unloadable';

/** A file that exists and still fails this often is cached as failed by the browser until the next reload. */
const MAX_FAILURES = 4;
/** Long enough to read, and short enough not to cover the menu. */
const SHOWN_MS = 10_000;

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
    toastError(t('shared.shell.that_did_not_work'), t('shared.shell.we_cant_reach_the_studio_nothing'));
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
  const reload = { label: t('shared.shell.reload'), onClick: () => location.assign(href) };
  switch (cause) {
    case 'offline':
      return { title: t('shared.shell.youre_offline'), description: t('shared.shell.the_page_opens_later') };
    case 'unreachable':
      return {
        title: t('shared.shell.we_cant_reach_the_studio'),
        description: t('shared.shell.the_page_opens_later'),
        action: { label: t('shared.shell.try_again'), onClick: retry },
      };
    case 'slow':
      return {
        title: t('shared.shell.this_is_taking_a_while'),
        description: t('shared.shell.the_page_opens_when_it_has'),
        action: { label: t('shared.shell.try_again'), onClick: retry },
      };
    case 'replaced':
      return {
        title: t('shared.shell.a_new_version_is_ready'),
        description: t('shared.shell.reload_to_use_all_of_it'),
        action: reload,
      };
    case 'unloadable':
      return {
        title: t('shared.shell.this_page_could_not_be_loaded'),
        description: t('shared.shell.reload_to_open_it_save_what'),
        action: reload,
      };
  }
}
