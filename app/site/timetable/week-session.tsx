// One session of the timetable: a block in the grid, a row in the list, with the same text.

import type { CSSProperties } from 'react';
import { useDiscipline } from '#app/disciplines/use-disciplines.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import { offeringPath, placesLine } from '#app/features/programme/upcoming-session.ts';
import { t } from '#app/language/messages.ts';
import { Link } from '#app/ui/link.tsx';
import { Seats } from '#app/ui/seats.tsx';
import type { PlannedSession } from './plan-week.ts';

const NO_BREAK = '\u00a0';

/** Below this height in rem, the places are shown as text only. */
const SEATS_FROM_REM = 5.9;

export function WeekSession({ session, placement, top, height, clear, isOver }: PlannedSession) {
  const { offering, pool, teacher } = session;
  const { color } = useDiscipline(offering.discipline);
  const [firstName, ...otherNames] = teacher?.name.split(' ') ?? [];
  const isCancelled = session.status === 'cancelled';
  const state = isCancelled ? 'cancelled' : isOver ? 'over' : pool.taken >= pool.capacity ? 'full' : 'free';
  const { lane, lanes, spread, left, width } = placement;
  return (
    <li
      className="week-session"
      data-color={color}
      data-state={state}
      data-lanes={Math.min(lanes, 3)}
      data-short={height < SEATS_FROM_REM || undefined}
      style={
        {
          '--top': top,
          '--height': height,
          '--clear': clear,
          '--lane': lane,
          '--lanes': lanes,
          '--spread': spread,
          '--left': `${left}%`,
          '--width': `${width}%`,
        } as CSSProperties
      }
    >
      <div className="week-text">
        <time className="week-time" dateTime={session.starts_at}>
          {session.local_time.slice(0, 5)}
        </time>
        <h3>
          <Link to={offeringPath(offering)}>{offering.title}</Link>
        </h3>
        <p className="week-teacher">
          <DisciplineMark discipline={offering.discipline} />
          <span>
            {firstName && (
              <>
                {firstName}
                <span className="week-more"> {otherNames.join(' ')}</span>
                <span className="week-room">, </span>
              </>
            )}
            <span className="week-room">{session.room.name.replace(/ /g, NO_BREAK)}</span>
          </span>
        </p>
        <p className="week-places">
          {isCancelled ? (
            <span>{t('site.common.cancelled')}</span>
          ) : (
            <>
              <Seats capacity={pool.capacity} taken={pool.taken} />
              <span>{placesLine(pool)}</span>
            </>
          )}
        </p>
        <span className="week-price">{entryPrice(offering.price_cents, offering.currency)}</span>
      </div>
    </li>
  );
}
