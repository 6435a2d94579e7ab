// A page that loads faster than the slats close would be replaced visibly. Client middleware holds the new page until
// the old one is hidden.
import type { MiddlewareFunction } from 'react-router';
import { routeOverlay } from './overlay.ts';

export const holdUntilClosed: MiddlewareFunction<Record<string, unknown>> = async (_args, next) => {
  const results = await next();
  // The router announces a navigation in a transition: wait a frame for the overlay.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await routeOverlay.untilClosed();
  return results;
};
