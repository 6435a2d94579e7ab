// The week schedule, one column per day from today on: near days are wide. Hours are compressed at night and expanded
// where shows are short. Shows with a host are solid; the library plays in the open field between them.

import type { CSSProperties } from 'react';
import type { DayStrip, hourMarks } from '#app/features/radio-schedule/week-strips.ts';
import { langOf } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { shortWeekday, weekdayName } from '#app/language/names.ts';
import { Link } from '#app/ui/link.tsx';
import type { RadioSlot } from './radio-listing.ts';

const WIDTHS = [140, 116, 104, 96, 88, 80, 74];

interface WeekGridProps {
  strips: DayStrip<RadioSlot>[];
  hours: ReturnType<typeof hourMarks>;
  /** YYYY-MM-DD */
  today: string;
  /** Minutes since midnight now, to mark the show of this hour. */
  minuteNow: number;
}

export function WeekGrid({ strips, hours, today, minuteNow }: WeekGridProps) {
  return (
    <div className="air-grid">
      <ol className="air-hours" aria-hidden="true">
        {hours.map(({ label, place }) => (
          <li key={label} style={{ '--from': `${place}%` } as CSSProperties}>
            {label}
          </li>
        ))}
      </ol>
      <ol className="air-week">
        {strips.map(({ weekday, blocks }, index) => (
          <li
            key={weekday}
            data-today={index === 0 || undefined}
            style={{ '--near': `${WIDTHS[index]}%` } as CSSProperties}
          >
            <h3>
              <span aria-hidden="true">
                {shortWeekday(weekday)} {dayOfMonth(today, index)}
              </span>
              <span className="sr-only">
                {index === 0
                  ? rich('site.radio.weekday_today', {
                      weekday: weekdayName(weekday),
                      hidden: (text) => text,
                    })
                  : weekdayName(weekday)}
              </span>
            </h3>
            {blocks.length > 0 ? (
              <ol className="air-day">
                {blocks.map((block) => (
                  <li
                    key={block.start}
                    data-now={(index === 0 && minuteNow >= block.start && minuteNow < block.end) || undefined}
                    data-hosted={block.show.host ? true : undefined}
                    style={{ '--from': `${block.left}%`, '--size': `${block.width}%` } as CSSProperties}
                  >
                    <Link to={`/radio/shows/${block.show.slug}`} {...langOf(block.show, 'title')}>
                      {block.show.title}
                    </Link>{' '}
                    <small>
                      <time>{block.from}</time> {block.show.host?.name ?? t('site.radio.from_the_library')}
                    </small>
                  </li>
                ))}
              </ol>
            ) : (
              <p>{t('site.radio.no_shows')}</p>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function dayOfMonth(today: string, daysLater: number): number {
  const [year, month, day] = today.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (day ?? 1) + daysLater)).getUTCDate();
}
