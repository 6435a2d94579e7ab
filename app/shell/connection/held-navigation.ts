// A page that cannot be reached does not replace the one on the screen: the navigation waits until there is a network
// again. Derived from the router's state; the notices are in watch-connection.ts.
import type { DataRouter } from 'react-router';
import { isMissing } from '#app/ui/load-file.ts';

interface RouterWindow {
  __reactRouterDataRouter?: DataRouter;
  __reactRouterManifest?: { routes: Record<string, object> };
}

const routerWindow = globalThis as RouterWindow;

/** The router of the page; there is none on the server. */
export const pageRouter = (): DataRouter | undefined => routerWindow.__reactRouterDataRouter;

/** Files that the requested page still needs. */
export function heldFiles(): string[] {
  const { matches = [] } = pageRouter()?.state.navigation ?? {};
  const routes = routerWindow.__reactRouterManifest?.routes;
  return matches.flatMap(({ route }) => Object.values(routes?.[route.id] ?? {}).filter(isMissing));
}

/** Whether the requested page waits for the network: for its data, or for one of its files. */
export function isNavigationHeld(): boolean {
  const { location } = pageRouter()?.state.navigation ?? {};
  return location !== undefined && (isMissing(location.key) || heldFiles().length > 0);
}
