// Parts that run once the page has settled: the bot check, analytics, live places, and connection notices. A part that
// fails affects nothing else.
import { useEffect } from 'react';
import type { PublicSettings } from '#app/site-context.ts';
import { PartBoundary } from '#app/ui/late-part.tsx';
import Analytics from './analytics/analytics.tsx';
import BotCheck from './bot-check/bot-check.tsx';
import { restoreStylesheets } from './connection/restore-stylesheets.ts';
import { watchConnection } from './connection/watch-connection.ts';
import { LivePlaces } from './live-places/live-places.ts';

export default function LateParts({ settings }: { settings: PublicSettings }) {
  useEffect(watchConnection, []);
  useEffect(restoreStylesheets, []);
  return (
    <>
      <PartBoundary>
        <BotCheck />
      </PartBoundary>
      <PartBoundary>
        <Analytics measurementId={settings.analyticsId} />
      </PartBoundary>
      <PartBoundary>
        <LivePlaces />
      </PartBoundary>
    </>
  );
}
