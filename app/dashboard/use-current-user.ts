import { useRouteLoaderData } from 'react-router';
import type { loader } from './dashboard-layout.tsx';

export const LAYOUT_ID = 'dashboard/dashboard-layout';

export function useCurrentUser() {
  const known = useRouteLoaderData<typeof loader>(LAYOUT_ID);
  if (!known) throw new Error('useCurrentUser works only inside the dashboard layout.');
  return known;
}
