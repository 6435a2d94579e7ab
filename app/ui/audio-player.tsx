// A recording to hear: play or pause, a position to drag or move by keys, the time. Before scripts run it is the
// browser's own control.

import { clsx } from 'clsx';
import { type ComponentProps, type CSSProperties, useEffect, useRef, useState } from 'react';
import { formatLength } from '#app/language/format-length.ts';
import { t } from '#app/language/messages.ts';

type AudioPlayerProps = Omit<ComponentProps<'div'>, 'title' | 'onPlay'> & {
  src: string;
  /** What is heard. */
  title: string;
  /** Known before anything is loaded. */
  durationMs: number;
  onPlay?(): void;
};

const PLAY = 'M6 3v18l15-9z';
const PAUSE = 'M5 3h5v18H5zM14 3h5v18h-5z';

export function AudioPlayer({ src, title, durationMs, onPlay, className, ...props }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isReady, setReady] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [total, setTotal] = useState(durationMs / 1000);
  useEffect(() => setReady(true), []);
  const toggle = () => {
    const { current } = audio;
    if (current?.paused) current.play().catch(() => setPlaying(false));
    else current?.pause();
  };
  const seek = (to: number) => {
    if (audio.current) audio.current.currentTime = to;
    setSeconds(to);
  };
  const time = formatLength(seconds * 1000);
  return (
    <div data-slot="audio-player" className={clsx('audio-player', className)} {...props}>
      <audio
        ref={audio}
        src={src}
        preload="none"
        controls={!isReady}
        aria-label={title}
        onPlay={() => {
          setPlaying(true);
          onPlay?.();
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setSeconds(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setTotal(duration);
        }}
      />
      {isReady && (
        <>
          <button
            type="button"
            aria-label={
              isPlaying ? t('shared.media.pause_title', { title }) : t('shared.media.play_title', { title })
            }
            onClick={toggle}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
              <path d={isPlaying ? PAUSE : PLAY} />
            </svg>
          </button>
          <span
            className="audio-player-line"
            style={{ '--heard': `${total > 0 ? (seconds / total) * 100 : 0}%` } as CSSProperties}
          >
            <input
              type="range"
              min={0}
              max={Math.max(1, Math.round(total))}
              value={Math.round(seconds)}
              aria-label={t('shared.media.position_in_title', { title })}
              aria-valuetext={t('shared.media.time_of_total', { time, total: formatLength(total * 1000) })}
              onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
            />
          </span>
          <span className="audio-player-time" aria-hidden="true">
            {time} / {formatLength(total * 1000)}
          </span>
        </>
      )}
    </div>
  );
}
