// What stands on the screen, remembered by its routes, so that a network that fails for a moment takes nothing away:
// the frame stays around a room that cannot be opened, and a room that is only read again stays as it was.
// The router itself would throw all of it away, and with it what somebody was typing.
import type { MiddlewareFunction } from 'react-router';
import { announceSession } from '#app/shell/session/session-store.ts';
import { isTemporary } from './error-kind.ts';

interface RouteData {
  id: string;
  pathname: string;
  loaderData: unknown;
  /** The room itself; the others stand around it. */
  isPage: boolean;
}

type Match = Omit<RouteData, 'isPage'>;
type Results = Record<string, { type: 'data' | 'error'; result: unknown }>;

let shown: { address: string; routes: RouteData[] } = { address: '', routes: [] };
let isPageLoading = false;
let readAt: Date | null = null;
let staleSince: Date | null = null;
const listeners = new Set<() => void>();

/** Said by the frame whenever something new stands in it; `address` is the path and the query that were read. */
export function rememberPageData(address: string, matches: readonly Match[]): void {
  const routes = matches.map(({ id, pathname, loaderData }, index) => ({
    id,
    pathname,
    loaderData,
    isPage: index === matches.length - 1,
  }));
  // What the server sent for a room that reads the rest itself is no room yet.
  const stands = ({ isPage, loaderData }: RouteData) =>
    loaderData !== undefined && !(isPage && isPageLoading);
  shown = { address, routes: routes.filter(stands) };
  readAt ??= new Date();
}

export function setPageLoading(isLoading: boolean): void {
  isPageLoading = isLoading;
}

/** When what is on the screen was read, if reading it again did not work since. */
export const readStale = (): Date | null => staleSince;
export const noStale = (): null => null;

export function subscribeToStale(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs around every reading of the dashboard's data in the browser. */
export const keepStaleData: MiddlewareFunction<Record<string, unknown>> = async ({ request }, next) => {
  const results = (await next()) as Results;
  // A reading that a newer one took the place of was broken off by ourselves: it says nothing about the studio.
  if (request.method !== 'GET' || request.signal.aborted) return results;
  const { pathname, search } = new URL(request.url);
  const isSamePage = pathname + search === shown.address;
  if (isSamePage && isSentToTheDoor(results)) {
    // Reading again found the session over: the room is covered and asks to sign in above it, it is not left.
    for (const { id, loaderData } of shown.routes)
      if (results[id]) results[id] = { type: 'data', result: loaderData };
    announceSession('SIGNED_OUT', null);
    return results;
  }
  let isStale = false;
  for (const { id, pathname: around, loaderData, isPage } of shown.routes) {
    const found = results[id];
    if (found?.type !== 'error' || !isTemporary(found.result)) continue;
    // On the way to another room the room itself says what happened.
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

function isSentToTheDoor(results: Results): boolean {
  return Object.values(results).some(
    ({ result }) => result instanceof Response && result.headers.get('location')?.startsWith('/sign-in'),
  );
}

function setStale(since: Date | null): void {
  if (staleSince === since) return;
  staleSince = since;
  for (const listener of listeners) listener();
}
