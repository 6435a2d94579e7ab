// Sessions in order of time, each row a little narrower than the one before: near is wide, far is narrow.

import type { CSSProperties } from 'react';
import { commaSeparated } from '#app/language/content-text.ts';
import { clockTime } from '#app/language/format-time.ts';
import { Seats } from '#app/ui/seats.tsx';
import { TitleLink } from '#app/ui/title-link.tsx';
import { nearDay } from './date-label.ts';
import { DisciplineMark } from './discipline-mark.tsx';
import { entryPrice } from './entry-price.ts';
import { sessionPlace } from './session-place.ts';
import { offeringPath, placesLine, type UpcomingSession } from './upcoming-session.ts';

const MAX_WIDTH = 150;
const MIN_WIDTH = 74;

export function NearList({ sessions, now, zone }: { sessions: UpcomingSession[]; now: Date; zone: string }) {
  return (
    <ol className="near-list">
      {sessions.map((session, index) => {
        const startsAt = new Date(session.starts_at);
        return (
          <li key={session.id} style={{ '--near': `${nearness(index, sessions.length)}%` } as CSSProperties}>
            <div className="near-time">
              <time dateTime={session.starts_at}>{clockTime(startsAt, zone)}</time>
              <small>{nearDay(startsAt, now, zone)}</small>
            </div>
            <h3>
              <TitleLink to={offeringPath(session.offering)} of={session.offering} />
            </h3>
            <div className="near-text">
              <DisciplineMark discipline={session.offering.discipline} />
              <span>{commaSeparated([session.teacher?.name, sessionPlace(session)])}</span>
            </div>
            <div className="near-places">
              <Seats capacity={session.pool.capacity} taken={session.pool.taken} />
              <span>{placesLine(session.pool)}</span>
            </div>
            <div className="near-price">
              {entryPrice(session.offering.price_cents, session.offering.currency)}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function nearness(index: number, count: number): number {
  return Math.round(MAX_WIDTH - ((MAX_WIDTH - MIN_WIDTH) * index) / Math.max(1, count - 1));
}
