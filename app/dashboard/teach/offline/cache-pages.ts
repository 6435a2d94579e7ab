// Asks the service worker to cache the teacher's pages and their files, so that they open offline. The pages contain no
// names: those are in phone-store.ts. Both are deleted on sign-out.

import { localPath } from '#app/language/language-path.ts';
import { whenSettled } from '#app/ui/when-settled.ts';

/** Resolves to whether everything is cached. With `isAll`, other cached pages are deleted. */
export async function cachePages(paths: readonly string[], { isAll }: { isAll: boolean }): Promise<boolean> {
  const worker = (await navigator.serviceWorker?.ready)?.active;
  if (!worker) return false;
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/(assets|messages)\//.test(pathname))
    .map(({ pathname }) => pathname);
  return ask(worker, {
    type: 'cache-register',
    pages: paths.map(localPath),
    files: [...new Set(files)],
    isAll,
  });
}

export async function forgetPages(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) await ask(registration.active, { type: 'forget-register' });
}

const ANSWER_MS = 20_000;

function ask(worker: ServiceWorker, message: object): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === 'done');
    setTimeout(() => resolve(false), ANSWER_MS);
    worker.postMessage(message, [port2]);
  });
}

/** Caches once the page has settled; `onDone` says whether all is cached. Returns what ends the wait. */
export function cacheWhenSettled(cache: () => Promise<boolean>, onDone: (isDone: boolean) => void) {
  let isCancelled = false;
  const forget = whenSettled(() => {
    cache().then(
      (isDone) => !isCancelled && onDone(isDone),
      () => {},
    );
  });
  return () => {
    isCancelled = true;
    forget();
  };
}
