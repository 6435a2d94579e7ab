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
  /** To be looked at: its dates cannot be booked. */
  isSample?: boolean;
}

export function DateList({ dates, now, zone, startAt = 0, isSample = false }: DateListProps) {
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
            <DatePlaces date={date} isSample={isSample} hasBegun={startsAt <= now} />
            {!isSample && date.status === 'planned' && startsAt > now && (
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

interface DatePlacesProps {
  date: SessionDate;
  isSample: boolean;
  hasBegun: boolean;
}

function DatePlaces({ date: { status, pool }, isSample, hasBegun }: DatePlacesProps) {
  const word =
    status === 'cancelled'
      ? t('shared.programme.cancelled')
      : isSample
        ? t('shared.programme.sample')
        : hasBegun && t('shared.programme.began');
  if (word) return <span className="date-places">{word}</span>;
  return (
    <span className="date-places">
      <Seats capacity={pool.capacity} taken={pool.taken} />
      {placesLine(pool)}
    </span>
  );
}

function hidden(text: ReactNode) {
  return <span className="sr-only">{text}</span>;
}

function nearness(index: number): number {
  return Math.round(MAX_WIDTH - ((MAX_WIDTH - MIN_WIDTH) * Math.min(index, STEPS)) / STEPS);
}
