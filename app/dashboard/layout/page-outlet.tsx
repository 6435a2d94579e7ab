// Holds the current page: shows progress while the next one loads, a notice when data is stale, and remembers what is shown.

import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useLocation, useMatches, useNavigation } from 'react-router';
import { t } from '#app/language/messages.ts';
import { isNavigationHeld } from '#app/shell/connection/held-navigation.ts';
import { subscribeToMissing } from '#app/ui/load-file.ts';
import { Progress } from '#app/ui/progress.tsx';
import { rememberPageData } from './stale-data.ts';
import { StaleNotice } from './stale-notice.tsx';

export function PageOutlet({ children }: { children: ReactNode }) {
  const isHeld = useSyncExternalStore(subscribeToMissing, isNavigationHeld, () => false);
  const isNavigating = useNavigation().state !== 'idle' && !isHeld;
  const { pathname, search } = useLocation();
  const matches = useMatches();
  useEffect(() => rememberPageData(pathname + search, matches), [pathname, search, matches]);
  return (
    <main id="main" className="dash-main" aria-busy={isNavigating || undefined}>
      {/* In an element of its own: as the first in the page it would have the browser restyle what follows. */}
      <div className="dash-loading">
        {isNavigating && (
          <Progress className="dash-progress" label={t('dashboard.layout.loading_page')} value={null} />
        )}
      </div>
      <StaleNotice />
      {children}
    </main>
  );
}
