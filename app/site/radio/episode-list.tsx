// Recorded shows, the latest widest. They play in the bar at the bottom of the page; each row shows how far it was heard.

import { type CSSProperties, useRef } from 'react';
import { commaSeparated } from '#app/language/content-text.ts';
import { formatLength } from '#app/language/format-length.ts';
import { clockTime, localDay, shortDate } from '#app/language/format-time.ts';
import { fullStop } from '#app/language/full-stop.ts';
import { langOf, type Marks } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import type { Excerpt } from '#app/shell/radio-player/excerpt-state.ts';
import { PlayIcon } from '#app/shell/radio-player/play-icon.tsx';
import { useExcerptControls } from '#app/shell/radio-player/use-excerpt-controls.ts';
import { Link } from '#app/ui/link.tsx';
import { transcriptExtension } from '#contracts/transcript.ts';

export const EPISODE_SELECT =
  'id,title,summary,duration_ms,recorded_at,translations,has_transcript,transcript_type,show:shows(slug,title,translations)';

export interface Episode extends Marks {
  id: string;
  title: string;
  summary: string;
  duration_ms: number;
  recorded_at: string;
  has_transcript: boolean;
  transcript_type: string;
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
  const step = (MAX_WIDTH - MIN_WIDTH) / Math.max(4, episodes.length - 1);
  return (
    <ol className="episodes">
      {episodes.map((episode, index) => (
        <EpisodeRow
          key={episode.id}
          episode={episode}
          zone={zone}
          namesShow={namesShow}
          hasTime={episodes.some((other) => other !== episode && isLike(other, episode, zone))}
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
  /** Two of one day with the same title differ by their time. */
  hasTime: boolean;
  near: number;
}

function isLike(one: Episode, other: Episode, zone: string): boolean {
  const dayOf = ({ recorded_at }: Episode) => localDay(new Date(recorded_at), zone);
  return one.title === other.title && dayOf(one) === dayOf(other);
}

function EpisodeRow({ episode, zone, namesShow, hasTime, near }: EpisodeRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const excerpt = excerptOf(episode);
  const { isPlaying, playProps, positionProps } = useExcerptControls(excerpt, row);
  const { title, summary, show, duration_ms } = episode;
  const recordedAt = new Date(episode.recorded_at);
  return (
    <li
      ref={row}
      data-playing={isPlaying || undefined}
      style={{ '--near': `${near}%`, '--heard': 0 } as CSSProperties}
    >
      <button {...playProps} className="episode-play">
        <PlayIcon isPlaying={isPlaying} />
      </button>
      <div className="episode-text">
        <h3 {...langOf(episode, 'title')}>{title}</h3>
        <p>
          {commaSeparated([
            namesShow && show && (
              <Link to={excerpt.to} {...langOf(show, 'title')}>
                {show.title}
              </Link>
            ),
            !hasTime && fullStop(shortDate(recordedAt, zone)),
            hasTime && shortDate(recordedAt, zone),
            hasTime && fullStop(clockTime(recordedAt, zone)),
          ])}{' '}
          <span {...langOf(episode, 'summary')}>{summary}</span>{' '}
          {episode.has_transcript && (
            <a
              href={`/radio/episodes/${episode.id}.${transcriptExtension(episode.transcript_type)}`}
              aria-label={t('site.radio.transcript_of', { title })}
            >
              {t('site.radio.transcript')}
            </a>
          )}
        </p>
      </div>
      <input {...positionProps} className="episode-position" />
      <span className="episode-length">{formatLength(duration_ms)}</span>
      <noscript>
        <a href={excerpt.url}>{title}</a>
      </noscript>
    </li>
  );
}

function excerptOf({ id, title, show, duration_ms }: Episode): Excerpt {
  return {
    url: `/radio/episodes/${id}.mp3`,
    title,
    by: show?.title ?? '',
    durationMs: Math.max(1000, duration_ms),
    to: show ? `/radio/shows/${show.slug}` : '/radio',
    savesPosition: true,
  };
}
