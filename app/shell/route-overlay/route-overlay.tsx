// Covers every route change outside /dashboard until the new page is ready, then opens.

import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { withoutLanguage } from '#app/language/language-path.ts';
import { isNavigationHeld } from '#app/shell/connection/held-navigation.ts';
import { focusHeading } from '#app/shell/document/focus-heading.ts';
import { subscribeToMissing } from '#app/ui/load-file.ts';
import { useAfterTransitions } from './after-transitions.ts';
import { routeOverlay } from './overlay.ts';
import { slatCuts } from './slats.ts';

/** Filters and anchors stay on the same page; the dashboard has no overlay. */
function needsOverlay(fromPath: string, toPath: string): boolean {
  return fromPath !== toPath && !isDashboard(toPath);
}

function isDashboard(path: string): boolean {
  return path === '/dashboard' || path.startsWith('/dashboard/');
}

export function RouteOverlay() {
  const navigation = useNavigation();
  const location = useLocation();
  const state = useSyncExternalStore(routeOverlay.subscribe, routeOverlay.state, () => 'idle' as const);
  // While a page waits for the network, the old one stays usable.
  const isHeld = useSyncExternalStore(subscribeToMissing, isNavigationHeld, () => false);
  const goingTo =
    navigation.state === 'loading' && !isHeld ? withoutLanguage(navigation.location.pathname) : undefined;

  useLayoutEffect(() => {
    if (goingTo === undefined) routeOverlay.complete();
    else if (needsOverlay(location.pathname, goingTo)) routeOverlay.cover();
  }, [goingTo, location.pathname]);
  // After the effect above, so that the overlay has begun when the wait ends.
  useAfterTransitions();

  usePageInert(state !== 'idle');
  useArrival(location.pathname, state === 'idle');

  return (
    <div
      data-slot="route-overlay"
      data-state={state}
      className={state === 'idle' ? undefined : 'route-overlay-shown'}
      aria-hidden="true"
    >
      {state !== 'idle' &&
        slatCuts.map((slat) => (
          <i
            key={slat.start}
            style={{ insetInlineStart: `${slat.start}%`, width: `calc(${slat.width}% + 1px)` }}
          />
        ))}
    </div>
  );
}

/** Nothing beneath the overlay can be focused, clicked or read while it covers. */
function usePageInert(isInert: boolean): void {
  useLayoutEffect(() => {
    const page = document.getElementById('page');
    if (page) page.inert = isInert;
  }, [isInert]);
}

/** Moves the focus to the new page's heading after a route change, so that screen readers announce it. */
function useArrival(pathname: string, isFree: boolean): void {
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    if (!isFree || arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    focusHeading();
    const announcer = document.getElementById('route-announcer');
    if (announcer) announcer.textContent = document.title;
  }, [pathname, isFree]);
}
