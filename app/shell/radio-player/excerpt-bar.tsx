// The bar while a recording is loaded: its title, its position, and the way back to the radio.

import { useEffect, useRef } from 'react';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { startExcerptSession } from './excerpt-session.ts';
import type { Excerpt } from './excerpt-state.ts';
import { excerptPlayer } from './excerpt-store.ts';

import { PlayIcon } from './play-icon.tsx';
import { useExcerptControls } from './use-excerpt-controls.ts';

export default function ExcerptBar({ excerpt }: { excerpt: Excerpt }) {
  const position = useRef<HTMLInputElement>(null);
  const { isPlaying, time, playProps, positionProps } = useExcerptControls(excerpt, position);
  useEffect(() => startExcerptSession(excerpt), [excerpt]);
  return (
    <aside data-slot="excerpt-bar" className="excerpt-bar" aria-label={t('shared.shell.recording')}>
      <button {...playProps} className="radio-button">
        <PlayIcon isPlaying={isPlaying} />
      </button>
      <p className="radio-now">
        <b>
          <Link to={excerpt.to}>{excerpt.title}</Link>
        </b>
        <span>{excerpt.by}</span>
      </p>
      <input ref={position} {...positionProps} className="excerpt-position" />
      <span className="excerpt-time" aria-hidden="true">
        {time}
      </span>
      <button type="button" className="excerpt-close" onClick={excerptPlayer.close}>
        {t('shared.shell.back_to_the_radio')}
      </button>
    </aside>
  );
}
