// The current and coming shows: the current one is widest, each later one narrower.

import type { CSSProperties } from 'react';
import type { ComingShow } from '#app/features/radio-schedule/coming-shows.ts';
import { langOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { formatDayName } from './format-day-name.ts';
import type { RadioSlot } from './radio-listing.ts';

const MAX_WIDTH = 150;
const MIN_WIDTH = 72;

interface ComingListProps {
  shows: ComingShow<RadioSlot>[];
  today: string;
  isOnAir: boolean;
}

export function ComingList({ shows, today, isOnAir }: ComingListProps) {
  const step = (MAX_WIDTH - MIN_WIDTH) / Math.max(1, shows.length - 1);
  return (
    <ol className="near-list air-list">
      {shows.map((coming, index) => (
        <li
          key={`${coming.day} ${coming.from}`}
          data-now={coming.isNow || undefined}
          style={{ '--near': `${Math.round(MAX_WIDTH - step * index)}%` } as CSSProperties}
        >
          <div className="near-time">
            <time>{coming.from}</time>
            <small>
              {coming.isNow
                ? t('site.radio.until', { time: coming.until })
                : formatDayName(coming.day, today, coming.from)}
            </small>
          </div>
          <h3>
            <Link to={`/radio/shows/${coming.show.slug}`} {...langOf(coming.show, 'title')}>
              {coming.show.title}
            </Link>
          </h3>
          <p className="air-about">
            {coming.show.host && <span>{coming.show.host.name}</span>}
            <span {...langOf(coming.show, 'summary')}>{coming.show.summary}</span>
          </p>
          <span className="air-state">
            {coming.isNow
              ? isOnAir
                ? t('site.radio.on_air')
                : t('site.radio.this_hour')
              : t('site.radio.until', { time: coming.until })}
          </span>
        </li>
      ))}
    </ol>
  );
}
