// Remembers the data of the routes on the screen. When a reload fails for a moment, the page stays as it was, and the
// layout stays around a page that cannot be opened. The router alone would replace all of it, and lose what was typed.

import type { MiddlewareFunction } from 'react-router';
import { withoutLanguage } from '#app/language/language-path.ts';
import { announceEnd, sessionRound } from '#app/shell/session/session-store.ts';
import { isTemporary } from './error-kind.ts';

interface RouteData {
  id: string;
  pathname: string;
  loaderData: unknown;
  /** The page itself, not a layout around it. */
  isPage: boolean;
}

type Match = Omit<RouteData, 'isPage'>;
type Results = Record<string, { type: 'data' | 'error'; result: unknown }>;

let shown: { address: string; routes: RouteData[] } = { address: '', routes: [] };
let isPageLoading = false;
let readAt: Date | null = null;
let staleSince: Date | null = null;
const listeners = new Set<() => void>();

/** Called by the layout whenever it shows new data; `address` is the path and query of that page. */
export function rememberPageData(address: string, matches: readonly Match[]): void {
  const routes = matches.map(({ id, pathname, loaderData }, index) => ({
    id,
    pathname,
    loaderData,
    isPage: index === matches.length - 1,
  }));
  // A page that still loads the rest in the browser is not complete.
  const isComplete = ({ isPage, loaderData }: RouteData) =>
    loaderData !== undefined && !(isPage && isPageLoading);
  shown = { address, routes: routes.filter(isComplete) };
  readAt ??= new Date();
}

export function setPageLoading(isLoading: boolean): void {
  isPageLoading = isLoading;
}

/** When the data on the screen was loaded, if reloading it has failed since. */
export const readStale = (): Date | null => staleSince;
export const noStale = (): null => null;

export function subscribeToStale(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs around every load of the dashboard's data in the browser. */
export const saveStaleData: MiddlewareFunction<Record<string, unknown>> = async ({ request }, next) => {
  const round = sessionRound();
  const results = (await next()) as Results;
  // An aborted load was replaced by a newer one: it says nothing about the server.
  if (request.method !== 'GET' || request.signal.aborted) return results;
  const { pathname: fullPath, search } = new URL(request.url);
  const pathname = withoutLanguage(fullPath);
  const isSamePage = pathname + search === shown.address;
  if (isSamePage && isSentToSignIn(results)) {
    // The session ended: keep the page and ask to sign in above it.
    for (const { id, loaderData } of shown.routes)
      if (results[id]) results[id] = { type: 'data', result: loaderData };
    announceEnd(round);
    return results;
  }
  let isStale = false;
  for (const { id, pathname: around, loaderData, isPage } of shown.routes) {
    const found = results[id];
    if (found?.type !== 'error' || !isTemporary(found.result)) continue;
    // When another page was opened, that page shows the error itself.
    if (!isSamePage && (isPage || !pathname.startsWith(around))) continue;
    results[id] = { type: 'data', result: loaderData };
    isStale = isSamePage;
  }
  if (!isStale && !isBroken(results)) readAt = new Date();
  setStale(isStale ? readAt : null);
  return results;
};

function isBroken(results: Results): boolean {
  return Object.values(results).some(({ type }) => type === 'error');
}

function isSentToSignIn(results: Results): boolean {
  return Object.values(results).some(
    ({ result }) =>
      result instanceof Response &&
      withoutLanguage(result.headers.get('location') ?? '').startsWith('/sign-in'),
  );
}

function setStale(since: Date | null): void {
  if (staleSince === since) return;
  staleSince = since;
  for (const listener of listeners) listener();
}
