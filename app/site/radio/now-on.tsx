// The current, previous and next track. Connected to the station while the page is visible.

import { useEffect } from 'react';
import { clockTime } from '#app/language/format-time.ts';
import { t } from '#app/language/messages.ts';
import { holdAirWhileSeen } from '#app/shell/radio-player/air-feed.ts';
import { useRadioPlayer } from '#app/shell/radio-player/use-radio-player.ts';
import { Badge } from '#app/ui/badge.tsx';

const SHOWN = 6;

export function NowOn({ zone }: { zone: string }) {
  const air = useRadioPlayer((player) => player.air);
  useEffect(() => holdAirWhileSeen(), []);
  const now = air?.now;
  const listeners = air?.listeners.current ?? 0;
  return (
    <div className="now-on" aria-busy={air ? undefined : true}>
      <div className="now-on-track">
        {now?.cover && <img src={now.cover} alt="" width="160" height="160" />}
        <div>
          <p className="now-on-state">
            {air?.isLive ? (
              <Badge tone="live">{t('site.radio.live')}</Badge>
            ) : (
              <span>{now ? t('site.radio.playing') : t('site.radio.loading')}</span>
            )}
            {listeners > 0 && <span>{t('site.radio.listeners', { listeners })}</span>}
          </p>
          <h3>{now?.title ?? '…'}</h3>
          <p>{now?.artist}</p>
          {air?.next && !air.isLive && (
            <p className="now-on-next">
              {' '}
              {air.next.artist
                ? t('site.radio.next_track_by', { title: air.next.title, artist: air.next.artist })
                : t('site.radio.next_track', { title: air.next.title })}
            </p>
          )}
        </div>
      </div>
      <div>
        <h3 className="now-on-before">{t('site.radio.recently_played')}</h3>
        {air && air.history.length === 0 ? (
          <p className="now-on-next">{t('site.radio.no_tracks_yet_tracks_appear_here')}</p>
        ) : (
          <ol className="now-on-history">
            {air?.history.slice(0, SHOWN).map((item) => (
              <li key={item.id}>
                <time dateTime={item.startedAt}>{clockTime(new Date(item.startedAt), zone)}</time>
                <b>{item.title}</b>
                <span>{item.artist}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}
