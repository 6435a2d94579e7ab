// What every control of a recording shows: the bar, the picture of a sound work, the row of an episode.
import { type RefObject, useEffect, useState } from 'react';
import { formatLength } from '#app/language/format-length.ts';
import { t } from '#app/language/messages.ts';
import { type Excerpt, useExcerpt } from './excerpt-state.ts';
import { excerptPlayer } from './excerpt-store.ts';

/** The heard share, 0 to 1, is written to `--heard` of the element as often as the screen changes. */
export function useExcerptControls(excerpt: Excerpt, element: RefObject<HTMLElement | null>) {
  const { url, title, durationMs, savesPosition = false } = excerpt;
  const [seconds, setSeconds] = useState(0);
  const isPlaying = useExcerpt((state) => state.isPlaying && state.excerpt?.url === url);
  useEffect(
    () =>
      excerptPlayer.follow({ url, savesPosition }, (positionMs) => {
        element.current?.style.setProperty('--heard', String(Math.min(1, positionMs / durationMs)));
        setSeconds(Math.floor(positionMs / 1000));
      }),
    [url, durationMs, savesPosition, element],
  );
  const time = t('shared.media.time_of_total', {
    time: formatLength(seconds * 1000),
    total: formatLength(durationMs),
  });
  return {
    isPlaying,
    time,
    /** For the button. */
    playProps: {
      type: 'button' as const,
      'aria-label': isPlaying
        ? t('shared.media.pause_title', { title })
        : t('shared.media.play_title', { title }),
      onClick: () => excerptPlayer.toggle(excerpt),
    },
    /** For the range input. */
    positionProps: {
      type: 'range' as const,
      min: 0,
      max: Math.floor(durationMs / 1000),
      value: seconds,
      'aria-label': t('shared.media.position_in_title', { title }),
      'aria-valuetext': time,
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        excerptPlayer.seek(excerpt, currentTarget.valueAsNumber * 1000),
    },
  };
}
