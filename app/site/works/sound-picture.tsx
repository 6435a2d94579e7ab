// The picture of a work that can be heard. It is also the position bar: what was heard turns green. The sound itself plays
// in the bar at the bottom of the page and goes on when the page is left.

import { type CSSProperties, useRef } from 'react';
import type { CoverProps } from '#app/features/covers/cover.tsx';
import type { Excerpt } from '#app/shell/radio-player/excerpt-state.ts';
import { PlayIcon } from '#app/shell/radio-player/play-icon.tsx';
import { useExcerptControls } from '#app/shell/radio-player/use-excerpt-controls.ts';
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
  const frame = useRef<HTMLDivElement>(null);
  const { isPlaying, time, playProps, positionProps } = useExcerptControls(excerptOf(work, sound), frame);
  return (
    <div
      ref={frame}
      className="sound-picture"
      data-dark={sound.isDark || undefined}
      style={{ '--heard': 0 } as CSSProperties}
    >
      <WorkCover work={work} loading={loading} />
      <div className="sound-heard" aria-hidden="true">
        <WorkCover work={{ ...work, ...silent(work) }} loading={loading} />
      </div>
      <input {...positionProps} className="cover-slider sound-seek" />
      <button {...playProps} className="sound-play">
        <PlayIcon isPlaying={isPlaying} />
      </button>
      <span className="sound-time" aria-hidden="true">
        <bdi>{time}</bdi>
      </span>
    </div>
  );
}

/** The second copy of the picture says nothing to a screen reader. */
function silent({ picture }: WallWork): Pick<WallWork, 'picture' | 'picture_description'> {
  return { picture_description: '', picture: picture && { ...picture, alt: '' } };
}
