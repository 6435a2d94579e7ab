// A page that loads faster than the slats close would be swapped in plain sight.
// Client middleware holds the new page back until the old one is hidden.
import type { MiddlewareFunction } from 'react-router';
import { routeOverlay } from './overlay.ts';

export const holdUntilClosed: MiddlewareFunction<Record<string, unknown>> = async (_args, next) => {
  const results = await next();
  // The router announces a navigation in a transition: give the overlay a frame to hear of it.
  await new Promise((resolve) => setTimeout(resolve, 20));
  await routeOverlay.untilClosed();
  return results;
};
