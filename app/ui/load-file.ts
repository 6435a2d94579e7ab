// Loads built files after the first view and waits while there is no network: a failed file is requested again, so that
// no page, sound or text is lost. The build redirects the router's own imports here (bin/patch-router.mjs). Imports
// nothing: it is part of the same built file as the router.

// Browsers have different messages for a failed request or a module that did not load; the router has one for the login
// page of a wireless network.
const UNREACHED =
  /failed to fetch|load failed|network ?error|error loading dyn|importing a module script|unable to (preload|decode)/i;
const BUILT_FILE = /\/assets\/[\w.-]+/;
const MAX_DELAY_MS = 60_000;
/** From this attempt on, assume that the browser caches a failed import for as long as the page lives. */
const REMEMBERED_FROM = 2;

/** How often each missing item could not be loaded: built files by path, pages by location key. */
const failures = new Map<string, number>();
const retries = new Set<() => void>();
const listeners = new Set<() => void>();

export function isUnreached(error: unknown): boolean {
  return UNREACHED.test(String((error as { message?: unknown } | null)?.message));
}

/** How often a missing item was requested in vain; 0 when it is only slow. */
export const failuresOf = (name: string): number => failures.get(name) ?? 0;
export const isMissing = (name: string): boolean => failures.has(name);
/** Paths of the built files that have not loaded yet. */
export const missingFiles = (): string[] => [...failures.keys()].filter((name) => BUILT_FILE.test(name));

export function subscribeToMissing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records a failure and resolves when it is time to retry: after a while, with the network, or on request. */
export function untilRetry(name: string, signal?: AbortSignal): Promise<void> {
  const count = failuresOf(name) + 1;
  failures.set(name, count);
  notify();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      retries.delete(end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(500 * 2 ** count, MAX_DELAY_MS));
    retries.add(end);
    signal?.addEventListener('abort', end);
    addEventListener('online', retryNow);
  });
}

/** For something that has neither failed nor loaded. */
export function noteSlow(name: string): void {
  failures.set(name, failuresOf(name));
  notify();
}

export function noteReached(name: string): void {
  if (failures.delete(name)) notify();
}

export function retryNow(): void {
  for (const retry of [...retries]) retry();
}

/** Rejects only when the file loaded and is broken. */
export async function loadFile<Module>(
  load: (attempt: number) => Promise<Module>,
  path = '',
): Promise<Module> {
  let name = path;
  for (let attempt = 0; ; attempt++) {
    try {
      const module = await load(attempt);
      noteReached(name);
      return module;
    } catch (error) {
      if (!isUnreached(error)) {
        noteReached(name);
        throw error;
      }
      name ||= BUILT_FILE.exec(String((error as Error).message))?.[0] ?? '';
      await untilRetry(name);
    }
  }
}

/** For the router: a file of a page that is being opened. No other built file imports it, so it may be loaded twice. */
export function importFile<Module>(path: string): Promise<Module> {
  // Another fragment is another module to the browser, but the same file on the network.
  return loadFile(
    (attempt) =>
      import(
        /* @vite-ignore */ /* turbopackIgnore: true */ attempt < REMEMBERED_FROM ? path : `${path}#${attempt}`
      ),
    path,
  );
}

interface RouteFile {
  id: string;
  module: string;
}

/** For the router: the module of a page that is being opened. */
export async function loadRouteModule(route: RouteFile, loaded: Record<string, unknown>): Promise<unknown> {
  loaded[route.id] ??= await importFile(route.module);
  return loaded[route.id];
}

/** For the router: the module of a prefetched page. If it fails, it is loaded when the page is opened. */
export async function prefetchRouteModule(
  route: RouteFile,
  loaded: Record<string, unknown>,
): Promise<unknown> {
  try {
    loaded[route.id] ??= await import(/* @vite-ignore */ route.module);
  } catch {
    return {};
  }
  return loaded[route.id];
}

function notify(): void {
  for (const listener of listeners) listener();
}
