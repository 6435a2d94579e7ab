import { useLocation, useRouteLoaderData } from 'react-router';
import { useRadioPlayer } from './use-radio-player.ts';

const DASHBOARD = /^\/dashboard(?:\/|$)/;
const CONTROL_ROOM = /^\/dashboard\/radio(?:\/|$)/;

/** In the dashboard: for the host whose show is on air, on the radio's own pages, and for those who ask for it. */
export function useIsBarShown(showOnAir: string | undefined): boolean {
  const { pathname } = useLocation();
  const isWanted = useRadioPlayer((player) => player.playing || player.isBarWanted);
  const layout = useRouteLoaderData('dashboard/dashboard-layout') as { ownShows?: string[] } | undefined;
  if (!DASHBOARD.test(pathname) || CONTROL_ROOM.test(pathname) || isWanted) return true;
  return showOnAir !== undefined && (layout?.ownShows?.includes(showOnAir) ?? false);
}
