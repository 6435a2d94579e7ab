// Asks the service worker to keep the teacher's pages and the files they need, so that they open without a network.
// The pages hold no names: those lie in phone-store.ts, and both go when somebody signs out.

/** Resolves to whether everything is kept. Pages that are all there is to keep let every other one go. */
export async function cachePages(paths: readonly string[], { isAll }: { isAll: boolean }): Promise<boolean> {
  const worker = (await navigator.serviceWorker?.ready)?.active;
  if (!worker) return false;
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
  return ask(worker, { type: 'keep-register', pages: paths, files: [...new Set(files)], isAll });
}

export async function forgetPages(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) await ask(registration.active, { type: 'forget-register' });
}

const ANSWER_MS = 20_000;

function ask(worker: ServiceWorker, wish: object): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === 'done');
    setTimeout(() => resolve(false), ANSWER_MS);
    worker.postMessage(wish, [port2]);
  });
}
