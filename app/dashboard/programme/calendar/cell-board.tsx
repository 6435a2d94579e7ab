// Days as cells: a month in weeks, or a week with one row for each room or teacher. A drop changes the day, and in a row
// of somebody else or another room that too; the hour stays.
import type { DragEvent } from 'react';
import { weekdayOf } from '#app/language/calendar-day.ts';
import { shortDay, weekdayName } from '#app/language/format-day.ts';
import { Button } from '#app/ui/button.tsx';
import type { BoardSession } from '../sessions/board-session.ts';
import { type Wish, wishOf } from '../sessions/change-sheet.tsx';
import { type BoardProps, closedName, taken } from './board.ts';
import { BoardDate } from './board-date.tsx';

interface CellBoardProps extends BoardProps {
  by: 'room' | 'teacher' | null;
  /** "2026-11" where the cells are a month's. */
  month: string | null;
}

interface Row {
  id: string;
  name: string;
  holds(session: BoardSession): boolean;
  patch: Partial<Wish>;
}

export function CellBoard(props: CellBoardProps) {
  const { days, by, month, house, sessions } = props;
  if (by === null) {
    return (
      <div className="month-board" data-slot="month-board">
        {days.map((day) => (
          <section
            key={day}
            aria-label={`${weekdayName(weekdayOf(day))} ${shortDay(day)}`}
            data-other={month !== null && !day.startsWith(month) ? true : undefined}
            data-today={day === props.today || undefined}
            data-empty={!sessions.some(({ local_date }) => local_date === day) || undefined}
          >
            <h2>
              <span className="month-weekday">{weekdayName(weekdayOf(day)).slice(0, 3)} </span>
              {shortDay(day).replace(/^(?!1 )(\d+) .*$/, '$1')}
              {closedName(house, day) && <small> {closedName(house, day)}</small>}
            </h2>
            <Cell
              {...props}
              day={day}
              sessions={sessions.filter(({ local_date }) => local_date === day)}
              all={sessions}
            />
          </section>
        ))}
      </div>
    );
  }
  const rows = rowsOf(props);
  return (
    <div className="row-board">
      <table>
        <thead>
          <tr>
            <th scope="col">{by === 'room' ? 'Room' : 'Teacher'}</th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === props.today || undefined}>
                {weekdayName(weekdayOf(day)).slice(0, 3)} {shortDay(day)}
                {closedName(house, day) && <small>{closedName(house, day)}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              {days.map((day) => (
                <td key={day} data-day={shortDay(day)}>
                  <Cell
                    {...props}
                    day={day}
                    sessions={sessions.filter((one) => one.local_date === day && row.holds(one))}
                    all={sessions}
                    row={row}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Every room in use and every teacher with something in these days, and a row for what has neither. */
function rowsOf({ by, house, sessions }: CellBoardProps): Row[] {
  if (by === 'room')
    return house.rooms
      .filter(({ id, is_in_use }) => is_in_use || sessions.some(({ room_id }) => room_id === id))
      .map(({ id, name }) => ({
        id,
        name,
        holds: ({ room_id }) => room_id === id,
        patch: { room_id: id },
      }));
  const teachers = house.people.filter(({ id }) => sessions.some(({ teacher_id }) => teacher_id === id));
  return [
    ...teachers.map(({ id, name }) => ({
      id,
      name,
      holds: ({ teacher_id }: BoardSession) => teacher_id === id,
      patch: { teacher_id: id },
    })),
    {
      id: 'nobody',
      name: 'Nobody yet',
      holds: ({ teacher_id }) => teacher_id === null,
      patch: { teacher_id: null },
    },
  ];
}

interface CellProps extends CellBoardProps {
  day: string;
  all: BoardSession[];
  row?: Row;
}

function Cell({ day, sessions, all, row, onMove, onEmpty }: CellProps) {
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    const found = taken(event, all);
    if (found) onMove(found.session, { ...wishOf(found.session), local_date: day, ...row?.patch });
  };
  return (
    <div className="board-cell">
      <ol onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {sessions.map((session) => (
          <BoardDate key={session.id} session={session} onMove={onMove} />
        ))}
      </ol>
      <Button
        variant="link"
        size="sm"
        className="board-add"
        aria-label={`Plan a date on ${shortDay(day)}${row ? `, ${row.name}` : ''}`}
        onClick={() =>
          onEmpty({
            day,
            time: '18:00',
            ...(row?.patch.room_id && { room: row.patch.room_id }),
            ...(row?.patch.teacher_id && { teacher: row.patch.teacher_id }),
          })
        }
      >
        Plan
      </Button>
    </div>
  );
}
