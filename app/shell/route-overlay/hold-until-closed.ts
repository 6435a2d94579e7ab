// A page that loads faster than the slats close would be replaced visibly. Client middleware holds the new page until
// the old one is hidden.
import type { MiddlewareFunction } from 'react-router';
import { afterTransitions } from './after-transitions.ts';
import { routeOverlay } from './overlay.ts';

export const holdUntilClosed: MiddlewareFunction<Record<string, unknown>> = async (_args, next) => {
  const results = await next();
  // The router announces a navigation in a transition, and the overlay begins with it.
  await afterTransitions();
  await routeOverlay.untilClosed();
  return results;
};
