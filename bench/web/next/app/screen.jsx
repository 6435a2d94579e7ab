'use client';
// Our own components, as they are. One client tree on purpose: the data crosses to the browser once, where server
// components would send the whole markup a second time as their payload.
import '../speech.mjs';
import { WordmarkDefinition } from '#app/features/wordmark/wordmark.tsx';
import { Intro } from '#app/shell/intro/intro.tsx';
import { RadioPlayer } from '#app/shell/radio-player/radio-player.tsx';
import { RouteOverlay } from '#app/shell/route-overlay/route-overlay.tsx';
import HomePage from '#app/site/home/home-page.tsx';
import PublicLayout from '#app/site/layout/public-layout.tsx';
import { RouteData } from '../react-router-for-next.jsx';

export function Screen({ root, page }) {
  return (
    <RouteData value={{ root, page, outlet: <HomePage /> }}>
      <WordmarkDefinition word={root.word} />
      <div id="page">
        <PublicLayout />
        <RadioPlayer
          onAir={root.onAir}
          streamUrl={root.settings.streamUrl}
          stationName={root.studio.name}
          zone={root.studio.zone}
        />
      </div>
      <Intro word={root.word} playerUrl="/assets/intro-player.js" />
      <RouteOverlay />
      <p id="route-announcer" className="sr-only" role="status" />
    </RouteData>
  );
}
