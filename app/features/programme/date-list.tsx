// The dates of one class or event, each a little narrower than the one before, with a booking link.

import type { CSSProperties, ReactNode } from 'react';
import { commaSeparated } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import type { Marks } from '#app/language/in-language.ts';
import { rich, t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import { dateLabel } from './date-label.ts';
import { sessionPlace } from './session-place.ts';
import { placesLine } from './upcoming-session.ts';

export interface SessionDate {
  id: string;
  starts_at: string;
  ends_at: string;
  status: 'planned' | 'cancelled';
  is_online: boolean;
  room: { name: string } & Marks;
  pool: { capacity: number; taken: number; waiting: number };
}

const MAX_WIDTH = 140;
const MIN_WIDTH = 72;
/** From here on all dates are far. */
const STEPS = 6;

interface DateListProps {
  dates: SessionDate[];
  now: Date;
  zone: string;
  /** Number of dates before this list, for a second list that continues the first. */
  startAt?: number;
}

export function DateList({ dates, now, zone, startAt = 0 }: DateListProps) {
  return (
    <ol className="date-list">
      {dates.map((date, index) => {
        const startsAt = new Date(date.starts_at);
        const day = dateLabel(startsAt, now, zone);
        return (
          <li
            key={date.id}
            data-status={date.status}
            style={{ '--near': `${nearness(startAt + index)}%` } as CSSProperties}
          >
            <time className="date-day" dateTime={date.starts_at}>
              {day}
            </time>
            <span className="date-when">
              {commaSeparated([
                `${clockTime(startsAt, zone)}–${clockTime(new Date(date.ends_at), zone)}`,
                sessionPlace(date),
              ])}
            </span>
            {date.status === 'cancelled' ? (
              <span className="date-places">{t('shared.programme.cancelled')}</span>
            ) : (
              <span className="date-places">
                <Seats capacity={date.pool.capacity} taken={date.pool.taken} />
                {placesLine(date.pool)}
              </span>
            )}
            {date.status === 'planned' && startsAt > now && (
              <Link className="date-book" to={`/book/${date.id}`} prefetch="intent">
                {date.pool.taken < date.pool.capacity
                  ? rich('shared.programme.book_for_date', { day, hidden })
                  : rich('shared.programme.waiting_list_for_date', { day, hidden })}
              </Link>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function hidden(text: ReactNode) {
  return <span className="sr-only">{text}</span>;
}

function nearness(index: number): number {
  return Math.round(MAX_WIDTH - ((MAX_WIDTH - MIN_WIDTH) * Math.min(index, STEPS)) / STEPS);
}
