import { useRouteLoaderData } from 'react-router';
import type { loader } from './dashboard-layout.tsx';

export const LAYOUT_ID = 'dashboard/dashboard-layout';

/** Who is at work in this dashboard. */
export function useCurrentUser() {
  const known = useRouteLoaderData<typeof loader>(LAYOUT_ID);
  if (!known) throw new Error('Nobody is known outside of the dashboard.');
  return known;
}
