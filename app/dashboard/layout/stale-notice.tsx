// Says that what is on the screen could not be read again, and tries until it can. What was typed stays as it is.
import { useEffect, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { clockTime } from '#app/language/format-time.ts';
import { Button } from '#app/ui/button.tsx';
import { useOnline } from '../teach/offline/use-online.ts';
import { useStudio } from '../use-studio.ts';
import { noStale, readStale, subscribeToStale } from './stale-data.ts';
import { useRetry } from './use-retry.ts';

const TRY_MS = 15_000;

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
    const trying = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) void revalidate();
    }, TRY_MS);
    return () => clearInterval(trying);
  }, [revalidate]);
  return (
    <p className="dash-stale" role="alert">
      {isOnline ? 'The studio does not answer just now.' : 'You are offline.'} What you see is from{' '}
      {clockTime(since, zone)}, and what you type stays.{' '}
      <Button variant="link" size="sm" busy={isTrying} onClick={tryAgain}>
        Try again
      </Button>
    </p>
  );
}
