// The bar while a recording is loaded: its title, its position, and the way back to the radio.

import { useEffect, useRef } from 'react';
import { formatPosition } from '#app/language/format-position.ts';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { type Excerpt, useExcerpt } from './excerpt-state.ts';
import { excerptPlayer } from './excerpt-store.ts';

export default function ExcerptBar({ excerpt }: { excerpt: Excerpt }) {
  const { title, by, to, url, durationMs } = excerpt;
  const position = useRef<HTMLInputElement>(null);
  const isPlaying = useExcerpt((state) => state.isPlaying);
  const seconds = useExcerpt((state) => Math.floor(state.positionMs / 1000));
  useEffect(
    () =>
      excerptPlayer.follow(url, (positionMs) => {
        position.current?.style.setProperty('--heard', String(Math.min(1, positionMs / durationMs)));
      }),
    [url, durationMs],
  );
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    session.metadata = new MediaMetadata({ title, artist: by });
    session.setActionHandler('play', () => excerptPlayer.toggle(excerpt));
    session.setActionHandler('pause', () => excerptPlayer.toggle(excerpt));
  }, [excerpt, title, by]);
  const time = t('shared.shell.time_of_duration', {
    time: formatPosition(seconds * 1000),
    duration: formatPosition(durationMs),
  });
  return (
    <aside data-slot="excerpt-bar" aria-label={t('shared.shell.recording')}>
      <button
        type="button"
        className="radio-button"
        aria-label={
          isPlaying ? t('shared.shell.pause_title', { title }) : t('shared.shell.play_title', { title })
        }
        onClick={() => excerptPlayer.toggle(excerpt)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
          <path d={isPlaying ? 'M5 3h5v18H5zM14 3h5v18h-5z' : 'M5 3v18l16-9z'} />
        </svg>
      </button>
      <p className="radio-now">
        <b>
          <Link to={to}>{title}</Link>
        </b>
        <span>{by}</span>
      </p>
      <input
        ref={position}
        className="excerpt-position"
        type="range"
        min={0}
        max={Math.floor(durationMs / 1000)}
        value={seconds}
        aria-label={t('shared.shell.position_in_title', { title })}
        aria-valuetext={time}
        onChange={({ currentTarget }) => excerptPlayer.seek(excerpt, currentTarget.valueAsNumber * 1000)}
      />
      <span className="excerpt-time" aria-hidden="true">
        {time}
      </span>
      <button type="button" className="excerpt-close" onClick={excerptPlayer.close}>
        {t('shared.shell.back_to_the_radio')}
      </button>
    </aside>
  );
}
