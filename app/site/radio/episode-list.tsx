// Recorded shows. One plays at a time: it pauses the live stream, and the live stream pauses it.

import { useEffect, useRef } from 'react';
import { shortDate } from '#app/language/format-time.ts';
import { langOf, type Marks } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
import { AudioPlayer } from '#app/ui/audio-player.tsx';
import { Link } from '#app/ui/link.tsx';

export const EPISODE_SELECT =
  'id,title,summary,duration_ms,recorded_at,translations,show:shows(slug,title,translations)';

export interface Episode extends Marks {
  id: string;
  title: string;
  summary: string;
  duration_ms: number;
  recorded_at: string;
  show: ({ slug: string; title: string } & Marks) | null;
}

interface EpisodeListProps {
  episodes: Episode[];
  zone: string;
  /** The page of a show does not repeat its name. */
  namesShow?: boolean;
}

export function EpisodeList({ episodes, zone, namesShow = true }: EpisodeListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const players = () => [...(list.current?.querySelectorAll('audio') ?? [])];
    const onPlay = ({ target }: Event) => {
      radioPlayer.pause();
      for (const other of players()) if (other !== target) other.pause();
    };
    const element = list.current;
    // Media events do not bubble, but they can be captured.
    element?.addEventListener('play', onPlay, true);
    const forget = radioPlayer.subscribe(() => {
      if (radioPlayer.snapshot().playing) for (const player of players()) player.pause();
    });
    return () => {
      element?.removeEventListener('play', onPlay, true);
      forget();
    };
  }, []);
  return (
    <ul ref={list} className="episodes">
      {episodes.map((episode) => (
        <li key={episode.id}>
          <div>
            <h3 {...langOf(episode, 'title')}>{episode.title}</h3>
            <p>
              {shortDate(new Date(episode.recorded_at), zone)}, {formatMinutes(episode.duration_ms)}
              {namesShow && episode.show && (
                <>
                  {', '}
                  <Link to={`/radio/shows/${episode.show.slug}`} {...langOf(episode.show, 'title')}>
                    {episode.show.title}
                  </Link>
                </>
              )}
            </p>
            {episode.summary && <p {...langOf(episode, 'summary')}>{episode.summary}</p>}
          </div>
          <AudioPlayer
            src={`/radio/episodes/${episode.id}.mp3`}
            title={episode.title}
            durationMs={episode.duration_ms}
          />
        </li>
      ))}
    </ul>
  );
}

function formatMinutes(durationMs: number): string {
  const minutes = Math.max(1, Math.round(durationMs / 60_000));
  return t('site.radio.minutes', { minutes });
}
