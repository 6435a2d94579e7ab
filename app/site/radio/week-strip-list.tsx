// The week schedule, one strip per day from today on. Hours are compressed at night and expanded where shows are short.

import type { CSSProperties } from 'react';
import type { DayStrip } from '#app/features/radio-schedule/week-strips.ts';
import { langOf } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { weekdayName } from '#app/language/names.ts';
import { Link } from '#app/ui/link.tsx';
import type { RadioSlot } from './radio-listing.ts';

const WIDTHS = [132, 112, 100, 90, 82, 76, 72];

interface WeekStripListProps {
  strips: DayStrip<RadioSlot>[];
  /** Minutes since midnight now, to mark the show of this hour. */
  minuteNow: number;
}

export function WeekStripList({ strips, minuteNow }: WeekStripListProps) {
  return (
    <ol className="air-week">
      {strips.map(({ weekday, blocks }, index) => (
        <li
          key={weekday}
          data-today={index === 0 || undefined}
          style={{ '--near': `${WIDTHS[index]}%` } as CSSProperties}
        >
          <h3>
            {index === 0
              ? rich('site.radio.weekday_today', {
                  weekday: weekdayName(weekday),
                  hidden: (text) => <span className="sr-only">{text}</span>,
                })
              : weekdayName(weekday)}
          </h3>
          {blocks.length > 0 ? (
            <ol className="air-strip">
              {blocks.map((block) => (
                <li
                  key={block.start}
                  data-now={(index === 0 && minuteNow >= block.start && minuteNow < block.end) || undefined}
                  style={{ '--left': `${block.left}%`, '--width': `${block.width}%` } as CSSProperties}
                >
                  <time>{block.from}</time>{' '}
                  <Link to={`/radio/shows/${block.show.slug}`} {...langOf(block.show, 'title')}>
                    {block.show.title}
                  </Link>
                </li>
              ))}
            </ol>
          ) : (
            <p>{t('site.radio.no_shows')}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
