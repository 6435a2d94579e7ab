// The radio bar: fixed at the bottom of every page, outside the routes, so that navigation never stops the sound.

import type { ReactNode } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import type { FieldShape } from '#app/features/field/draw-field.ts';
import { MovingField } from '#app/features/field/moving-field.tsx';
import { commaSeparated, contentText } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import type { Marks } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { latePart, PartMissing } from '#app/ui/late-part.tsx';
import { Link } from '#app/ui/link.tsx';
import { loadFile } from '#app/ui/load-file.ts';
import { toast } from '#app/ui/toast/toast-store.ts';
import { whenSettled } from '#app/ui/when-settled.ts';
import type { NowPlaying } from '#contracts/radio.ts';
import { useExcerpt } from './excerpt-state.ts';
import { PlayIcon } from './play-icon.tsx';
import { radioPlayer } from './player-store.ts';
import { resume } from './resume.ts';
import { useIsBarShown } from './use-is-bar-shown.ts';
import { useRadioPlayer } from './use-radio-player.ts';

interface OnAirShow extends Marks {
  title: string;
  slug: string;
  host: string | null;
  until: string;
  endsAt: string;
  next: ({ title: string; at: string } & Marks) | null;
}

const RadioPanel = latePart(
  () => import('./radio-panel.tsx'),
  ({ retry }) => (
    <section id={PANEL_ID} className="radio-panel" aria-label={t('shared.shell.on_the_radio')}>
      <PartMissing retry={retry} />
    </section>
  ),
);
/** Covers the radio's bar once it is loaded. */
const ExcerptBar = latePart(() => import('./excerpt-bar.tsx'));
const PANEL_ID = 'radio-panel';
let companion: Promise<typeof import('./companion.ts')> | undefined;

const strip: FieldShape = {
  width: 720,
  height: 64,
  pitch: 5.6,
  thin: 0.26,
  thick: 0,
  strength: 0.84,
  waves: 3,
};

interface RadioPlayerProps {
  onAir: OnAirShow | null;
  streamUrl: string | null;
  /** Whether the site has a radio: without one there is no bar, but works and episodes are still heard. */
  isLinked: boolean;
  stationName: string;
  zone: string;
}

