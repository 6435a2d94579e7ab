// The last tracks. What is on now is in the bar below: connected to the station while the page is visible.

import { useEffect } from 'react';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { holdAirWhileSeen } from '#app/shell/radio-player/air-feed.ts';
import { useRadioPlayer } from '#app/shell/radio-player/use-radio-player.ts';

const SHOWN = 6;

export function RecentlyPlayed({ zone }: { zone: string }) {
  const air = useRadioPlayer((player) => player.air);
  useEffect(() => holdAirWhileSeen(), []);
  if (air && air.history.length === 0)
    return <p className="air-history-note">{t('site.radio.no_tracks_yet_tracks_appear_here')}</p>;
  return (
    <ol className="air-history" aria-busy={air ? undefined : true}>
      {air?.history.slice(0, SHOWN).map((item) => (
        <li key={item.id}>
          <time dateTime={item.startedAt}>{clockTime(new Date(item.startedAt), zone)}</time>
          <b>{item.title}</b>
          <span>{item.artist}</span>
        </li>
      ))}
    </ol>
  );
}
