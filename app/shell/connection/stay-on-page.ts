// Wraps everything the router loads or submits in the browser. The router shows an error page for any failure, which
// would remove what the user reads, types or listens to. Here a lost network removes nothing: a navigation waits, a
// revalidated page stays as it was, and a form retains its input.

import { data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router';
import { t } from '#app/language/messages.ts';
import { isUnreached, noteReached, noteSlow, untilRetry } from '#app/ui/load-file.ts';
import { toastError } from '#app/ui/toast/toast-store.ts';
import { pageRouter } from './held-navigation.ts';

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>;

/** A connection that hangs must not leave the page covered. */
const SLOW_MS = 8000;

export const stayOnPage: MiddlewareFunction<Record<string, unknown>> = async ({ request }, next) => {
  const router = pageRouter();
  const opening = router?.state.navigation.location;
  const timer = setTimeout(() => {
    if (opening && !request.signal.aborted) noteSlow(opening.key);
  }, SLOW_MS);
  const results = (await next()) as Results;
  clearTimeout(timer);
  if (!router?.state.initialized || request.signal.aborted) return results;
  const { navigation, location, loaderData } = router.state;
  const failed = Object.keys(results).filter((id) => results[id]?.type === 'error');
  const lost = failed.filter((id) => isOutOfReach(results[id]?.result));
  if (request.method !== 'GET') {
    for (const id of lost) {
      results[id] = { type: 'data', result: data(router.state.actionData?.[id], { status: 503 }) };
      toastError(t('shared.shell.not_sent'), t('shared.shell.we_cant_reach_the_studio_what'));
    }
  } else if (navigation.location && isAddress(navigation.location, request)) {
    if (lost.length === 0) noteReached(navigation.location.key);
    else {
      await untilRetry(navigation.location.key, request.signal);
      // Users who navigated elsewhere meanwhile are not brought here.
      if (!request.signal.aborted) void router.revalidate();
    }
  } else if (isAddress(location, request)) {
    // After an update the data may have another shape, which would break this program and the radio in it.
    if (results.root?.type === 'data' && buildOf(results.root.result) !== buildOf(loaderData.root))
      results.root.result = loaderData.root;
    for (const id of failed)
      if (id in loaderData && isTemporary(results[id]?.result))
        results[id] = { type: 'data', result: loaderData[id] };
  }
  return results;
};

function buildOf(rootData: unknown): unknown {
  return (rootData as { buildId?: string } | undefined)?.buildId;
}

function isAddress({ pathname, search }: { pathname: string; search: string }, { url }: Request): boolean {
  const asked = new URL(url);
  return asked.pathname === pathname && asked.search === search;
}

/** No answer, or one from a proxy while the server restarts. */
function isOutOfReach(error: unknown): boolean {
  return isUnreached(error) || (isRouteErrorResponse(error) && error.status > 501 && error.status < 505);
}

/** Not an answer about this page, such as a redirect, "not found" or "no access". */
function isTemporary(error: unknown): boolean {
  return !(error instanceof Response) && !(isRouteErrorResponse(error) && error.status < 500);
}
