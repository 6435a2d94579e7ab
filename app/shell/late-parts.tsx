// Parts that run once the page has settled: the bot check, analytics, live places, places that became free, late fonts
// and connection notices. A part that fails affects nothing else.
import { useEffect } from 'react';
import type { PublicSettings } from '#app/site-context.ts';
import { PartBoundary } from '#app/ui/late-part.tsx';
import Analytics from './analytics/analytics.tsx';
import BotCheck from './bot-check/bot-check.tsx';
import { restorePictures } from './connection/restore-pictures.ts';
import { restoreStylesheets } from './connection/restore-stylesheets.ts';
import { watchConnection } from './connection/watch-connection.ts';
import { useLateFonts } from './document/late-fonts.ts';
import { FreedPlaces } from './live-places/freed-places.tsx';
import { LivePlaces } from './live-places/live-places.ts';

export default function LateParts({ settings }: { settings: PublicSettings }) {
  useEffect(watchConnection, []);
  useEffect(restoreStylesheets, []);
  useEffect(restorePictures, []);
  useLateFonts();
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
      <PartBoundary>
        <FreedPlaces streamUrl={settings.streamUrl} />
      </PartBoundary>
    </>
  );
}
