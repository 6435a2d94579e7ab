// The sessions of one day in a cell, with a button to add another.

import { shortDay } from '#app/language/format-day.ts';
import { t } from '#app/language/messages.ts';
import { LinkButton } from '#app/ui/button.tsx';
import type { BoardSession } from '../sessions/board-session.ts';
import type { BoardProps } from './board.ts';
import type { EmptyHour } from './new-session-sheet.tsx';
import { SessionBlock } from './session-block.tsx';

interface BoardCellProps extends Pick<BoardProps, 'onMove' | 'onEmpty'> {
  day: string;
  sessions: BoardSession[];
  dragged: BoardSession | null;
  /** The row of a room or teacher, and what a new session takes from it. */
  row?: { name: string; start: Pick<EmptyHour, 'room' | 'teacher'> };
}

export function BoardCell({ day, sessions, dragged, row, onMove, onEmpty }: BoardCellProps) {
  return (
    <div className="board-cell">
      <ol>
        {sessions.map((session) => (
          <SessionBlock
            key={session.id}
            session={session}
            onMove={onMove}
            isDragged={dragged?.id === session.id}
          />
        ))}
      </ol>
      <LinkButton
        className="board-add"
        aria-label={
          row
            ? t('dashboard.programme.add_session_on_day_in_row', { day: shortDay(day), row: row.name })
            : t('dashboard.programme.add_session_on_day', { day: shortDay(day) })
        }
        onClick={() => onEmpty({ day, time: '18:00', ...row?.start })}
      >
        {t('dashboard.programme.add_verb')}
      </LinkButton>
    </div>
  );
}
