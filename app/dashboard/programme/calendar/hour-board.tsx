// The week by the hour: seven days side by side, or one below the other as lists on narrow screens.

import { type CSSProperties, useRef } from 'react';
import { weekdayOf } from '#app/language/calendar-day.ts';
import { shortDay, weekdayAndShortDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { shortWeekday } from '#app/language/names.ts';
import { Button } from '#app/ui/button.tsx';
import { clockOf, minuteOf } from '../sessions/board-session.ts';
import { moveTargetOf } from '../sessions/change-sheet.tsx';
import { type BoardProps, closedName } from './board.ts';
import { DayBackground } from './day-background.tsx';
import { dayWidths, hoursShown, minuteAt, type Place, placeDay } from './plan-board.ts';
import { SessionBlock } from './session-block.tsx';
import { useDrag } from './use-drag.tsx';

export function HourBoard({ days, today, sessions, catalogue, onMove, onEmpty }: BoardProps) {
  const scale = useRef<HTMLDivElement>(null);
  const hours = hoursShown(sessions);
  const length = hours.to - hours.from;
  const lines = Array.from({ length: length / 60 + 1 }, (_, index) => hours.from + index * 60);
  const widths = dayWidths(days, sessions, { today, hours });
  const { board, dragged, landing, flag } = useDrag({
    sessions,
    catalogue,
    onMove,
    moveTargetAt: (zone, top, session) => {
      const moveTarget = { ...moveTargetOf(session), local_date: zone.dataset.zone ?? session.local_date };
      const column = zone.querySelector('.day-column')?.getBoundingClientRect();
      // Lists have no hours to drop on: only the day changes.
      if (!column || !scale.current?.offsetParent) return moveTarget;
      return { ...moveTarget, local_time: clockOf(minuteAt((top - column.top) / column.height, hours)) };
    },
  });
  return (
    <div
      className="hour-board"
      ref={board}
      style={
        {
          '--hours': length / 60,
          '--days': widths.map((width) => `minmax(0, ${width}fr)`).join(' '),
        } as CSSProperties
      }
    >
      <div className="hour-board-hours" ref={scale} aria-hidden="true">
        {lines.map((minute) => (
          <span key={minute} style={{ top: `${((minute - hours.from) / length) * 100}%` }}>
            {clockOf(minute)}
          </span>
        ))}
      </div>
      {days.map((day) => {
        const own = sessions.filter(({ local_date }) => local_date === day);
        const places = placeDay(own, hours);
        const closed = closedName(catalogue, day);
        const name = weekdayAndShortDay(day);
        const lands = dragged && landing?.zone === day ? landing.moveTarget : null;
        return (
          <section
            key={day}
            aria-label={name}
            data-zone={day}
            data-target={lands ? true : undefined}
            data-today={day === today || undefined}
            data-past={day < today || undefined}
            data-closed={closed ? true : undefined}
          >
            <h2>
              {shortWeekday(weekdayOf(day))} <span>{shortDay(day)}</span>
              {closed && <small>{closed}</small>}
            </h2>
            <ol className="day-column">
              <DayBackground hours={hours} onChoose={(at) => onEmpty({ day, ...at })} />
              {own.map((session) => (
                <SessionBlock
                  key={session.id}
                  session={session}
                  onMove={onMove}
                  isDragged={dragged?.id === session.id}
                  style={placeStyle(places.get(session.id))}
                />
              ))}
              {lands && (
                <li
                  className="board-landing"
                  aria-hidden="true"
                  style={placeStyle({
                    top: ((minuteOf(lands.local_time) - hours.from) / length) * 100,
                    height: (lands.duration_min / length) * 100,
                    left: 0,
                    width: 100,
                  })}
                />
              )}
            </ol>
            <Button
              variant="link"
              size="sm"
              className="board-add"
              aria-label={t('dashboard.programme.add_session_on_day', { day: name })}
              onClick={() => onEmpty({ day, time: '18:00' })}
            >
              {t('dashboard.programme.add_verb')}
            </Button>
          </section>
        );
      })}
      {flag}
    </div>
  );
}

function placeStyle(place: Place | undefined): CSSProperties | undefined {
  if (!place) return undefined;
  return {
    '--top': `${place.top}%`,
    '--height': `${place.height}%`,
    '--left': `${place.left}%`,
    '--width': `${place.width}%`,
  } as CSSProperties;
}
