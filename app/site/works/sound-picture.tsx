// The picture of a work that can be heard. It is also the position bar: what was heard turns green. The sound itself plays
// in the bar at the bottom of the page and goes on when the page is left.

import { type CSSProperties, useEffect, useRef } from 'react';
import type { CoverProps } from '#app/features/covers/cover.tsx';
import { formatPosition } from '#app/language/format-position.ts';
import { t } from '#app/language/messages.ts';
import { type Excerpt, useExcerpt } from '#app/shell/radio-player/excerpt-state.ts';
import { excerptPlayer } from '#app/shell/radio-player/excerpt-store.ts';
import type { WallWork, WorkSound } from './wall-work.ts';
import { WorkCover } from './work-cover.tsx';

interface SoundPictureProps {
  work: WallWork;
  sound: WorkSound;
  loading?: CoverProps['loading'];
}

export function excerptOf({ slug, title, credits }: WallWork, { url, durationMs }: WorkSound): Excerpt {
  return { url, title, by: credits, durationMs, to: `/works/${slug}` };
}

export function SoundPicture({ work, sound, loading }: SoundPictureProps) {
  const { url, durationMs, isDark } = sound;
  const frame = useRef<HTMLDivElement>(null);
  const isPlaying = useExcerpt(({ excerpt, isPlaying }) => isPlaying && excerpt?.url === url);
  const seconds = useExcerpt(({ excerpt, positionMs }) =>
    excerpt?.url === url ? Math.floor(positionMs / 1000) : 0,
  );
  useEffect(
    () =>
      excerptPlayer.follow(url, (positionMs) => {
        frame.current?.style.setProperty('--heard', String(Math.min(1, positionMs / durationMs)));
      }),
    [url, durationMs],
  );
  const excerpt = excerptOf(work, sound);
  const time = t('shared.shell.time_of_duration', {
    time: formatPosition(seconds * 1000),
    duration: formatPosition(durationMs),
  });
  return (
    <div
      ref={frame}
      className="sound-picture"
      data-dark={isDark || undefined}
      style={{ '--heard': 0 } as CSSProperties}
    >
      <WorkCover work={work} loading={loading} />
      <div className="sound-heard" aria-hidden="true">
        <WorkCover work={{ ...work, ...silent(work) }} loading={loading} />
      </div>
      <input
        className="sound-seek"
        type="range"
        min={0}
        max={Math.floor(durationMs / 1000)}
        value={seconds}
        aria-label={t('shared.shell.position_in_title', { title: work.title })}
        aria-valuetext={time}
        onChange={({ currentTarget }) => excerptPlayer.seek(excerpt, currentTarget.valueAsNumber * 1000)}
      />
      <button
        type="button"
        className="sound-play"
        aria-label={
          isPlaying
            ? t('shared.shell.pause_title', { title: work.title })
            : t('shared.shell.play_title', { title: work.title })
        }
        onClick={() => excerptPlayer.toggle(excerpt)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
          <path d={isPlaying ? 'M5 3h5v18H5zM14 3h5v18h-5z' : 'M5 3v18l16-9z'} />
        </svg>
      </button>
      <span className="sound-time" aria-hidden="true">
        {time}
      </span>
    </div>
  );
}

/** The second copy of the picture says nothing to a screen reader. */
function silent({ picture }: WallWork): Pick<WallWork, 'picture' | 'picture_description'> {
  return { picture_description: '', picture: picture && { ...picture, alt: '' } };
}
