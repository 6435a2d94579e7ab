// The place where a room stands: shows that another one is on its way, says when this one could not be read again, and
// remembers what stands.
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useMatches, useNavigation } from 'react-router';
import { isNavigationHeld } from '#app/shell/connection/held-navigation.ts';
import { subscribeToMissing } from '#app/ui/load-file.ts';
import { Progress } from '#app/ui/progress.tsx';
import { rememberPageData } from './stale-data.ts';
import { StaleNotice } from './stale-notice.tsx';

export function PageOutlet({ children }: { children: ReactNode }) {
  const isHeld = useSyncExternalStore(subscribeToMissing, isNavigationHeld, () => false);
  const isOnTheWay = useNavigation().state !== 'idle' && !isHeld;
  const { pathname, search } = useLocation();
  const matches = useMatches();
  useEffect(() => rememberPageData(pathname + search, matches), [pathname, search, matches]);
  return (
    <main id="main" className="dash-main" aria-busy={isOnTheWay || undefined}>
      {isOnTheWay && <Progress className="dash-passage" label="Opening" value={null} />}
      <StaleNotice />
      {children}
    </main>
  );
}
