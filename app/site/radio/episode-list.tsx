// Recorded shows, the latest widest. One plays at a time: it pauses the live stream, and the live stream pauses it.

import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { shortDate } from '#app/language/format-time.ts';
import { langOf, type Marks } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { radioPlayer } from '#app/shell/radio-player/player-store.ts';
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

const MAX_WIDTH = 132;
const MIN_WIDTH = 74;

export function EpisodeList({ episodes, zone, namesShow = true }: EpisodeListProps) {
  const list = useRef<HTMLOListElement>(null);
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
  const step = (MAX_WIDTH - MIN_WIDTH) / Math.max(4, episodes.length - 1);
  return (
    <ol ref={list} className="episodes">
      {episodes.map((episode, index) => (
        <EpisodeRow
          key={episode.id}
          episode={episode}
          zone={zone}
          namesShow={namesShow}
          near={Math.round(MAX_WIDTH - step * index)}
        />
      ))}
    </ol>
  );
}

interface EpisodeRowProps {
  episode: Episode;
  zone: string;
  namesShow: boolean;
  near: number;
}

function EpisodeRow({ episode, zone, namesShow, near }: EpisodeRowProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [atS, setAtS] = useState(0);
  const { title, summary, show } = episode;
  const lengthS = Math.max(1, Math.round(episode.duration_ms / 1000));
  const address = `/radio/episodes/${episode.id}.mp3`;
  const toggle = () => {
    if (!audio.current) return;
    if (audio.current.paused) void audio.current.play().catch(() => setPlaying(false));
    else audio.current.pause();
  };
  return (
    <li data-playing={isPlaying || undefined} style={{ '--near': `${near}%` } as CSSProperties}>
      <button
        type="button"
        className="episode-play"
        aria-label={
          isPlaying
            ? t('site.radio.pause_show', { show: title })
            : t('site.radio.listen_to_show', { show: title })
        }
        onClick={toggle}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
          <path d={isPlaying ? 'M5 3h5v18H5zM14 3h5v18h-5z' : 'M5 3v18l16-9z'} />
        </svg>
      </button>
      <div className="episode-text">
        <h3 {...langOf(episode, 'title')}>{title}</h3>
        <p>
          {namesShow && show && (
            <>
              <Link to={`/radio/shows/${show.slug}`} {...langOf(show, 'title')}>
                {show.title}
              </Link>
              {', '}
            </>
          )}
          {shortDate(new Date(episode.recorded_at), zone)}.{' '}
          <span {...langOf(episode, 'summary')}>{summary}</span>
        </p>
      </div>
      <input
        type="range"
        className="episode-scrub"
        aria-label={t('site.radio.position_in_title', { title })}
        aria-valuetext={formatLength(atS)}
        min="0"
        max={lengthS}
        value={Math.min(lengthS, Math.floor(atS))}
        style={{ '--heard': `${((atS / lengthS) * 100).toFixed(1)}%` } as CSSProperties}
        onChange={({ currentTarget }) => {
          const wantedS = Number(currentTarget.value);
          setAtS(wantedS);
          if (audio.current) audio.current.currentTime = wantedS;
        }}
      />
      <span className="episode-length">{formatLength(lengthS)}</span>
      <audio
        ref={audio}
        preload="none"
        src={address}
        aria-label={title}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAtS(currentTarget.currentTime)}
      />
      <noscript>
        <a href={address}>{title}</a>
      </noscript>
    </li>
  );
}

/** "1:05:20", "2:08" */
function formatLength(seconds: number): string {
  const whole = Math.floor(seconds);
  const rest = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}
