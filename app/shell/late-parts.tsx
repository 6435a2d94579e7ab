// What works unseen once the page has settled: the human check, counting, places that change before one's eyes.
import type { PublicSettings } from '#app/site-context.ts';
import Analytics from './analytics/analytics.tsx';
import BotCheck from './bot-check/bot-check.tsx';
import { LivePlaces } from './live-places/live-places.ts';

export default function LateParts({ settings }: { settings: PublicSettings }) {
  return (
    <>
      <BotCheck />
      <Analytics measurementId={settings.analyticsId} />
      <LivePlaces />
    </>
  );
}
