import { useRouteLoaderData } from 'react-router';
import type { Person, Role } from '#contracts/visitor.ts';
import type { SidebarCounts } from './layout/sidebar-counts.ts';

const LAYOUT_ID = 'dashboard/dashboard-layout';

/** What the layout's loader reads once for all pages of the dashboard. */
export interface LayoutData {
  person: Pick<Person, 'id' | 'name' | 'email' | 'phone'>;
  roles: Role[];
  counts: SidebarCounts;
  /** The shows of the radio that they host: while one is on air, the player's bar is there. */
  ownShows: string[];
}

export function useLayoutData(): LayoutData | undefined {
  return useRouteLoaderData(LAYOUT_ID) as LayoutData | undefined;
}

export function useCurrentUser(): LayoutData {
  const known = useLayoutData();
  if (!known) throw new Error('useCurrentUser works only inside the dashboard layout.');
  return known;
}
