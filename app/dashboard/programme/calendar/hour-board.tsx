// The week by the hour: seven days side by side; on a phone one below the other as lists.
import type { CSSProperties, DragEvent, MouseEvent } from 'react';
import { weekdayOf } from '#app/language/calendar-day.ts';
import { shortDay, weekdayName } from '#app/language/format-day.ts';
import { Button } from '#app/ui/button.tsx';
import { clockOf } from '../sessions/board-session.ts';
import { wishOf } from '../sessions/change-sheet.tsx';
import { type BoardProps, closedName, taken } from './board.ts';
import { BoardDate } from './board-date.tsx';
import { dayWidths, hoursShown, minuteAt, placeDay } from './plan-board.ts';

export function HourBoard({ days, today, sessions, house, onMove, onEmpty }: BoardProps) {
  const hours = hoursShown(sessions);
  const lines = Array.from(
    { length: (hours.to - hours.from) / 60 + 1 },
    (_, index) => hours.from + index * 60,
  );
  const widths = dayWidths(days, sessions, { today, hours });
  const drop = (event: DragEvent<HTMLElement>, day: string) => {
    event.preventDefault();
    const found = taken(event, sessions);
    if (!found) return;
    const column = event.currentTarget.getBoundingClientRect();
    const minute = minuteAt((event.clientY - column.top - found.grabbed) / column.height, hours);
    onMove(found.session, { ...wishOf(found.session), local_date: day, local_time: clockOf(minute) });
  };
  const press = (event: MouseEvent<HTMLElement>, day: string) => {
    const column = event.currentTarget.getBoundingClientRect();
    const minute = minuteAt((event.clientY - column.top) / column.height, hours);
    onEmpty({ day, time: clockOf(Math.floor(minute / 30) * 30) });
  };
  return (
    <div
      className="hour-board"
      style={
        {
          '--hours': (hours.to - hours.from) / 60,
          '--days': widths.map((width) => `minmax(0, ${width}fr)`).join(' '),
        } as CSSProperties
      }
    >
      <div className="hour-board-hours" aria-hidden="true">
        {lines.map((minute) => (
          <span key={minute} style={{ top: `${((minute - hours.from) / (hours.to - hours.from)) * 100}%` }}>
            {clockOf(minute)}
          </span>
        ))}
      </div>
      {days.map((day) => {
        const own = sessions.filter(({ local_date }) => local_date === day);
        const places = placeDay(own, hours);
        const closed = closedName(house, day);
        const name = `${weekdayName(weekdayOf(day))} ${shortDay(day)}`;
        return (
          <section
            key={day}
            aria-label={name}
            data-today={day === today || undefined}
            data-past={day < today || undefined}
            data-closed={closed ? true : undefined}
          >
            <h2>
              {weekdayName(weekdayOf(day)).slice(0, 3)} <span>{shortDay(day)}</span>
              {closed && <small>{closed}</small>}
            </h2>
            <ol
              className="day-column"
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => drop(event, day)}
            >
              {/* For the pointer only: the button below does the same by keyboard. */}
              <li className="day-ground" aria-hidden="true">
                <button type="button" tabIndex={-1} onClick={(event) => press(event, day)} />
              </li>
              {own.map((session) => {
                const place = places.get(session.id);
                return (
                  <BoardDate
                    key={session.id}
                    session={session}
                    onMove={onMove}
                    style={
                      place &&
                      ({
                        '--top': `${place.top}%`,
                        '--height': `${place.height}%`,
                        '--left': `${place.left}%`,
                        '--width': `${place.width}%`,
                      } as CSSProperties)
                    }
                  />
                );
              })}
            </ol>
            <Button
              variant="link"
              size="sm"
              className="board-add"
              aria-label={`Plan a date on ${name}`}
              onClick={() => onEmpty({ day, time: '18:00' })}
            >
              Plan
            </Button>
          </section>
        );
      })}
    </div>
  );
}
