// The browser's only access to the backend. Small enough for every page: the client library is loaded on first use.
// Server rendering has its own client, in the site context.
import type { StudioClient } from '#contracts/studio-client.ts';
import type { BackendSettings } from './browser-client.ts';

/** Settings that the page passes to the browser. */
export interface ClientSettings extends BackendSettings {
  /** The base URL of the product's API; empty means the page's own origin. */
  apiBaseUrl: string;
  turnstileSiteKey: string | null;
}

let settings: ClientSettings | undefined;
let opening: Promise<StudioClient> | undefined;
let opened: StudioClient | undefined;
let held: Promise<unknown> = Promise.resolve();
const listeners = new Set<(client: StudioClient) => void>();

/** Called by the root before anything on the page uses the backend. */
export function configureBackend(to: ClientSettings): void {
  settings = to;
}

export function backendSettings(): ClientSettings {
  if (!settings) throw new Error('The backend was used before the page set its address.');
  return settings;
}

/** The URL of a path of the product's API. */
export function apiUrl(path: string): string {
  return `${settings?.apiBaseUrl ?? ''}/api${path}`;
}

/** All calls wait for this work: an old session is removed before a new one begins. */
export function holdBackendUntil(work: Promise<unknown>): void {
  held = work.catch(() => {});
}

/** The client, ready to be used. Rejects when its file cannot be loaded; `onFailure` ends what is shown meanwhile. */
export async function backend(onFailure?: (reason: unknown) => void): Promise<StudioClient> {
  await held;
  try {
    return await openBackend();
  } catch (reason) {
    onFailure?.(reason);
    throw reason;
  }
}

/** The client, without waiting for the work above. */
export function openBackend(): Promise<StudioClient> {
  opening ??= load().catch((reason) => {
    // A file that could not be loaded is requested again at the next try.
    opening = undefined;
    throw reason;
  });
  return opening;
}

/** Calls back once the client is open, immediately if it already is. */
export function whenBackendOpens(listener: (client: StudioClient) => void): () => void {
  if (opened) listener(opened);
  else listeners.add(listener);
  return () => listeners.delete(listener);
}

async function load(): Promise<StudioClient> {
  const to = backendSettings();
  const { openBrowserClient } = await import('./browser-client.ts');
  opened = openBrowserClient(to);
  for (const listener of listeners) listener(opened);
  return opened;
}