export function RadioPlayer({ onAir, streamUrl, isLinked, stationName, zone }: RadioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const level = useRef<() => number | undefined>(undefined);
  const [isOpen, setOpen] = useState(false);
  const isShown = useIsBarShown(onAir?.slug);
  const playing = useRadioPlayer((player) => player.playing);
  const liveState = useRadioPlayer((player) => player.state);
  // The radio page itself says which show is on: there the bar names the track, also before play is pressed.
  const isRadioPage = useLocation().pathname === '/radio';
  const air = useRadioPlayer((player) => (player.playing || isRadioPage ? player.air : null));
  const state = streamUrl ? liveState : 'offline';
  const isOwnStation = streamUrl?.startsWith('/') ?? false;
  const now = air?.now;
  const excerpt = useExcerpt((player) => player.excerpt);

  useEffect(() => {
    if (!audio.current) return;
    const detach = radioPlayer.attach(audio.current, streamUrl);
    resume();
    return detach;
  }, [streamUrl]);

  // Preloaded once the page has settled, so that it does not compete with the first view.
  useEffect(() => {
    if (!streamUrl) return;
    return whenSettled(() => {
      if (audio.current && !audio.current.src) audio.current.src = preloadUrl(streamUrl);
    });
  }, [streamUrl]);

  const prepare = useCallback(() => {
    // The sound does not wait for it.
    companion ??= loadFile(() => import('./companion.ts'));
    companion
      .then(({ startCompanion, soundLevel }) => {
        level.current = soundLevel;
        startCompanion({ stationName, isOwnStation });
      })
      .catch(() => {});
  }, [stationName, isOwnStation]);
  useEffect(() => {
    if (playing) prepare();
  }, [playing, prepare]);
  const close = useCallback(() => {
    setOpen(false);
    more.current?.focus();
  }, []);

  const { revalidate } = useRevalidator();
  const endsAt = onAir?.endsAt;
  useEffect(() => {
    if (!endsAt) return;
    // A little after the hour, so that a fast clock does not load the old show again.
    const timer = setTimeout(revalidate, new Date(endsAt).getTime() - Date.now() + 2000);
    return () => clearTimeout(timer);
  }, [endsAt, revalidate]);

  const press = () => {
    if (streamUrl) return radioPlayer.toggle();
    toast({
      title: t('shared.shell.the_station_is_off_air'),
      description: onAir?.next
        ? t('shared.shell.no_broadcast_right_now_next', { title: onAir.next.title, at: onAir.next.at })
        : t('shared.shell.no_broadcast_right_now'),
    });
  };

  const bar = (
    <aside
      data-slot="radio-player"
      data-state={state}
      hidden={!isLinked || !isShown}
      aria-label={t('shared.shell.radio')}
    >
      <button
        type="button"
        className="radio-button"
        aria-label={playing ? t('shared.shell.pause_radio') : t('shared.shell.play_radio')}
        onPointerEnter={prepare}
        onClick={press}
      >
        <PlayIcon isPlaying={playing} />
      </button>
      {streamUrl && (
        <noscript>
          <a className="radio-button" href={streamUrl} aria-label={t('shared.shell.play_radio')}>
            <PlayIcon isPlaying={false} />
          </a>
        </noscript>
      )}
      <p className="radio-now" data-cover={now?.cover ? true : undefined}>
        {now?.cover && <img src={now.cover} alt="" width="48" height="48" />}
        <b>{(now?.title ?? contentText(onAir, 'title')) || t('shared.shell.radio')}</b>
        <span>
          <PlayerLine
            state={state}
            isWanted={playing}
            onAir={onAir}
            air={air}
            sinceZone={isRadioPage ? zone : undefined}
          />
        </span>
      </p>
      <MovingField
        className="field radio-field"
        shape={strip}
        phase={1.1}
        isMoving={state === 'playing'}
        level={level}
      />
      {/* Filled later, by live-places/freed-places.tsx. */}
      <p id="radio-places" />
      {onAir?.next && (
        <p className="radio-next">
          {rich('shared.shell.next_at_title', {
            at: onAir.next.at,
            title: contentText(onAir.next, 'title'),
            b: (text) => <b>{text}</b>,
          })}
        </p>
      )}
      <Link className="radio-schedule" to="/radio">
        {t('shared.shell.schedule')}
      </Link>
      <button
        ref={more}
        type="button"
        className="radio-more"
        aria-label={t('shared.shell.what_is_on_the_radio')}
        aria-expanded={isOpen}
        aria-controls={PANEL_ID}
        onClick={() => setOpen(!isOpen)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
          <path d={isOpen ? 'M3 8l9 9 9-9-2-2-7 7-7-7z' : 'M3 16l9-9 9 9-2 2-7-7-7 7z'} />
        </svg>
      </button>
      {isOpen && <RadioPanel id={PANEL_ID} zone={zone} isOwnStation={isOwnStation} onClose={close} />}
      <audio ref={audio} data-slot="radio-audio" preload="auto" hidden>
        {t('shared.shell.your_browser_does_not_support_html5')}
      </audio>
    </aside>
  );
  return (
    <>
      {bar}
      {excerpt && <ExcerptBar excerpt={excerpt} />}
    </>
  );
}

/** Our own station sends its last seconds to a page that only preloads; a listener is counted once they play. */
function preloadUrl(streamUrl: string): string {
  return streamUrl.startsWith('/') ? `${streamUrl}?preload=1` : streamUrl;
}

interface PlayerLineProps {
  state: string;
  /** Play was pressed. */
  isWanted: boolean;
  onAir: OnAirShow | null;
  air: NowPlaying | null;
  /** Set where the page names the show: the line then says since when the track has been playing. */
  sinceZone: string | undefined;
}

function PlayerLine({ state, isWanted, onAir, air, sinceZone }: PlayerLineProps) {
  if (state === 'offline' && isWanted) return <>{t('shared.shell.you_are_offline_the_radio_continues')}</>;
  if (state === 'offline') return <>{t('shared.shell.off_air_back_soon')}</>;
  if (state === 'connecting') return <>{t('shared.shell.connecting')}</>;
  if (state === 'reconnecting') return <>{t('shared.shell.connection_lost_reconnecting')}</>;
  if (air?.now && sinceZone) {
    const time = clockTime(new Date(air.now.startedAt), sinceZone);
    return (
      <>
        {air.now.artist
          ? t('shared.shell.artist_since', { artist: air.now.artist, time })
          : t('shared.shell.since', { time })}
      </>
    );
  }
  if (air?.now) {
    const show = contentText(air.show ?? onAir, 'title');
    return (
      <>
        <span className="radio-live">{air.isLive ? t('shared.shell.live') : t('shared.shell.on_air')}</span>{' '}
        {commaSeparated([air.now.artist, show])}
      </>
    );
  }
  if (!onAir) return <>{t('shared.shell.listen_live')}</>;
  return (
    <>
      {onAir.host
        ? rich('shared.shell.on_air_until_with_host', { time: onAir.until, host: onAir.host, live: liveMark })
        : rich('shared.shell.on_air_until', { time: onAir.until, live: liveMark })}
    </>
  );
}

function liveMark(text: ReactNode) {
  return <span className="radio-live">{text}</span>;
}
