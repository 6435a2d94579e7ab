// A week with one row for each room or teacher. A drop changes the day and, in another row, the room or the teacher;
// the time stays.

import { shortWeekdayAndDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import type { BoardSession } from '../sessions/board-session.ts';
import { type MoveTarget, moveTargetOf } from '../sessions/move-target.ts';
import { type BoardProps, dayTitle } from './board.ts';
import { BoardCell } from './board-cell.tsx';
import { useDrag } from './use-drag.tsx';

interface RowBoardProps extends BoardProps {
  by: 'room' | 'teacher';
}

interface Row {
  id: string;
  name: string;
  holds(session: BoardSession): boolean;
  patch: Partial<MoveTarget>;
}

export function RowBoard(props: RowBoardProps) {
  const { by, days, today, sessions, catalogue, onMove, onEmpty } = props;
  const rows = rowsOf(props);
  const { board, dragged, landing, flag } = useDrag({
    sessions,
    catalogue,
    onMove,
    moveTargetAt: (zone, _top, session) => {
      const [day = session.local_date, id] = (zone.dataset.zone ?? '').split(' ');
      return { ...moveTargetOf(session), local_date: day, ...rows.find((row) => row.id === id)?.patch };
    },
  });
  return (
    <div className="row-board" ref={board}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              {by === 'room' ? t('dashboard.programme.room') : t('dashboard.programme.teacher')}
            </th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today || undefined}>
                {shortWeekdayAndDay(day)}
                {dayTitle(catalogue, day) && <small>{dayTitle(catalogue, day)}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              {days.map((day) => (
                <td
                  key={day}
                  data-zone={`${day} ${row.id}`}
                  data-target={landing?.zone === `${day} ${row.id}` || undefined}
                >
                  <BoardCell
                    day={day}
                    sessions={sessions.filter((one) => one.local_date === day && row.holds(one))}
                    dragged={dragged}
                    row={{
                      name: row.name,
                      start: {
                        ...(row.patch.room_id && { room: row.patch.room_id }),
                        ...(row.patch.teacher_id && { teacher: row.patch.teacher_id }),
                      },
                    }}
                    onMove={onMove}
                    onEmpty={onEmpty}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {flag}
    </div>
  );
}

/** Every room in use, or every teacher with sessions in these days and a row for sessions without one. */
function rowsOf({ by, catalogue, sessions }: RowBoardProps): Row[] {
  if (by === 'room')
    return catalogue.rooms
      .filter(({ id, is_in_use }) => is_in_use || sessions.some(({ room_id }) => room_id === id))
      .map(({ id, name }) => ({
        id,
        name,
        holds: ({ room_id }) => room_id === id,
        patch: { room_id: id },
      }));
  const teachers = catalogue.people.filter(({ id }) => sessions.some(({ teacher_id }) => teacher_id === id));
  return [
    ...teachers.map(({ id, name }) => ({
      id,
      name,
      holds: ({ teacher_id }: BoardSession) => teacher_id === id,
      patch: { teacher_id: id },
    })),
    {
      id: 'nobody',
      name: t('dashboard.programme.no_teacher_choice'),
      holds: ({ teacher_id }) => teacher_id === null,
      patch: { teacher_id: null },
    },
  ];
}
