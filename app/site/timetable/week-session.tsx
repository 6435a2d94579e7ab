// One session of the timetable: a block in the grid, a row in the list, with the same text.

import type { CSSProperties } from 'react';
import { useDiscipline } from '#app/disciplines/use-disciplines.ts';
import { DisciplineMark } from '#app/features/programme/discipline-mark.tsx';
import { entryPrice } from '#app/features/programme/entry-price.ts';
import { offeringPath, placesLine } from '#app/features/programme/upcoming-session.ts';
import { langOf } from '#app/language/in-language.ts';
import { t } from '#app/language/messages.ts';
import { Seats } from '#app/ui/seats.tsx';
import { TitleLink } from '#app/ui/title-link.tsx';
import { longestWord, type PlannedSession } from './plan-week.ts';

const NO_BREAK = '\u00a0';

/** Words longer than this need a wider lane. */
const LONG_WORD = 8;

export function WeekSession({ session, placement, top, height, endTime, isOver }: PlannedSession) {
  const { offering, pool, teacher } = session;
  const { color } = useDiscipline(offering.discipline);
  const [firstName, ...otherNames] = teacher?.name.split(' ') ?? [];
  const isCancelled = session.status === 'cancelled';
  const state = isCancelled ? 'cancelled' : isOver ? 'over' : pool.taken >= pool.capacity ? 'full' : 'free';
  return (
    <li
      className="week-session"
      data-color={color}
      data-state={state}
      data-word={longestWord(offering.title) > LONG_WORD ? 'long' : undefined}
      style={
        {
          '--top': top,
          '--height': height,
          '--offset': placement.offset,
          '--width': placement.width,
        } as CSSProperties
      }
    >
      <div className="week-text">
        <h3>
          <TitleLink to={offeringPath(offering)} of={offering} />
        </h3>
        <p className="week-time">
          <time dateTime={session.starts_at}>{session.local_time.slice(0, 5)}</time>
          <time className="week-end" dateTime={session.ends_at}>
            {endTime}
          </time>
        </p>{' '}
        <p className="week-teacher">
          <DisciplineMark discipline={offering.discipline} />
          <span>
            {firstName && (
              <>
                {firstName}
                <span className="week-more"> {otherNames.join(' ')}</span>
                <span className="week-room">
                  {t('shared.ui.one_after_another', { before: '', after: '' })}
                </span>
              </>
            )}
            {session.is_online ? (
              <span className="week-room">{t('shared.programme.online')}</span>
            ) : (
              <span className="week-room" {...langOf(session.room, 'name')}>
                {session.room.name.replace(/ /g, NO_BREAK)}
              </span>
            )}
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
          <span className="week-price">{entryPrice(offering.price_cents, offering.currency)}</span>
        </p>
      </div>
    </li>
  );
}
