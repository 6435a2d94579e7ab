// A month in whole weeks. A drop changes the day and leaves the time. Narrow cells show one rule for each session; the
// sessions of the chosen day are listed below.

import { useState } from 'react';
import { findDiscipline, useDisciplines } from '#app/disciplines/use-disciplines.ts';
import { weekdayOf } from '#app/language/calendar-day.ts';
import { shortDay, weekdayAndShortDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { shortMonth, shortWeekday, weekdayName } from '#app/language/names.ts';
import type { BoardSession } from '../sessions/board-session.ts';
import { moveTargetOf } from '../sessions/move-target.ts';
import { type BoardProps, closedName, dayTitle } from './board.ts';
import { BoardCell } from './board-cell.tsx';
import { firstShown } from './plan-board.ts';
import { useDrag } from './use-drag.tsx';

interface MonthBoardProps extends BoardProps {
  /** The requested day; its month is shown. */
  day: string;
}

export function MonthBoard(props: MonthBoardProps) {
  const { day: asked, days, today, sessions, catalogue, onMove, onEmpty } = props;
  const disciplines = useDisciplines();
  const [shown, setShown] = useState(() => firstShown(asked, sessions, { today }));
  const { board, dragged, landing, flag } = useDrag({
    sessions,
    catalogue,
    onMove,
    moveTargetAt: (zone, _top, session) => ({
      ...moveTargetOf(session),
      local_date: zone.dataset.zone ?? session.local_date,
    }),
  });
  const of = (day: string) => sessions.filter(({ local_date }) => local_date === day);
  const cell = (day: string) => (
    <BoardCell day={day} sessions={of(day)} dragged={dragged} onMove={onMove} onEmpty={onEmpty} />
  );
  return (
    <div className="month" ref={board}>
      <div className="month-board" data-slot="month-board">
        {days.map((day) => (
          <section
            key={day}
            aria-label={weekdayAndShortDay(day)}
            data-zone={day}
            data-target={landing?.zone === day || undefined}
            data-other={!day.startsWith(asked.slice(0, 7)) || undefined}
            data-today={day === today || undefined}
            data-closed={closedName(catalogue, day) ? true : undefined}
          >
            <h2>
              <span className="month-weekday">
                {shortWeekday(weekdayOf(day)).slice(0, 1)}
                <span>{shortWeekday(weekdayOf(day)).slice(1)}</span>{' '}
              </span>
              {/* Narrow cells only have space for the number. */}
              {Number(day.slice(8))}
              {day.endsWith('-01') && (
                <span className="month-name"> {shortMonth(Number(day.slice(5, 7)) - 1)}</span>
              )}
              {dayTitle(catalogue, day) && <small> {dayTitle(catalogue, day)}</small>}
            </h2>
            <button
              type="button"
              className="month-pick"
              aria-pressed={day === shown}
              aria-label={`${weekdayAndShortDay(day)}, ${formatSessionCount(of(day))}`}
              onClick={() => setShown(day)}
            >
              {of(day).map(({ id, status, offering }) => (
                <i
                  key={id}
                  data-color={findDiscipline(disciplines, offering.discipline).color}
                  data-state={status === 'cancelled' ? status : undefined}
                />
              ))}
            </button>
            {cell(day)}
          </section>
        ))}
      </div>
      <section
        className="month-day"
        aria-label={t('dashboard.programme.sessions_on_day', { day: weekdayAndShortDay(shown) })}
      >
        <h2>
          {weekdayName(weekdayOf(shown))} <span>{shortDay(shown)}</span>
          {dayTitle(catalogue, shown) && <small>{dayTitle(catalogue, shown)}</small>}
        </h2>
        {of(shown).length === 0 && (
          <p className="dash-quiet">{t('dashboard.programme.no_sessions_on_this_day')}</p>
        )}
        {cell(shown)}
      </section>
      {flag}
    </div>
  );
}

function formatSessionCount(dates: BoardSession[]): string {
  return dates.length === 0
    ? t('dashboard.programme.no_sessions')
    : t('dashboard.programme.session_count', { count: dates.length });
}
