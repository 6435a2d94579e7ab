// Classes by their next date: the nearest is widest, the farthest narrowest.

import type { CSSProperties } from 'react';
import { audienceLine } from '#app/features/programme/audience.ts';
import { nearDay } from '#app/features/programme/date-label.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import { placesLine } from '#app/features/programme/upcoming-session.ts';
import { clockTime } from '#app/language/format-time.ts';
import { langOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { Seats } from '#app/ui/seats.tsx';
import { TitleLink } from '#app/ui/title-link.tsx';
import type { FoundClass } from './class-filters.ts';
import type { ListedClass } from './class-listing.ts';

const MAX_WIDTH = 150;
const MIN_WIDTH = 70;

export function ClassList({
  found,
  now,
  zone,
}: {
  found: FoundClass<ListedClass>[];
  now: Date;
  zone: string;
}) {
  const step = (MAX_WIDTH - MIN_WIDTH) / Math.max(6, found.length - 1);
  return (
    <ol className="near-list class-list">
      {found.map(({ offering, session }, index) => (
        <li
          key={offering.slug}
          style={
            { '--near': `${session ? Math.round(MAX_WIDTH - step * index) : MIN_WIDTH}%` } as CSSProperties
          }
        >
          {session ? (
            <div className="near-time">
              <time dateTime={session.starts_at}>{clockTime(new Date(session.starts_at), zone)}</time>
              <small>{nearDay(new Date(session.starts_at), now, zone)}</small>
            </div>
          ) : (
            <div className="near-time">
              <small>{t('site.classes.new_dates_soon')}</small>
            </div>
          )}
          <div className="near-what">
            <h3>
              <TitleLink to={`/classes/${offering.slug}`} of={offering} />
            </h3>
            <p {...langOf(offering, 'summary')}>{offering.summary}</p>
          </div>
          <div className="near-text">
            <DisciplineMark discipline={offering.discipline} />
            {offering.teacher && <span>{offering.teacher.name}</span>}
            <span>{audienceLine(offering)}</span>
          </div>
          <div className="near-places">
            {session && (
              <>
                <Seats capacity={session.pool.capacity} taken={session.pool.taken} />
                <span>{placesLine(session.pool)}</span>
              </>
            )}
          </div>
          <div className="near-price">{entryPrice(offering.price_cents, offering.currency)}</div>
        </li>
      ))}
    </ol>
  );
}
