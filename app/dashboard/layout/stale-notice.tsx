// Says that the data on the screen may be out of date, and retries. What was typed stays.

import { useEffect, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { useStudio } from '../use-studio.ts';
import { noStale, readStale, subscribeToStale } from './stale-data.ts';
import { useOnline } from './use-online.ts';
import { useRetry } from './use-retry.ts';

const RETRY_MS = 15_000;

export function StaleNotice() {
  const since = useSyncExternalStore(subscribeToStale, readStale, noStale);
  return since && <StaleText since={since} />;
}

function StaleText({ since }: { since: Date }) {
  const { zone } = useStudio().studio;
  const isOnline = useOnline();
  const { tryAgain, isTrying } = useRetry();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate();
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <p className="dash-stale" role="alert">
      {isOnline
        ? t('dashboard.layout.stale_unreached', { time: clockTime(since, zone) })
        : t('dashboard.layout.stale_offline', { time: clockTime(since, zone) })}{' '}
      <LinkButton busy={isTrying} onClick={tryAgain}>
        {t('dashboard.common.try_again')}
      </LinkButton>
    </p>
  );
}
